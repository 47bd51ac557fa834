import { expect, test } from "vitest";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { passingTime } from "./passing-time.ts";

const environment = useInProcess();
const { pass } = passingTime(environment);

// `test/shared/reason-codes.test.ts` has the other reasons that block an operation by our configuration.
test("a hire waits while the community secret is malformed, and goes on within minutes of the repair", async () => {
  const { partFailures, platform, hire, find, lines } = environment();
  const before = lines.length;
  platform.revokeTokens();
  partFailures.communitySecret = () => {
    throw new ConfigurationError("secret-malformed", "check /password");
  };
  const { id, ...blocked } = await hire("C-1");
  expect(blocked).toMatchObject({
    status: "waiting",
    blockedBy: "configuration",
    reason: "secret-malformed",
  });
  const wrong = lines
    .slice(before)
    .filter(({ message }) => message === "configuration wrong");
  const issues = ["check /password"];
  expect(wrong[0]).toMatchObject({
    level: "error",
    fields: { operationId: id, reason: "secret-malformed", issues },
  });
  // A failed probe ends the attempts early.
  expect(wrong.length).toBeLessThanOrEqual(3);
  await pass(3 * minuteMs);
  expect((await find(id)).status).toBe("waiting");
  partFailures.communitySecret = undefined;
  await pass(10 * minuteMs);
  expect((await find(id)).status).toBe("succeeded");
});

test("a change is blocked alone while our role lacks a permission, and then goes on within minutes", async () => {
  const { partFailures, hire, sendAndWait, find, lines } = environment();
  const before = lines.length;
  await hire("C-2");
  partFailures.workflowTable = (_command, _id, input) =>
    input.includes('"IndexName":"state"') && "denied";
  const data = { employeeId: "C-2", username: "renamed.denied" };
  const { id, reason } = await sendAndWait("employee.changed", data);
  expect(reason).toBe("store-denied");
  expect(
    lines.slice(before).find(({ message }) => message === "blocked alone"),
  ).toMatchObject({ fields: { operationId: id, reason: "store-denied" } });
  await pass(11 * minuteMs);
  expect((await find(id)).status).toBe("waiting");
  partFailures.workflowTable = undefined;
  await pass(11 * minuteMs);
  expect((await find(id)).status).toBe("succeeded");
});
