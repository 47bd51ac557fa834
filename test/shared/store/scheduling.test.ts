import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { acceptWith, newOperation } from "./operation-for-test.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();

/** An operation as the scheduler reads it. */
async function read(id: string): Promise<Operation> {
  const operation = await store().operations.get(id);
  if (operation) return operation;
  throw new Error(`there is no operation ${id}`);
}

/** An accepted operation whose start is overdue. */
async function acceptDue(id: string): Promise<Operation> {
  await store().operations.accept(newOperation(id));
  store().clock.nowMs += 2 * minuteMs;
  return read(id);
}

/** A running operation whose check is due. */
async function runDue(id: string): Promise<Operation> {
  await store().operations.accept(newOperation(id));
  await store().operations.start(id, `${id}-1`);
  store().clock.nowMs += 10 * minuteMs;
  return read(id);
}

/** What another process has read of the operation, before the operation changed. */
const outdated = (operation: Operation) => ({
  ...operation,
  execution: "other",
  run: operation.run + 1,
});

test("the scheduler finds what is due by status, the most overdue first", async () => {
  const { operations, clock } = store();
  for (const [id, dueAtMs] of [
    ["late", startMs + 2],
    ["later", startMs + 3],
    ["latest", startMs + 4],
  ] as const)
    await acceptWith(store(), newOperation(id), { data: {} }, dueAtMs);
  clock.nowMs = startMs + 3;
  const { entries } = await operations.due("waiting").page(10);
  expect(entries).toEqual([
    { id: "late", dueAtMs: startMs + 2 },
    { id: "later", dueAtMs: startMs + 3 },
  ]);
  const first = await operations.due("waiting").page(1);
  expect(first.entries).toEqual(entries.slice(0, 1));
  const second = await operations.due("waiting").page(1, first.next);
  expect(second.entries).toEqual(entries.slice(1));
  expect((await operations.due("running").page(10)).entries).toEqual([]);
});

test("a waiting operation is accepted for another run when its time has come, and not before", async () => {
  const { operations, clock } = store();
  const dueAtMs = startMs + dayMs;
  await operations.accept(newOperation("woken"), dueAtMs);
  clock.nowMs = dueAtMs - 1;
  expect(await operations.wake("woken")).toBeUndefined();
  clock.nowMs = dueAtMs;
  expect(await operations.wake("woken")).toMatchObject({
    status: "accepted",
    run: 2,
    dueAtMs: dueAtMs + 2 * minuteMs,
  });
  expect((await read("woken")).history.at(-1)).toMatchObject({
    by: "scheduler",
    status: "accepted",
  });
  expect(await operations.wake("woken")).toBeUndefined();
});

describe("an accepted operation that does not run", () => {
  test("is restarted as its next run, which is due two minutes later, or after a given pause", async () => {
    const { operations, clock } = store();
    const due = await acceptDue("restarted");
    const restarted = await operations.restart(due);
    expect(restarted).toMatchObject({
      id: "restarted",
      run: 2,
      restarts: 1,
      dueAtMs: clock.nowMs + 2 * minuteMs,
    });
    expect(restarted?.history).toHaveLength(1);
    clock.nowMs += 2 * minuteMs;
    expect(await operations.restart(await read("restarted"), 7)).toMatchObject({
      run: 3,
      restarts: 2,
      dueAtMs: clock.nowMs + 7,
    });
  });

  test("is restarted neither early, nor twice, nor while it runs", async () => {
    const { operations, clock } = store();
    const due = await acceptDue("early");
    clock.nowMs--;
    expect(await operations.restart(due)).toBeUndefined();
    clock.nowMs++;
    expect(await operations.restart(outdated(due))).toBeUndefined();
    await operations.start("early", "early-1");
    clock.nowMs += dayMs;
    expect(await operations.restart(due)).toBeUndefined();
  });

  test("is marked as one that never ran, for an operator, and is kept until an operator closes it", async () => {
    const { operations } = store();
    const due = await acceptDue("never");
    expect(await operations.markNeverRan(outdated(due))).toBeUndefined();
    const marked = await operations.markNeverRan(due);
    expect(marked).toMatchObject({
      status: "needs_attention",
      reason: "never-ran",
    });
    expect(marked?.history.at(-1)).toMatchObject({
      by: "scheduler",
      reason: "never-ran",
    });
    const item = await store().item("operation#never");
    expect(item).not.toHaveProperty("expiresAtSeconds");
    expect(item).not.toHaveProperty("dueAtMs");
    expect(await operations.markNeverRan(due)).toBeUndefined();
  });
});

describe("a running operation", () => {
  test("is checked again ten minutes later, if it is due and runs as it did", async () => {
    const { operations, clock } = store();
    const due = await runDue("checked");
    clock.nowMs--;
    expect(await operations.checkLater(due)).toBe(false);
    clock.nowMs++;
    expect(await operations.checkLater(outdated(due))).toBe(false);
    expect(await operations.checkLater(due)).toBe(true);
    expect(await read("checked")).toMatchObject({
      dueAtMs: clock.nowMs + 10 * minuteMs,
    });
  });

  test("whose execution is lost is accepted again, and waits twice as long after each loss", async () => {
    const { operations, clock } = store();
    await operations.accept(newOperation("lost"));
    for (const [losses, minutes] of [2, 4, 8].entries()) {
      await operations.start("lost", `lost-${losses}`);
      const running = await read("lost");
      expect(await operations.acceptLost(outdated(running))).toBeUndefined();
      const accepted = await operations.acceptLost(running);
      expect(accepted).toMatchObject({
        status: "accepted",
        losses: losses + 1,
        dueAtMs: clock.nowMs + minutes * minuteMs,
      });
      expect(accepted).not.toHaveProperty("execution");
      expect(accepted?.history.at(-1)).toMatchObject({
        by: "scheduler",
        reason: "execution-lost",
      });
    }
  });

  test("whose execution is lost for good is marked for an operator, and is kept until an operator closes it", async () => {
    const { operations } = store();
    const running = await runDue("gone");
    expect(await operations.markLost(outdated(running))).toBeUndefined();
    expect(await operations.markLost(running)).toMatchObject({
      status: "needs_attention",
      reason: "execution-lost",
    });
    const item = await store().item("operation#gone");
    expect(item).not.toHaveProperty("expiresAtSeconds");
    expect(item).not.toHaveProperty("execution");
    expect(item).not.toHaveProperty("dueAtMs");
  });
});

test("an operation that cannot be handled is due again two minutes later, in the status in which it was listed", async () => {
  const { operations, clock } = store();
  await runDue("postponed");
  expect(await operations.due("accepted").postpone("postponed")).toBe(false);
  clock.nowMs--;
  expect(await operations.due("running").postpone("postponed")).toBe(false);
  clock.nowMs++;
  expect(await operations.due("running").postpone("postponed")).toBe(true);
  expect(await read("postponed")).toMatchObject({
    status: "running",
    dueAtMs: clock.nowMs + 2 * minuteMs,
  });
});

test.each([
  ["needs_attention", true],
  ["cancelled", true],
  ["waiting", false],
])(
  "the erased salt of an operation in the status %s is noted: %s",
  async (status, expected) => {
    const { operations, table } = store();
    const id = `salt-${status}`;
    await operations.accept(newOperation(id), startMs + dayMs);
    await table.update(`operation#${id}`, { set: { status }, where: {} });
    const { dueAtMs } = await read(id);
    const listed = { id, dueAtMs };
    expect(
      await operations.noteClosed({ id, dueAtMs: startMs + dayMs + 1 }),
    ).toBe(false);
    expect(await operations.noteClosed(listed)).toBe(expected);
    expect((await read(id)).dueAtMs).toBe(expected ? undefined : dueAtMs);
  },
);
