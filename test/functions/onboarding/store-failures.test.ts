import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

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
  const { hire, partFailures } = environment();
  partFailures.workflowTable = (_command, id) => id.startsWith("identity#");
  const operation = await hire("E-1", { identities: { slack: "T1:E-1" } });
  expect(operation).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "identities", reason: "unexpected" }],
  });
});

test("a person whose link could not be stored at first is linked all the same", async () => {
  const { hire, partFailures, store } = environment();
  partFailures.workflowTable = times(1, (_command, id) =>
    id.startsWith("person#"),
  );
  const { result } = await hire("E-2");
  expect(await store.persons.find(result?.personID ?? "")).toBe("E-2");
});

test("an operation that lost the result of its creation asks for attention, whichever failure came last", async () => {
  const { hire, partFailures, platform } = environment();
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
      id === "employee#E-3" &&
      platform.findPerson("e-3") !== undefined,
  );
  const { status } = await hire("E-3");
  expect(platform.findPerson("e-3")).toBeDefined();
  expect(status).toBe("needs_attention");
});
