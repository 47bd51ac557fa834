import { expect, test } from "vitest";
import * as z from "zod/mini";
import { cancelOlder } from "../../../functions/offboarding/cancel-older.ts";
import { dayMs } from "../../../shared/durations.ts";
import type {
  NewOperation,
  StartedOperation,
} from "../../../shared/store/operation.ts";
import { startMs, useStore } from "../../shared/store/store-for-test.ts";
import {
  acceptWith,
  outcomeOf,
  newOperation,
  pause,
  runTo,
} from "../../shared/store/operation-for-test.ts";

const store = useStore();
const dueAtMs = startMs + 30 * dayMs;

/** A termination that runs, of an event at the start. */
async function termination(employeeId: string): Promise<StartedOperation> {
  const { operations } = store();
  const id = `leave-${employeeId}`;
  const type = "employee.terminated";
  await operations.accept(
    newOperation(id, { type, employeeId, eventAtMs: startMs }),
  );
  const started = await operations.start(id, "run-1");
  if (started) return started.operation;
  throw new Error("it did not start");
}

/** Cancels what a termination of an open employment overtakes. */
async function cancel(by: StartedOperation): Promise<string[]> {
  const all = await store().operations.othersOfEmployment(by);
  return cancelOlder(store(), by, all, true);
}

const statusOf = async (id: string) =>
  (await store().operations.get(id))?.status;

test("an older hire that waits is cancelled with the operation and the reason, and its data is erased", async () => {
  const { operations, ids, item } = store();
  const employeeId = "E-1";
  const brought = { data: { name: "Zoë" }, avatar: Uint8Array.of(1) };
  const waits = newOperation("waits", { employeeId });
  await acceptWith(store(), waits, brought, dueAtMs);
  const by = await termination(employeeId);
  expect(await cancel(by)).toEqual(["employee.hired"]);
  expect(await operations.get("waits")).toMatchObject({
    status: "cancelled",
    reason: "terminated-since",
    sameAs: by.id,
    history: [{}, { by: `operation:${by.id}`, reason: "terminated-since" }],
  });
  expect((await ids()).filter((one) => one.includes("#waits#"))).toEqual([]);
  expect(JSON.stringify(await item("operation#waits"))).not.toContain("Zoë");
});

test("a repeated cancellation returns the same and changes nothing", async () => {
  const { operations, item } = store();
  const employeeId = "E-2";
  await operations.accept(newOperation("again", { employeeId }), dueAtMs);
  const by = await termination(employeeId);
  const first = await cancel(by);
  const before = await item("operation#again");
  expect(await cancel(by)).toEqual(first);
  expect(await item("operation#again")).toEqual(before);
});

test("operations that are later, of the same time, of another employee or not about employment are not cancelled", async () => {
  const { payloads } = store();
  const employeeId = "E-3";
  const others: [id: string, changes: Partial<NewOperation>][] = [
    ["later", { employeeId, eventAtMs: startMs + 1 }],
    ["same", { employeeId, eventAtMs: startMs }],
    ["other", { employeeId: "E-4" }],
    ["status", { employeeId, type: "status.set" }],
  ];
  for (const [id, changes] of others) {
    const data = { name: id };
    await acceptWith(store(), newOperation(id, changes), { data }, dueAtMs);
  }
  const by = await termination(employeeId);
  expect(await cancel(by)).toEqual([]);
  for (const [id] of others) {
    expect(await statusOf(id)).toBe("waiting");
    const key = { id, fingerprint: "f1" };
    expect(await payloads.data(key, z.unknown())).toEqual({ name: id });
  }
  expect(await statusOf(by.id)).toBe("running");
});

test("operations that do not wait or have begun are not cancelled", async () => {
  const { operations } = store();
  const employeeId = "E-5";
  await operations.accept(newOperation("accepted", { employeeId }));
  await operations.accept(newOperation("running", { employeeId }));
  await operations.start("running", "run-1");
  await runTo(operations, "grace", pause(dueAtMs), { employeeId });
  await runTo(operations, "failed", outcomeOf("failed"), { employeeId });
  await runTo(operations, "cancelled", outcomeOf("cancelled"), { employeeId });
  const by = await termination(employeeId);
  expect(await cancel(by)).toEqual([]);
  for (const id of ["accepted", "running", "failed", "cancelled"])
    expect(await statusOf(id)).toBe(id);
  expect(await statusOf("grace")).toBe("waiting");
});

test.each(["undoable", "lasting"])(
  "an older hire that is blocked with an %s effect is not cancelled, because the platform may hold it",
  async (effect) => {
    const { operations, table } = store();
    const id = `effect-${effect}`;
    const employeeId = `E-${effect}`;
    await operations.accept(newOperation(id, { employeeId }), dueAtMs);
    await table.update(`operation#${id}`, { set: { effect }, where: {} });
    expect(await cancel(await termination(employeeId))).toEqual([]);
    expect(await statusOf(id)).toBe("waiting");
  },
);

test("an operation that the same operation handled for an older one does not count as replaced", async () => {
  const { operations } = store();
  const employeeId = "E-6";
  const by = await termination(employeeId);
  const done = { ...outcomeOf("succeeded"), sameAs: by.id };
  await runTo(operations, "done", done, { employeeId });
  expect(await cancel(by)).toEqual([]);
});
