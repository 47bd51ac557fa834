import { expect, test } from "vitest";
import { describeEvent, isSaid } from "../../shared/event-types.ts";
import { rows } from "../fixtures/rows.ts";

// A newer version may store a type that this one does not know, such as the last one.
test.each(rows<[type: string, isSaid: boolean, name: string]>`
  employee.hired | ${true} | Hire
  employee.terminated | ${true} | Termination
  employee.adopted | ${false} | Adoption
  status.set | ${false} | Status
  employee.promoted | ${false} | employee.promoted
`)(
  "%s only says something of its employee: %s; its name is %s",
  (type, said, name) => {
    expect(isSaid(type as "employee.hired")).toBe(said);
    expect(describeEvent(type)).toBe(name);
  },
);
