import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

/** Fails the first requests of a kind, and no later ones. */
function failFirst(
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
  partFailures.workflowTable = failFirst(1, (_command, id) =>
    id.startsWith("person#"),
  );
  const { result } = await hire("E-2");
  expect(await store.persons.find(result?.personID ?? "")).toBe("E-2");
});

test("a hire whose creation got no answer asks for attention, also if the store fails after it", async () => {
  const { hire, partFailures, platform } = environment();
  platform.faults.add({
    kind: "reset-after",
    method: "POST",
    path: "/people",
    times: 1,
  });
  // With the lost answer, these are the ten attempts of the step.
  partFailures.workflowTable = failFirst(
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
