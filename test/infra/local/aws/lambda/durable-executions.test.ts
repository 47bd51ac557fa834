import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  withDurableExecution,
  type DurableExecutionHandler,
  type DurableExecutionInvocationInput,
  type OperationUpdate,
} from "@aws/durable-execution-sdk-js";
import type { Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createDurableExecutions,
  type DurableExecutions,
  type DurableExecutionsOptions,
} from "../../../../../infra/local/aws/lambda/durable-executions.ts";

type Event = DurableExecutionInvocationInput;
type Options = Partial<DurableExecutionsOptions>;

const lambdaContext = {
  awsRequestId: "request",
  getRemainingTimeInMillis: () => 30_000,
} as Context;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Creates an engine whose function makes the two calls of the SDK itself. */
function createEngine(
  invoke: (event: Event, engine: DurableExecutions) => Promise<unknown>,
  options: Options = {},
) {
  const engine: DurableExecutions = createDurableExecutions({
    timeScale: 0.001,
    ...options,
    invoke: (_functionName, event) => invoke(event, engine),
  });
  cleanups.push(() => engine.close());
  return engine;
}

/** Creates an engine that runs a workflow with the SDK. */
function createSdkEngine(workflow: DurableExecutionHandler, options?: Options) {
  return createEngine(
    (event, { client }) =>
      withDurableExecution(workflow, { durableExecutionClient: client })(
        event,
        lambdaContext,
      ),
    options,
  );
}

async function run(engine: DurableExecutions, name?: string) {
  const { arn } = engine.start({ functionName: "f", name, payload: "{}" });
  return engine.settled(arn);
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "executions-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
}

const pending = { Status: "PENDING" };
const succeeded = { Status: "SUCCEEDED" };

function wait(seconds: number, Id = "wait"): OperationUpdate {
  return {
    Id,
    Type: "WAIT",
    Action: "START",
    WaitOptions: { WaitSeconds: seconds },
  };
}

async function checkpoint(
  engine: DurableExecutions,
  { DurableExecutionArn, CheckpointToken }: Event,
  ...Updates: OperationUpdate[]
) {
  return engine.client.checkpoint({
    DurableExecutionArn,
    CheckpointToken,
    Updates,
  });
}

describe("an execution", () => {
  test("ends with the result of the workflow, or with the name and message of its error", async () => {
    expect(await run(createSdkEngine(async () => "done"))).toMatchObject({
      status: "SUCCEEDED",
      result: '"done"',
    });
    const failing = createSdkEngine(async () => {
      throw new RangeError("too far");
    });
    expect(await run(failing)).toMatchObject({
      status: "FAILED",
      error: { ErrorType: "RangeError", ErrorMessage: "too far" },
    });
  });

  test("ends with a result that is too large for the output of an invocation", async () => {
    const size = 7 * 1024 * 1024;
    const { status, result } = await run(
      createSdkEngine(async () => "x".repeat(size)),
    );
    expect(status).toBe("SUCCEEDED");
    expect(result).toHaveLength(size + 2);
  });

  test("fails immediately if the workflow is pending without a scheduled wait or retry", async () => {
    expect(await run(createEngine(async () => pending))).toMatchObject({
      status: "FAILED",
      error: { ErrorType: "NothingPending" },
    });
  });

  test("fails immediately and names the operation type if the engine does not support it", async () => {
    const engine = createSdkEngine((_event, context) =>
      context.waitForCallback("approval", async () => {}),
    );
    const { status, error } = await run(engine);
    expect(status).toBe("FAILED");
    expect(error?.ErrorMessage).toContain(
      "does not support CALLBACK operations",
    );
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

  test("is rejected after its invocation has ended", async () => {
    const events: Event[] = [];
    const engine = createEngine(async (event) => {
      events.push(event);
      const isFirst = events.length === 1;
      if (isFirst) await checkpoint(engine, event, wait(1));
      return isFirst ? pending : succeeded;
    });
    await run(engine);
    for (const event of events) {
      await expect(checkpoint(engine, event)).rejects.toThrow(
        "Invalid Checkpoint Token",
      );
    }
  });

  test.each<{ what: string; updates: OperationUpdate[] }>([
    {
      what: "whose parent does not exist",
      updates: [{ Id: "b", ParentId: "?", Type: "STEP", Action: "START" }],
    },
    {
      what: "that starts a step twice",
      updates: [
        { Id: "b", Type: "STEP", Action: "START" },
        { Id: "b", Type: "STEP", Action: "START" },
      ],
    },
    {
      what: "that ends a step twice",
      updates: [
        { Id: "b", Type: "STEP", Action: "SUCCEED" },
        { Id: "b", Type: "STEP", Action: "FAIL" },
      ],
    },
    {
      what: "with an action that its type does not allow",
      updates: [{ Id: "b", Type: "CONTEXT", Action: "RETRY" }],
    },
  ])("changes nothing if it contains an update $what", async ({ updates }) => {
    const ids: (string | undefined)[] = [];
    const engine = createEngine(async (event) => {
      await expect(
        checkpoint(
          engine,
          event,
          { Id: "a", Type: "STEP", Action: "START" },
          ...updates,
        ),
      ).rejects.toThrow(/^Invalid/);
      const { Operations } = await engine.client.getExecutionState(event);
      ids.push(...(Operations ?? []).map(({ Type }) => Type));
      return succeeded;
    });
    expect(await run(engine)).toMatchObject({ status: "SUCCEEDED" });
    expect(ids).toEqual(["EXECUTION"]);
  });

  test("returns the operations that have become due, and the function is invoked again immediately", async () => {
    let invocations = 0;
    const engine = createEngine(async (event) => {
      invocations += 1;
      if (invocations > 1) return succeeded;
      const { CheckpointToken = "" } = await checkpoint(engine, event, wait(0));
      const { NewExecutionState } = await checkpoint(engine, {
        ...event,
        CheckpointToken,
      });
      expect(NewExecutionState?.Operations).toMatchObject([
        { Id: "wait", Status: "SUCCEEDED" },
      ]);
      return pending;
    });
    expect(await run(engine)).toMatchObject({ status: "SUCCEEDED" });
    expect(invocations).toBe(2);
  });
});

describe("an execution name", () => {
  test("has 1 to 64 letters, digits, hyphens and underscores", () => {
    const engine = createEngine(async () => succeeded);
    for (const name of ["", "a b", "a.b", "x".repeat(65)]) {
      expect(() =>
        engine.start({ functionName: "f", name, payload: "{}" }),
      ).toThrow("1 to 64 letters");
    }
    engine.start({ functionName: "f", name: "x".repeat(64), payload: "{}" });
  });

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

  test("can be used again after the retention", async () => {
    let nowMs = 0;
    const engine = createEngine(async () => succeeded, {
      nowMs: () => nowMs,
      retentionMs: 1000,
    });
    await run(engine, "a");
    const again = () =>
      engine.start({ functionName: "f", name: "a", payload: "[]" });
    nowMs = 1000;
    expect(again).toThrow("another payload");
    nowMs = 1001;
    expect(again).not.toThrow();
  });
});

describe("timing", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    cleanups.push(() => vi.useRealTimers());
  });

  test("a failed invocation is repeated with growing delays until the execution fails", async () => {
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

  test("an invocation fails if its output is not that of a durable function", async () => {
    const engine = createEngine(async () => ({ statusCode: 200 }));
    const ended = run(engine);
    await vi.runAllTimersAsync();
    const { error } = await ended;
    expect(error?.ErrorMessage).toContain("no durable execution output");
  });

  test("a successful invocation resets the count of failed invocations", async () => {
    let invocations = 0;
    const engine = createEngine(
      async (event) => {
        invocations += 1;
        if (invocations % 2 === 1) throw new Error("crash");
        if (invocations === 8) return succeeded;
        await checkpoint(engine, event, wait(1, `wait ${invocations}`));
        return pending;
      },
      { maxFailedInvocations: 2 },
    );
    const ended = run(engine);
    await vi.runAllTimersAsync();
    expect(await ended).toMatchObject({ status: "SUCCEEDED" });
  });

  test("a wait that is longer than the maximum delay of a timer does not end early", async () => {
    const day = 24 * 3600;
    let invocations = 0;
    const engine = createSdkEngine(
      async (_event, context) => {
        invocations += 1;
        await context.wait("long", { days: 60 });
        return "awake";
      },
      { timeScale: 1 },
    );
    const ended = run(engine);
    await vi.advanceTimersByTimeAsync(59 * day * 1000);
    expect(engine.list()).toMatchObject([{ status: "RUNNING" }]);
    await vi.advanceTimersByTimeAsync(2 * day * 1000);
    expect(await ended).toMatchObject({ result: '"awake"' });
    expect(invocations).toBe(2);
  });

  test("a waiting execution of a folder continues in the next engine, and not before its time", async () => {
    const folder = await createFolder();
    let invocations = 0;
    const invoke = async (event: Event, engine: DurableExecutions) => {
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

  test.each(["close", "stop"] as const)(
    "the outcome of an invocation after %s is ignored",
    async (what) => {
      const sandbox = Promise.withResolvers<unknown>();
      const engine = createEngine(() => sandbox.promise);
      const { arn } = engine.start({ functionName: "f", payload: "{}" });
      engine[what](arn);
      const before = engine.list();
      sandbox.reject(new Error("killed"));
      await vi.runAllTimersAsync();
      expect(engine.list()).toEqual(before);
      expect(before).toMatchObject([{ failedInvocations: 0 }]);
    },
  );

  test("a late invocation of an ended execution does not end the next execution with the same name", async () => {
    const sandboxes: PromiseWithResolvers<unknown>[] = [];
    const engine = createEngine(
      () => {
        const sandbox = Promise.withResolvers<unknown>();
        sandboxes.push(sandbox);
        return sandbox.promise;
      },
      { maxEndedExecutions: 0 },
    );
    const start = () =>
      engine.start({ functionName: "f", name: "a", payload: "{}" });
    engine.stop(start().arn);
    start();
    sandboxes[0]?.resolve(succeeded);
    await vi.runAllTimersAsync();
    expect(engine.list()).toMatchObject([{ name: "a", status: "RUNNING" }]);
  });

  test("close() cancels all timers and ends no execution", async () => {
    const engine = createEngine(async (event) => {
      await checkpoint(engine, event, wait(60));
      return pending;
    });
    const ended = run(engine);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    engine.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(await ended).toMatchObject({ status: "RUNNING" });
    await engine.idle();
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

test("the engine names a damaged file in its error", async () => {
  const folder = await createFolder();
  await writeFile(join(folder, "torn.json"), '{"id":');
  expect(() => createEngine(async () => succeeded, { folder })).toThrow(
    join(folder, "torn.json"),
  );
});

test("two thousand ended executions keep only their names and results", async () => {
  const engine = createSdkEngine(async (_event, context) => {
    await context.step("one", async () => "x".repeat(1000));
    await context.step("two", async () => "y".repeat(1000));
    return "done";
  });
  for (let index = 0; index < 2000; index++) {
    engine.start({
      functionName: "f",
      payload: JSON.stringify("z".repeat(1000)),
    });
  }
  await engine.idle();
  const documents = engine.list();
  expect(documents).toHaveLength(2000);
  for (const document of documents) {
    expect(document.status).toBe("SUCCEEDED");
    expect(JSON.stringify(document).length).toBeLessThan(800);
  }
});
