import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import type { Operations } from "../../../shared/store/operations.ts";
import { startMs, useStore } from "./store-for-test.ts";
import {
  outcomeOf,
  newOperation,
  pause,
  runTo,
  retry,
} from "./operation-for-test.ts";

const store = useStore();

async function known(operations: Operations, id: string): Promise<Operation> {
  const operation = await operations.get(id);
  if (operation) return operation;
  throw new Error(`there is no operation ${id}`);
}

describe("starting an accepted operation again", () => {
  test("starting an accepted operation again is a new run, and adds no line to the trail", async () => {
    const { operations, clock } = store();
    const { operation } = await operations.accept(newOperation("restart"));
    clock.nowMs = startMs + 2 * minuteMs;
    const restarted = await operations.restart(operation);
    expect(restarted).toEqual({
      ...operation,
      run: 2,
      restarts: 1,
      dueAtMs: startMs + 4 * minuteMs,
    });
    expect(await operations.get("restart")).toEqual(restarted);
    expect(executionNameOf(restarted ?? operation)).toBe("restart_2");
  });

  test("an operation is not started again before its time, also if the index is outdated", async () => {
    const { operations, clock } = store();
    const { operation } = await operations.accept(newOperation("early"));
    clock.nowMs = startMs + 2 * minuteMs - 1;
    expect(await operations.restart(operation)).toBeUndefined();
    clock.nowMs++;
    const restarted = await operations.restart(operation);
    expect(restarted).toMatchObject({ run: 2 });
    // Another round that reads it now finds it started a moment ago.
    expect(await operations.restart(restarted ?? operation)).toBeUndefined();
  });

  test("one of fifty parallel callers starts the operation again", async () => {
    const { operations, clock } = store();
    const { operation } = await operations.accept(newOperation("restarts"));
    clock.nowMs = startMs + 2 * minuteMs;
    const all = await Promise.all(
      Array.from({ length: 50 }, () => operations.restart(operation)),
    );
    expect(all.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await operations.get("restarts")).toMatchObject({ run: 2 });
  });

  test("starting again does nothing to an operation that runs meanwhile", async () => {
    const { operations, item, clock } = store();
    const { operation } = await operations.accept(newOperation("runs"));
    await operations.start("runs", "run-1");
    const before = await item("operation#runs");
    clock.nowMs = startMs + 2 * minuteMs;
    expect(await operations.restart(operation)).toBeUndefined();
    expect(await item("operation#runs")).toEqual(before);
  });
});

describe("looking for a lost execution", () => {
  test("an operation with a live execution is looked at again ten minutes later, and nothing else changes", async () => {
    const { operations, clock } = store();
    await operations.accept(newOperation("alive"));
    await operations.start("alive", "run-1");
    const before = await known(operations, "alive");
    clock.nowMs = startMs + 10 * minuteMs;
    expect(await operations.checkLater(before)).toBe(true);
    expect(await operations.get("alive")).toEqual({
      ...before,
      dueAtMs: startMs + 20 * minuteMs,
    });
  });

  test("an operation with a lost execution asks for attention, and an operator can start it again", async () => {
    const { operations } = store();
    await operations.accept(newOperation("lost"));
    await operations.start("lost", "run-1");
    const lost = await operations.markLost(await known(operations, "lost"));
    expect(lost).toMatchObject({
      status: "needs_attention",
      reason: "execution-lost",
      history: [
        {},
        {},
        {
          by: "scheduler",
          status: "needs_attention",
          reason: "execution-lost",
        },
      ],
    });
    for (const gone of ["dueAtMs", "execution"])
      expect(lost).not.toHaveProperty(gone);
    // A lost execution can still come back. It has no effect any more.
    const late = { id: "lost", execution: "run-1" };
    await operations.finish(late, outcomeOf("succeeded"));
    expect(await operations.get("lost")).toEqual(lost);
    expect(await retry(operations, "lost")).toMatchObject({
      status: "accepted",
      run: 2,
    });
  });

  test("the loss of another execution, or of a finished one, changes nothing", async () => {
    const { operations, item } = store();
    await operations.accept(newOperation("other"));
    await operations.start("other", "run-1");
    const seen = await known(operations, "other");
    await operations.finish(
      { id: "other", execution: "run-1" },
      outcomeOf("failed"),
    );
    for (const again of [false, true]) {
      if (again) {
        await retry(operations, "other");
        await operations.start("other", "run-2");
      }
      const before = await item("operation#other");
      expect(await operations.markLost(seen)).toBeUndefined();
      expect(await operations.checkLater(seen)).toBe(false);
      expect(await item("operation#other")).toEqual(before);
    }
  });
});

describe("a retry", () => {
  test("a retry removes the reason and the expiry", async () => {
    const { operations, item } = store();
    await runTo(operations, "forget", outcomeOf("failed", "unexpected"));
    const retried = await retry(operations, "forget");
    expect(retried).not.toHaveProperty("reason");
    expect(await item("operation#forget")).not.toHaveProperty(
      "expiresAtSeconds",
    );
    // The trail remembers both.
    expect(retried?.history.slice(-2)).toEqual([
      { atMs: startMs, by: "workflow", status: "failed", reason: "unexpected" },
      {
        atMs: startMs,
        by: "caller:ops",
        status: "accepted",
        reason: "retried",
      },
    ]);
  });
});

test("every change of status is one line of the trail, in order, without personal data", async () => {
  const { operations, clock, item } = store();
  const id = "trail";
  const at = (minutes: number) => {
    clock.nowMs = startMs + minutes * minuteMs;
  };
  await operations.accept(newOperation(id), startMs + minuteMs);
  at(1);
  await operations.wake(id);
  at(2);
  await operations.start(id, "run-2");
  at(3);
  await operations.finish(
    { id, execution: "run-2" },
    outcomeOf("needs_attention", "deletion-limit"),
  );
  at(4);
  await operations.runAgain(
    await known(operations, id),
    "caller:ops",
    "released",
    undefined,
  );
  at(5);
  await operations.start(id, "run-3");
  at(6);
  await operations.finish({ id, execution: "run-3" }, pause(startMs + dayMs));
  at(7);
  await operations.runAgain(
    await known(operations, id),
    "caller:ops",
    "cancelled-by-caller",
    undefined,
  );
  at(8);
  await operations.start(id, "run-4");
  at(9);
  await operations.markLost(await known(operations, id));
  at(10);
  await retry(operations, id);
  at(11);
  await operations.start(id, "run-5");
  at(12);
  await operations.finish({ id, execution: "run-5" }, outcomeOf("cancelled"));

  const line = (minutes: number, by: string, status: string, reason?: string) =>
    ({
      atMs: startMs + minutes * minuteMs,
      by,
      status,
      ...(reason && { reason }),
    }) as Operation["history"][number];
  const { history } = await known(operations, id);
  expect(history).toEqual([
    line(0, "caller:hr", "waiting"),
    line(1, "scheduler", "accepted"),
    line(2, "workflow", "running"),
    line(3, "workflow", "needs_attention", "deletion-limit"),
    line(4, "caller:ops", "accepted", "released"),
    line(5, "workflow", "running"),
    line(6, "workflow", "waiting", "grace"),
    line(7, "caller:ops", "accepted", "cancelled-by-caller"),
    line(8, "workflow", "running"),
    line(9, "scheduler", "needs_attention", "execution-lost"),
    line(10, "caller:ops", "accepted", "retried"),
    line(11, "workflow", "running"),
    line(12, "workflow", "cancelled"),
  ]);
  // The trail does not contain the employee.
  const stored = await item(`operation#${id}`);
  expect(JSON.stringify(stored?.["history"])).not.toContain("E-1");
});
