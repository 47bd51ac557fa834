import { readdir } from "node:fs/promises";
import type { OperationUpdate } from "@aws/durable-execution-sdk-js";
import { describe, expect, test } from "vitest";
import {
  checkpoint,
  pending,
  run,
  succeeded,
  useEngines,
  wait,
} from "./fixtures/engines-for-test.ts";

const { createEngine, createSdkEngine, createFolder } = useEngines();

describe("an execution", () => {
  test("has at most 3,000 operations, in which each further attempt of a step counts", async () => {
    const step = (Id: string, Action: "START" | "RETRY"): OperationUpdate => ({
      Id,
      Type: "STEP",
      Action,
    });
    const engine = createEngine(async (event) => {
      const steps = Array.from({ length: 2_998 }, (_, index) =>
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

  test("fails immediately if the workflow is pending without a scheduled wait or retry", async () => {
    expect(await run(createEngine(async () => pending))).toMatchObject({
      status: "FAILED",
      error: { ErrorType: "NothingPending" },
    });
  });
});

describe("a checkpoint", () => {
  test("is rejected if its token is not the latest one", async () => {
    const messages: unknown[] = [];
    const engine = createEngine(async (event) => {
      await checkpoint(engine, event, {
        Id: "a",
        Type: "STEP",
        Action: "START",
      });
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
});

describe("an execution name", () => {
  test("can be used again after maxEndedExecutions later executions have ended", async () => {
    const folder = await createFolder();
    let invocations = 0;
    const engine = createEngine(
      async () => {
        invocations += 1;
        return succeeded;
      },
      { folder, maxEndedExecutions: 2 },
    );
    for (const name of ["a", "b", "c"]) await run(engine, name);
    expect(engine.list().map(({ name }) => name)).toEqual(["b", "c"]);
    expect(await readdir(folder)).toHaveLength(2);
    await run(engine, "c");
    await run(engine, "a");
    expect(invocations).toBe(4);
  });
});

test("an execution that a checkpoint ended is not invoked again after a crash", async () => {
  const folder = await createFolder();
  const stored = Promise.withResolvers<void>();
  const first = createEngine(
    async (event) => {
      const result: OperationUpdate = {
        Id: "result",
        Type: "EXECUTION",
        Action: "SUCCEED",
        Payload: '"done"',
      };
      await checkpoint(first, event, wait(60), result);
      stored.resolve();
      return new Promise(() => {});
    },
    { folder },
  );
  first.start({ functionName: "f", name: "a", payload: '"hush"' });
  await stored.promise;
  first.close();

  const second = createEngine(() => expect.fail("invoked again"), { folder });
  await second.idle();
  expect(second.list()).toMatchObject([
    { name: "a", status: "SUCCEEDED", result: '"done"', payload: "" },
  ]);
});
