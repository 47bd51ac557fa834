import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type StoredHires,
  startStoredHires,
} from "../../environments/in-process/stored-hire.ts";

let environment: StoredHires;
beforeEach(async () => {
  environment = await startStoredHires();
});
afterEach(() => environment.close());

/** Fails this many requests of a kind, and no later ones. */
function times(
  count: number,
  isHit: (command: string, id: string, input: string) => boolean,
) {
  let left = count;
  return (command: string, id: string, input: string) =>
    isHit(command, id, input) && left-- > 0;
}

test("identities that cannot be linked lead to a warning", async () => {
  const { storeHire, runHire, partFailures } = environment;
  await storeHire("op_1", "E-1");
  partFailures.workflowTable = (_command, id) => id.startsWith("identity#");
  const { operation } = await runHire("op_1");
  expect(operation).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "identities", reason: "unexpected" }],
  });
});

test("an operation that lost the result of its creation asks for attention, whichever failure came last", async () => {
  const { storeHire, runHire, partFailures, platform } = environment;
  await storeHire("op_1", "E-1");
  platform.faults.add({
    kind: "reset-after",
    method: "POST",
    path: "/people",
    times: 1,
  });
  partFailures.workflowTable = times(
    9,
    (command, id) =>
      command === "GetItemCommand" &&
      id === "employee#E-1" &&
      platform.people().length > 1,
  );
  const { operation } = await runHire("op_1");
  expect(platform.findPerson("user.e-1")).toBeDefined();
  expect(operation?.status).toBe("needs_attention");
});

test("an operation whose first step fails ten times in our table still runs", async () => {
  const { storeHire, runHire, partFailures, platform } = environment;
  await storeHire("op_1", "E-1");
  partFailures.workflowTable = times(
    10,
    (command, id) => command === "UpdateItemCommand" && id === "operation#op_1",
  );
  const { operation } = await runHire("op_1");
  expect(operation?.status).toBe("succeeded");
  expect(platform.findPerson("user.e-1")).toBeDefined();
});

test("error texts of our table are not in the log", async () => {
  const { storeHire, runHire, partFailures, lines } = environment;
  await storeHire("op_1", "E-1");
  partFailures.workflowTable = times(
    5,
    (_command, id) => id === "employee#E-1",
  );
  await runHire("op_1");
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain("canary");
});
