import { describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { noteOfSuspension } from "../../../shared/store/suspensions.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();

const opening = {
  operationId: "op_hire",
  hiredAtMs: startMs + dayMs,
  passwordSalt: "1.salt",
  username: "zoe",
};

const itemOf = (employeeId: string) => store().item(`employee#${employeeId}`);

type Before = "nothing" | "expected" | "onboarding" | "tombstone";

/** Brings an employee into a state without a person. */
async function bring(employeeId: string, before: Before): Promise<void> {
  const { employees } = store();
  if (before === "expected") await employees.awaitPerson(employeeId, "op_0");
  if (before === "onboarding") await employees.open(employeeId, opening);
  if (before === "tombstone")
    await employees.createTombstone(employeeId, "op_t", {
      terminatedAtMs: startMs,
    });
}

describe.each([
  ["nothing", "expected"],
  ["expected", "expected"],
  ["onboarding", "onboarding"],
  ["tombstone", "left"],
] as const)("an operation without a person, of %s", (before, state) => {
  test(`an operation that waits for the person is noted once, and leads to ${state}`, async () => {
    const { employees } = store();
    const employeeId = `E-${before}`;
    await bring(employeeId, before);
    for (const id of ["op_1", "op_2", "op_2"])
      expect(await employees.awaitPerson(employeeId, id)).toBe(true);
    const item = await itemOf(employeeId);
    expect(item).toMatchObject({ state });
    const first = before === "expected" ? ["op_0"] : [];
    const awaiting = new Set([...first, "op_1", "op_2"]);
    expect(item?.["awaiting"]).toEqual(awaiting);
    const expires = state === "expected";
    expect(item !== undefined && "expiresAtSeconds" in item).toBe(expires);
  });

  test(`a suspension is noted with its fact, and leads to ${state}`, async () => {
    const { employees } = store();
    const employeeId = `S-${before}`;
    await bring(employeeId, before);
    const fact = { suspensionAtMs: startMs + 2, suspendedBy: "op_s" };
    const note = noteOfSuspension(await employees.get(employeeId), fact);
    expect(await employees.awaitPerson(employeeId, "op_s", note)).toBe(true);
    expect(await employees.get(employeeId)).toMatchObject({ state, ...fact });
    // A second suspension that read the employee before the first one was noted reads them again.
    expect(await employees.awaitPerson(employeeId, "op_s2", note)).toBe(false);
    expect((await employees.get(employeeId))?.awaiting?.has("op_s2")).toBe(
      false,
    );
  });
});

test("the hire of an expected employee removes the expiry, and keeps the operations that wait for the person", async () => {
  const { employees } = store();
  await employees.awaitPerson("E-hired", "op_1");
  expect(await itemOf("E-hired")).toHaveProperty("expiresAtSeconds");
  const expected = await employees.get("E-hired");
  expect(await employees.open("E-hired", opening, expected)).toBeDefined();
  expect(await itemOf("E-hired")).not.toHaveProperty("expiresAtSeconds");
  expect((await employees.get("E-hired"))?.awaiting).toEqual(new Set(["op_1"]));
});

test("an employee whose only termination is dropped is expected, with an expiry", async () => {
  const { employees } = store();
  await bring("E-dropped", "tombstone");
  const tombstone = await employees.get("E-dropped");
  if (!tombstone) throw new Error("no tombstone");
  await employees.dropTermination("E-dropped", startMs + 1, tombstone);
  const item = await itemOf("E-dropped");
  expect(item).toMatchObject({ state: "expected" });
  expect(item).toHaveProperty("expiresAtSeconds");
});

test("no operation waits for a person who exists or is gone", async () => {
  const { employees } = store();
  await employees.open("E-there", opening);
  await employees.recordPerson("E-there", "op_hire", {
    personID: "1001",
    refs: {},
    username: "zoe",
    emailHash: "1.hash",
  });
  expect(await employees.awaitPerson("E-there", "op_1")).toBe(false);
  const active = await employees.get("E-there");
  if (!active) throw new Error("no employee");
  const termination = { terminatedAtMs: startMs + 2 * dayMs };
  await employees.terminate("E-there", "op_t", termination, active);
  await employees.beginDeletion("E-there", "op_t", startMs + 2 * dayMs);
  await employees.close("E-there", "op_t");
  expect(await employees.awaitPerson("E-there", "op_1")).toBe(false);
  expect(await employees.get("E-there")).not.toHaveProperty("awaiting");
});
