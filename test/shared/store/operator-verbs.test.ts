import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { outcomeOf, runTo } from "./operation-for-test.ts";

const store = useStore();

/** An operator closes an operation of which nothing is left at the employee. */
const nothing = { ruling: undefined, isOpen: false };
const ruling = {
  kind: "ruled",
  ruling: "rejected",
  id: "ruling",
  about: "op",
  atMs: startMs,
  ownDay: 0,
} as const;
const later = { by: "caller:boss" };

let count = 0;

async function operationThat(set: Partial<Operation>): Promise<Operation> {
  const { operations, table } = store();
  const id = `verb_${++count}`;
  await runTo(operations, id, outcomeOf("failed"));
  await table.update(`operation#${id}`, {
    set: { isAnswerOwed: true, ...set },
    where: {},
  });
  const operation = await operations.get(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
}

test("a cancellation of an operation that changed since it was read changes nothing", async () => {
  const { operations } = store();
  const operation = await operationThat({
    status: "waiting",
    phase: "grace",
  });
  const { phase: _, ...stale } = operation;
  expect(
    await operations.cancel(stale, later.by, "cancelled-by-caller"),
  ).toBeUndefined();
  expect(
    await operations.cancel(operation, later.by, "cancelled-by-caller"),
  ).toMatchObject({ status: "cancelled", reason: "cancelled-by-caller" });
});

test("a verb changes nothing once the operation has another status, run, reason or phase", async () => {
  const { operations } = store();
  const operation = await operationThat({
    status: "needs_attention",
    reason: "rename-limit",
  });
  for (const change of [
    { status: "failed" },
    { run: 2 },
    { reason: "deletion-limit" },
    { phase: "grace" },
  ] as const) {
    const stale = { ...operation, ...change };
    expect(
      await operations.runAgain(stale, later.by, "rejected", ruling),
    ).toBeUndefined();
    expect(
      await operations.resolve(stale, later.by, "by hand", nothing),
    ).toBeUndefined();
  }
  expect(await operations.get(operation.id)).toEqual(operation);
});

test("a resolved operation that kept a salt is due now, so that it is erased, and another one has no time any more", async () => {
  const { operations, table, clock } = store();
  const read = await operationThat({});
  await table.update(`operation#${read.id}`, {
    set: { dueAtMs: startMs + dayMs },
    where: {},
  });
  clock.nowMs = startMs + 5_000;
  expect(
    await operations.resolve(read, later.by, "repaired by hand", nothing),
  ).toBeUndefined();
  const withSalt = { ...read, dueAtMs: startMs + dayMs };
  const resolved = await operations.resolve(
    withSalt,
    later.by,
    "by hand",
    nothing,
  );
  expect(resolved).toMatchObject({ dueAtMs: clock.nowMs });
  expect(resolved?.history.at(-1)).toMatchObject({ note: "by hand" });

  const other = await operationThat({});
  expect(other.dueAtMs).toBeUndefined();
  const closed = await operations.resolve(other, later.by, "by hand", nothing);
  expect(closed).not.toHaveProperty("dueAtMs");
  expect(closed).not.toHaveProperty("phase");
});
