import { describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operations } from "../../../shared/store/operations.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { outcomeOf, newOperation, pause, runTo } from "./operation-for-test.ts";
import { effort } from "../../resilience/effort.ts";

const store = useStore();

describe("an operation that pauses", () => {
  test("a waiting operation keeps its next phase, and belongs to no execution", async () => {
    const { operations, item } = store();
    const step = { status: "succeeded", attempts: 1, atMs: startMs } as const;
    const result = { personID: "1001", refs: {} };
    const dueAtMs = startMs + 7 * dayMs;
    const changes = { type: "employee.terminated" } as const;
    await runTo(
      operations,
      "pause",
      { ...pause(dueAtMs), steps: { "disable person": step }, result },
      changes,
      "left",
    );
    expect(await operations.get("pause")).toEqual({
      ...newOperation("pause", changes),
      status: "waiting",
      phase: "grace",
      dueAtMs,
      run: 1,
      steps: { "disable person": step },
      warnings: [],
      result,
      history: [
        { atMs: startMs, by: "caller:hr", status: "accepted" },
        { atMs: startMs, by: "workflow", status: "running" },
        {
          atMs: startMs,
          by: "workflow",
          status: "waiting",
          reason: "grace",
          person: "left",
        },
      ],
      createdAtMs: startMs,
      updatedAtMs: startMs,
    });
    // It is not to be swept, however long it waits.
    expect(await item("operation#pause")).not.toHaveProperty(
      "expiresAtSeconds",
    );
  });

  test.each([40, 400])(
    "an operation that waits for %i days is woken exactly when they are over, as a new run",
    async (days) => {
      const { operations, clock } = store();
      const id = `days-${days}`;
      const dueAtMs = startMs + days * dayMs;
      await runTo(operations, id, pause(dueAtMs));
      for (const earlyMs of [days * dayMs, dayMs, 1]) {
        clock.nowMs = dueAtMs - earlyMs;
        expect(await operations.wake(id)).toBeUndefined();
        expect(await dueIds(operations)).not.toContain(id);
      }
      clock.nowMs = dueAtMs;
      expect(await dueIds(operations)).toContain(id);
      expect(await operations.wake(id)).toMatchObject({
        status: "accepted",
        phase: "grace",
        run: 2,
        dueAtMs: dueAtMs + 2 * 60_000,
      });
      expect(await operations.wake(id)).toBeUndefined();
      expect(await operations.start(id, "run-2")).toMatchObject({
        operation: { phase: "grace", execution: "run-2" },
      });
    },
  );

  test("an operation that waited and then ends no longer waits", async () => {
    const { operations, clock } = store();
    await runTo(operations, "over", pause(startMs + 1));
    clock.nowMs = startMs + 1;
    await operations.wake("over");
    await operations.start("over", "run-2");
    await operations.finish(
      { id: "over", execution: "run-2" },
      outcomeOf("succeeded"),
    );
    const ended = await operations.get("over");
    for (const gone of ["phase", "dueAtMs", "execution"])
      expect(ended).not.toHaveProperty(gone);
  });

  test("a waiting operation does not run again by its earlier execution", async () => {
    const { operations, clock } = store();
    await runTo(operations, "old-run", pause(startMs + 1));
    clock.nowMs = startMs + 1;
    await operations.wake("old-run");
    await operations.start("old-run", "run-2");
    expect(await operations.start("old-run", "old-run-1")).toBeUndefined();
    const old = { id: "old-run", execution: "old-run-1" };
    await operations.finish(old, outcomeOf("failed"));
    expect(await operations.get("old-run")).toMatchObject({
      status: "running",
      execution: "run-2",
    });
  });
});

test("an operation that never began is woken when its time has come", async () => {
  const { operations, clock } = store();
  await operations.accept(newOperation("later"), startMs + 400 * dayMs);
  expect(await operations.wake("later")).toBeUndefined();
  clock.nowMs = startMs + 400 * dayMs;
  expect(await operations.wake("later")).toMatchObject({
    status: "accepted",
    run: 2,
  });
});

test("of fifty callers that wake one operation, exactly one succeeds", async () => {
  const { operations, clock } = store();
  await operations.accept(newOperation("wakers"), startMs + 1);
  clock.nowMs = startMs + 1;
  const woken = await Promise.all(
    Array.from({ length: 50 }, () => operations.wake("wakers")),
  );
  expect(woken.filter((one) => one !== undefined)).toHaveLength(1);
  expect(await operations.get("wakers")).toMatchObject({ run: 2 });
});

describe("cancelling", () => {
  const by = "caller:ops";

  test("a cancellation before the beginning ends the operation", async () => {
    const { operations, item } = store();
    await operations.accept(newOperation("unbegun"), startMs + 1);
    const cancelled = await operations.cancel(
      { id: "unbegun" },
      by,
      "cancelled-by-caller",
    );
    expect(cancelled).toMatchObject({
      status: "cancelled",
      reason: "cancelled-by-caller",
      run: 1,
      history: [
        { status: "waiting" },
        {
          atMs: startMs,
          by,
          status: "cancelled",
          reason: "cancelled-by-caller",
        },
      ],
    });
    expect(await operations.get("unbegun")).toEqual(cancelled);
    expect(cancelled).not.toHaveProperty("dueAtMs");
    expect(await item("operation#unbegun")).toMatchObject({
      expiresAtSeconds: (startMs + 90 * dayMs) / 1000,
    });
  });

  test("a cancellation by an operation that takes over names it", async () => {
    const { operations } = store();
    await runTo(operations, "rehired", pause(startMs + dayMs));
    const phase = "grace" as const;
    const cancelled = await operations.cancel(
      { id: "rehired", phase },
      "operation:op_2",
      "rehired",
      "op_2",
    );
    expect(cancelled).toMatchObject({ status: "cancelled", sameAs: "op_2" });
    for (const absent of ["phase", "dueAtMs"])
      expect(cancelled).not.toHaveProperty(absent);
  });

  test("a cancellation of a timed status leaves the status as it is", async () => {
    const { operations } = store();
    await runTo(operations, "restore", pause(startMs + dayMs, "restore"));
    const phase = "restore" as const;
    expect(
      await operations.cancel(
        { id: "restore", phase },
        by,
        "cancelled-by-caller",
      ),
    ).toMatchObject({ status: "cancelled" });
  });

  test("a cancellation is refused when the operation waits for another phase meanwhile", async () => {
    const { operations, item } = store();
    await runTo(operations, "moved-on", pause(startMs + dayMs));
    const before = await item("operation#moved-on");
    for (const phase of [undefined, "restore" as const])
      expect(
        await operations.cancel(
          { id: "moved-on", phase },
          by,
          "cancelled-by-caller",
        ),
      ).toBeUndefined();
    expect(await item("operation#moved-on")).toEqual(before);
  });

  test("a cancellation of an operation that does not wait is refused", async () => {
    const { operations, item } = store();
    await operations.accept(newOperation("accepted"));
    await operations.accept(newOperation("running"));
    await operations.start("running", "run-1");
    await runTo(operations, "failed", outcomeOf("failed"));
    for (const id of ["accepted", "running", "failed", "unknown"]) {
      const before = await item(`operation#${id}`);
      expect(
        await operations.cancel({ id }, by, "cancelled-by-caller"),
      ).toBeUndefined();
      expect(await item(`operation#${id}`)).toEqual(before);
    }
  });

  test("a cancellation loses to an earlier wake-up, and wins against a later one", async () => {
    const { operations, clock } = store();
    await operations.accept(newOperation("lost"), startMs + 1);
    await operations.accept(newOperation("won"), startMs + 1);
    clock.nowMs = startMs + 1;
    await operations.wake("lost");
    expect(
      await operations.cancel({ id: "lost" }, by, "cancelled-by-caller"),
    ).toBeUndefined();
    expect(await operations.start("lost", "run-2")).toBeDefined();

    await operations.cancel({ id: "won" }, by, "cancelled-by-caller");
    expect(await operations.wake("won")).toBeUndefined();
    expect(await operations.start("won", "run-2")).toBeUndefined();
    expect(await operations.get("won")).toMatchObject({ status: "cancelled" });
  });

  test.each([undefined, "grace" as const])(
    "exactly one of a cancellation and a wake-up at the same moment succeeds in phase %s, in every round",
    async (phase) => {
      const { operations, clock } = store();
      for (let round = 0; round < effort(10, 50); round++) {
        clock.nowMs = startMs;
        const id = `race-${phase}-${round}`;
        if (phase) await runTo(operations, id, pause(startMs + 1, phase));
        else await operations.accept(newOperation(id), startMs + 1);
        const before = await historyOf(operations, id);
        clock.nowMs = startMs + 1;
        const wake = () => operations.wake(id);
        const cancel = () =>
          operations.cancel({ id, phase }, by, "cancelled-by-caller");
        const contenders = round % 2 === 0 ? [wake, cancel] : [cancel, wake];
        const outcomes = await Promise.all(contenders.map((one) => one()));
        const [winner, ...others] = outcomes.filter((one) => one !== undefined);
        expect(others).toEqual([]);
        expect(await operations.get(id)).toEqual(winner);
        expect(winner?.history).toHaveLength(before.length + 1);
      }
    },
  );
});

async function historyOf(operations: Operations, id: string) {
  return (await operations.get(id))?.history ?? [];
}

async function dueIds(operations: Operations): Promise<string[]> {
  const { entries } = await operations.due("waiting").page(100);
  return entries.map(({ id }) => id);
}
