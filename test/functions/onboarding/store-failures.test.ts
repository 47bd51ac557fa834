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

test("a person whose link could not be stored at first is linked all the same", async () => {
  const { storeHire, runHire, partFailures, store } = environment;
  await storeHire("op_1", "E-1");
  partFailures.workflowTable = times(1, (_command, id) =>
    id.startsWith("person#"),
  );
  const { operation } = await runHire("op_1");
  const { personID = "" } = operation?.result ?? {};
  expect(await store.persons.find(personID)).toBe("E-1");
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
