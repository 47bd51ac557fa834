import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { allEvents } from "../../functions/events/event.ts";
import { chatEvents } from "../../functions/status-relay/event.ts";
import { eventFactsOf } from "../../shared/event-types.ts";

/**
 * Each form as a digest of its JSON Schema. If a digest changes, an older version of this software may not read what
 * this version stores. Then raise the version of the type in `shared/event-types.ts`, and keep payloads of the version
 * before readable; `--update` writes both here.
 */
test("the stored form of each type changes only together with its version", () => {
  const statusMaxLength = 140;
  const kinds = [...allEvents(statusMaxLength).events, ...chatEvents];
  const forms = kinds.map(({ type, schema, stored }) => {
    const form = stored
      ? z.toJSONSchema(stored, { unrepresentable: "any" })
      : z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const digest = createHash("sha256").update(JSON.stringify(form));
    return `${type} ${eventFactsOf(type).version} ${digest.digest("hex").slice(0, 16)}`;
  });
  expect([...new Set(forms)]).toMatchInlineSnapshot(`
    [
      "employee.hired 2 a3bff86d8f7d0eed",
      "employee.adopted 2 251a8654f7cc915d",
      "employee.terminated 2 69a7fb0cad937ed7",
      "employee.suspended 1 bcdbf4caed6c8b1c",
      "employee.resumed 1 ab635a0a3c0e22e6",
      "employee.termination_cancelled 1 ab635a0a3c0e22e6",
      "employee.changed 2 0c6a72b18b439b97",
      "status.set 2 8bdeeec365c26e3a",
      "record.changed 1 310f692b81bf4014",
      "status.show 2 8bdeeec365c26e3a",
    ]
  `);
});
