import { expect, test } from "vitest";
import * as z from "zod/mini";
import { dayMs, hireOf, useCompany } from "../../fixtures/company.ts";

const company = useCompany({ graceDays: 7 });
let employees = 0;

const requests: [command: string, prefix: string][] = [
  ["GetCommand", "operation#"],
  ["GetCommand", "employee#"],
  ["GetCommand", "data#"],
  ["GetCommand", "brake"],
  ["PutCommand", "brake"],
  ["QueryCommand", ""],
  ["UpdateCommand", "operation#"],
  ["UpdateCommand", "employee#"],
  ["UpdateCommand", "brake"],
  ["DeleteCommand", "data#"],
  ["DeleteCommand", "identity#"],
  ["DeleteCommand", "person#"],
];

test.each(requests)(
  "our table failing %s of %s costs a leaver without grace time only",
  async (command, prefix) => {
    const { tell, outage, platform, lifecycle, deletions } = company();
    const employeeId = `O-${++employees}`;
    await hire(employeeId);
    const deleted = deletions();
    outage.when = times(3, command, prefix);
    const left = await tell("employee.terminated", {
      employeeId,
      graceDays: 0,
    });
    outage.when = undefined;
    expect(left.status).toBe("succeeded");
    expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
    expect(deletions()).toBe(deleted + 1);
    expect((await lifecycle.employees.get(employeeId))?.state).toBe("left");
    expect(await lifecycle.identities.find("slack", employeeId)).toBe(
      undefined,
    );
    expect(await lifecycle.payloads.data(left, z.unknown())).toBeUndefined();
  },
);

test.each(requests)(
  "our table failing %s of %s costs a grace, a cancel and a deletion after all time only",
  async (command, prefix) => {
    const { tell, operate, rest, due, pass, outage, find, personOf } =
      company();
    const employeeId = `O-${++employees}`;
    await hire(employeeId);
    outage.when = times(2, command, prefix);
    const first = await tell("employee.terminated", { employeeId });
    expect(first.phase).toBe("grace");
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);

    outage.when = times(2, command, prefix);
    await operate("DELETE", `/${first.id}`);
    await rest();
    expect((await find(first.id)).status).toBe("cancelled");
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);

    const second = await tell("employee.terminated", { employeeId });
    pass(8 * dayMs);
    outage.when = times(2, command, prefix);
    await due();
    expect((await find(second.id)).status).toBe("succeeded");
    expect(await personOf(employeeId)).toBeUndefined();
  },
);

function hire(employeeId: string) {
  const identities = { slack: employeeId };
  return company().tell("employee.hired", hireOf(employeeId, { identities }));
}

/** Fails so many requests of a kind, then no more. */
function times(count: number, command: string, prefix: string) {
  let left = count;
  return (actual: string, id: string) =>
    actual === command && id.startsWith(prefix) && left-- > 0;
}
