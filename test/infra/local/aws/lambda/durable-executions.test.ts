import { readdir } from "node:fs/promises";
import type { OperationUpdate } from "@aws/durable-execution-sdk-js";
import { describe, expect, test, beforeEach, vi } from "vitest";
import {
  checkpoint,
  pending,
  run,
  succeeded,
  createEngine,
  createSdkEngine,
  wait,
  type InvocationEvent,
} from "./fixtures/engines-for-test.ts";
import { newFolder } from "../../../../fixtures/new-folder.ts";
import { dayMs } from "../../../../../shared/durations.ts";
import type { DurableExecutions } from "../../../../../infra/local/aws/lambda/durable-executions.ts";

describe("an execution", () => {
  test("has at most 3,000 operations, in which each further attempt of a step counts", async () => {
    const step = (Id: string, Action: "START" | "RETRY"): OperationUpdate => ({
      Id,
      Type: "STEP",
      Action,
    });
    const engine = createEngine(async (event) => {
      const steps = Array.from({ length: 3_000 - 2 }, (_, index) =>
        step(`step ${index}`, "START"),
      );
      const used = await checkpoint(engine, event, ...steps);
      const next = (...updates: OperationUpdate[]) =>
        checkpoint(
          engine,
          { ...event, CheckpointToken: used.CheckpointToken ?? "" },
          ...updates,
        );
      await expect(
        next(
          step("one", "START"),
          step("two", "START"),
          step("three", "START"),
        ),
      ).rejects.toThrow("at most 3000 operations");
      await expect(
        next(
          step("one", "START"),
          step("two", "START"),
          step("step 0", "RETRY"),
        ),
      ).rejects.toThrow("at most 3000 operations");
      await next(step("one", "START"), step("step 0", "RETRY"));
      return succeeded;
    });
    expect(await run(engine)).toMatchObject({ status: "SUCCEEDED" });
  });

  test("does not store a result of a step above 256 KB, as on AWS", async () => {
    const stepping = (size: number) =>
      run(
        createSdkEngine((_event, context) =>
          context.step("large", async () => "x".repeat(size)),
        ),
      );
    expect(await stepping(200 * 1024)).toMatchObject({ status: "SUCCEEDED" });
    expect(await stepping(300 * 1024)).toMatchObject({ status: "FAILED" });
  });
});

test("a checkpoint is rejected if its token is not the latest one", async () => {
  const messages: unknown[] = [];
  const engine = createEngine(async (event) => {
    await checkpoint(engine, event, { Id: "a", Type: "STEP", Action: "START" });
    await checkpoint(engine, event).catch((error: unknown) => {
      messages.push(error);
    });
    return succeeded;
  });
  await run(engine);
  expect(messages).toMatchObject([
    {
      name: "InvalidParameterValueException",
      message: "Invalid Checkpoint Token",
    },
  ]);
});

test("an execution name can be used again more than fourteen days after its execution has ended", async () => {
  const folder = newFolder();
  let invocations = 0;
  let nowMs = 0;
  const engine = createEngine(
    async () => {
      invocations += 1;
      return succeeded;
    },
    { folder, nowMs: () => nowMs },
  );
  await run(engine, "a");
  nowMs = 14 * dayMs;
  await run(engine, "a");
  expect(invocations).toBe(1);
  nowMs += 1;
  await run(engine, "a");
  expect(invocations).toBe(2);
  expect(await readdir(folder)).toHaveLength(1);
});

describe("timing of durable executions", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test("a failed invocation is repeated with delays that grow to a minute, until the execution fails", async () => {
    const startedAtMs = Date.now();
    const atSeconds: number[] = [];
    const engine = createEngine(
      async () => {
        atSeconds.push(Math.round((Date.now() - startedAtMs) / 1000));
        throw new TypeError("crash");
      },
      { timeScale: 1 },
    );
    const ended = run(engine);
    await vi.runAllTimersAsync();
    expect(atSeconds).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    expect(await ended).toMatchObject({
      status: "FAILED",
      error: { ErrorType: "TypeError", ErrorMessage: "crash" },
    });
  });

  test("a waiting execution that a folder keeps continues in the next engine, and not before its time", async () => {
    const folder = newFolder();
    let invocations = 0;
    const invoke = async (
      event: InvocationEvent,
      engine: DurableExecutions,
    ) => {
      invocations += 1;
      if (invocations > 1) return succeeded;
      await checkpoint(engine, event, wait(60));
      return pending;
    };
    const options = { folder, timeScale: 1 };
    const first = createEngine(invoke, options);
    first.start({ functionName: "f", name: "a", payload: "{}" });
    await vi.advanceTimersByTimeAsync(1000);
    first.close();
    expect(vi.getTimerCount()).toBe(0);

    const second = createEngine(invoke, options);
    await vi.advanceTimersByTimeAsync(58_000);
    expect(invocations).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(second.list()).toMatchObject([{ name: "a", status: "SUCCEEDED" }]);
    // The name is taken, so this call starts no execution.
    await run(createEngine(invoke, options), "a");
    expect(invocations).toBe(2);
  });

  test("an execution that takes longer than seven days ends as timed out", async () => {
    const hours = 3600;
    let invocations = 0;
    const engine = createSdkEngine(
      async (_event, context) => {
        for (;;) {
          invocations += 1;
          await context.wait({ hours: 60 });
        }
      },
      { timeScale: 1 },
    );
    const ended = run(engine);
    await vi.advanceTimersByTimeAsync(167 * hours * 1000);
    expect(engine.list()).toMatchObject([{ status: "RUNNING" }]);
    const before = invocations;
    await vi.advanceTimersByTimeAsync(1 * hours * 1000);
    expect(await ended).toMatchObject({ status: "TIMED_OUT" });
    await vi.advanceTimersByTimeAsync(60 * hours * 1000);
    expect(invocations).toBe(before);
  });

  test("with faults of AWS, an execution begins late and a wait ends late", async () => {
    const atMs: number[] = [];
    const startedAtMs = Date.now();
    const engine = createSdkEngine(
      async (_event, context) => {
        atMs.push(Math.round((Date.now() - startedAtMs) / 100) * 100);
        await context.wait({ seconds: 10 });
      },
      { timeScale: 1, awsFaults: { maxDelayMs: 1_000, random: () => 0.4 } },
    );
    const ended = run(engine);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await ended).toMatchObject({ status: "SUCCEEDED" });
    expect(atMs).toEqual([400, 10_800]);
  });
});
