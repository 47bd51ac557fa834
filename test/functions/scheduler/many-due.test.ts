import { TooManyRequestsException } from "@aws-sdk/client-lambda";
import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import {
  executionNameOf,
  type StartWorkflow,
} from "../../../shared/workflow/execution.ts";
import {
  newOperation,
  pause,
  runTo,
} from "../../shared/store/operation-for-test.ts";
import { maxLagMs, startMs } from "../../shared/store/store-for-test.ts";
import { useScheduler } from "./scheduler-for-test.ts";
import { effort, isThorough } from "../../resilience/effort.ts";

const { store, starts, lines, dispatchDue, putBroken } = useScheduler();

async function acceptMany(count: number, dueAtMs?: number): Promise<string[]> {
  const prefix = dueAtMs === undefined ? "accepted" : "waiting";
  const ids = Array.from({ length: count }, (_, one) => `${prefix}-${one}`);
  await Promise.all(
    ids.map((id) =>
      dueAtMs === undefined
        ? store().operations.accept(newOperation(id))
        : runTo(store().operations, id, pause(dueAtMs)),
    ),
  );
  return ids;
}

/** The names of the executions that start operations again. */
const secondRunsOf = (ids: string[]) => ids.map((id) => `${id}_2`).toSorted();

describe("entries that stay in the index", () => {
  test.each(
    effort(["running"] as const, ["waiting", "accepted", "running"] as const),
  )(
    "60 broken operations that are %s hide none behind them, and are tried again in two minutes",
    async (status) => {
      await Promise.all(
        Array.from({ length: 60 }, (_, one) =>
          putBroken(`broken-${one}`, { status, dueAtMs: one + 1 }),
        ),
      );
      const ids = await acceptMany(3, startMs + minuteMs);
      store().clock.nowMs += 2 * minuteMs;
      await dispatchDue().catch(() => undefined);
      expect(starts.toSorted()).toEqual(secondRunsOf(ids));
      // Each is counted, and fifty are logged at most.
      const logged = (message: string) =>
        lines.filter((line) => line.message === message);
      expect(logged("dispatch failed")).toMatchObject([
        { fields: { count: 60 } },
      ]);
      expect(logged("not dispatched")).toHaveLength(50);
      store().clock.nowMs += minuteMs;
      await dispatchDue();
      store().clock.nowMs += minuteMs;
      await expect(dispatchDue()).rejects.toThrow(AggregateError);
    },
  );

  test("a long list of one status does not take the time of another status", async () => {
    await acceptMany(60);
    store().clock.nowMs += 2 * minuteMs;
    const waiting = await acceptMany(3, store().clock.nowMs + 1);
    store().clock.nowMs += maxLagMs;
    const slow: StartWorkflow = async (operation) => {
      starts.push(executionNameOf(operation));
      store().clock.nowMs += 100;
    };
    await dispatchDue({ startWorkflow: slow, budgetMs: 2_000 });
    expect(starts.length).toBeLessThan(60);
    expect(starts).toEqual(expect.arrayContaining(secondRunsOf(waiting)));
  });
});

const throttled = new TooManyRequestsException({
  $metadata: { httpStatusCode: 429 },
  message: "Rate Exceeded.",
});

test.runIf(isThorough)(
  "a Lambda that throttles gets no further starts in this run, and the rest of the operations in later runs",
  async () => {
    const waiting = await acceptMany(60, startMs + 1);
    const accepted = await acceptMany(60);
    store().clock.nowMs += 2 * minuteMs;
    let asked = 0;
    const startWorkflow = async () => {
      asked++;
      throw throttled;
    };
    await expect(dispatchDue({ startWorkflow })).rejects.toThrow(
      AggregateError,
    );
    // Both passes stop, so only the starts that they had begun in parallel were asked for.
    expect(asked).toBeLessThanOrEqual(40);
    expect(
      lines.filter(({ message }) => message === "starts stopped"),
    ).toHaveLength(1);
    expect(lines).toContainEqual(
      expect.objectContaining({
        message: "not dispatched",
        fields: expect.objectContaining({ error: "TooManyRequestsException" }),
      }),
    );
    const stillWaiting = await Promise.all(waiting.map(statusOf));
    expect(
      stillWaiting.filter((status) => status === "waiting").length,
    ).toBeGreaterThanOrEqual(40);

    for (let minute = 0; minute < 3; minute++) {
      store().clock.nowMs += minuteMs;
      await dispatchDue();
    }
    const ids = new Set(starts.map((name) => name.split("_")[0]));
    expect(ids).toEqual(new Set([...waiting, ...accepted]));
  },
);

async function statusOf(id: string): Promise<Operation["status"] | undefined> {
  return (await store().operations.get(id))?.status;
}
