import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  CheckpointDurableExecutionCommand,
  DurableExecutionAlreadyStartedException,
  GetDurableExecutionCommand,
  GetDurableExecutionStateCommand,
  InvalidParameterValueException,
  InvalidRequestContentException,
  InvokeCommand,
  LambdaClient,
  RequestTooLargeException,
  ResourceNotFoundException,
  StopDurableExecutionCommand,
  type InvokeCommandInput,
} from "@aws-sdk/client-lambda";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import {
  startLambda,
  type LambdaOptions,
} from "../../../../../infra/local/aws/lambda/start-lambda.ts";
import { buildBundle } from "./fixtures/build-bundle.ts";

let workflowBundle: string;
let plainBundle: string;
beforeAll(async () => {
  workflowBundle = await buildBundle("workflow-bundle");
  plainBundle = await buildBundle("plain-bundle");
});

let folder: string;
const cleanups: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lambda-"));
  cleanups.push(() => rm(folder, { recursive: true }));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const expectedResult = { first: "1", branch: "1", flaky: "1", once: "1" };

async function start(options: Partial<LambdaOptions> = {}) {
  const waiting = new Map<string, () => void>();
  const effectsFile = join(folder, "effects.txt");
  const lambda = await startLambda({
    functions: {
      workflow: {
        bundle: workflowBundle,
        environment: { EFFECTS: effectsFile },
        durable: true,
      },
      plain: { bundle: plainBundle, environment: {} },
      "plain-workflow": {
        bundle: plainBundle,
        environment: {},
        durable: true,
      },
    },
    timeScale: 0.001,
    onLog: (_functionName, line) => waiting.get(line)?.(),
    ...options,
  });
  const client = new LambdaClient({
    endpoint: lambda.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  cleanups.push(lambda.close, () => client.destroy());
  return {
    ...lambda,
    client,
    logged: (line: string) =>
      new Promise<void>((resolve) => waiting.set(line, resolve)),
    invoke: (input: Partial<InvokeCommandInput>, event: unknown = {}) =>
      client.send(
        new InvokeCommand({
          FunctionName: "workflow:live",
          Payload: JSON.stringify(event),
          ...input,
        }),
      ),
    effects: async () =>
      (await readFile(effectsFile, "utf8").catch(() => ""))
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.split(" ")[1]),
  };
}

function parse(payload: Uint8Array | undefined): unknown {
  return JSON.parse(Buffer.from(payload ?? []).toString());
}

describe("Invoke", () => {
  test("returns the result of a function that is named by its name or its ARN", async () => {
    const { invoke } = await start();
    for (const FunctionName of [
      "plain",
      "arn:aws:lambda:us-east-1:000000000000:function:plain",
    ]) {
      const response = await invoke({ FunctionName }, { do: "describe" });
      expect(response.StatusCode).toBe(200);
      expect(response.FunctionError).toBeUndefined();
      expect(parse(response.Payload)).toMatchObject({ functionName: "plain" });
    }
  });

  test("returns a thrown error as a function error", async () => {
    const { invoke } = await start();
    const response = await invoke({ FunctionName: "plain" }, { do: "throw" });
    expect(response.FunctionError).toBe("Unhandled");
    expect(parse(response.Payload)).toEqual({
      errorType: "TypeError",
      errorMessage: "thrown",
    });
  });

  test("accepts an asynchronous invocation with status 202 and runs it", async () => {
    const { invoke, idle } = await start();
    const response = await invoke({
      FunctionName: "plain",
      InvocationType: "Event",
    });
    expect(response.StatusCode).toBe(202);
    expect(response.Payload ?? []).toHaveLength(0);
    await idle();
    const second = await invoke({ FunctionName: "plain" });
    expect(parse(second.Payload)).toBe(2);
  });

  test("answers a dry run with status 204 and does not run the function", async () => {
    const { invoke, idle } = await start();
    const response = await invoke({
      FunctionName: "plain",
      InvocationType: "DryRun",
    });
    expect(response.StatusCode).toBe(204);
    await idle();
    const first = await invoke({ FunctionName: "plain" });
    expect(parse(first.Payload)).toBe(1);
  });

  test("retries a failed asynchronous invocation twice, then sends its event to the failure destination", async () => {
    const lines: string[] = [];
    const { invoke, idle, failures } = await start({
      onLog: (name, line) => lines.push(`${name} ${line}`),
    });
    const event = { do: "throw" };
    await invoke({ FunctionName: "plain", InvocationType: "Event" }, event);
    await idle();
    expect(failures()).toEqual([
      {
        functionName: "plain",
        payload: JSON.stringify(event),
        error: { errorType: "TypeError", errorMessage: "thrown" },
        attempts: 3,
      },
    ]);
    expect(lines).toEqual([
      ...Array<string>(3).fill("plain TypeError: thrown"),
      "plain The event went to the failure destination after 3 attempts.",
    ]);
  });

  test("does not retry a failed synchronous invocation", async () => {
    const { invoke, idle, failures } = await start();
    await invoke({ FunctionName: "plain" }, { do: "throw" });
    await idle();
    const { Payload } = await invoke({ FunctionName: "plain" });
    expect(parse(Payload)).toBe(2);
    expect(failures()).toEqual([]);
  });

  test("sends an event for an unknown function to the failure destination", async () => {
    const { invokeAsynchronously, idle, failures } = await start();
    invokeAsynchronously("unknown", {});
    await idle();
    expect(failures()).toMatchObject([
      { error: { errorType: "ResourceNotFoundException" } },
    ]);
  });

  test("accepts more than 1 MB in a synchronous invocation, but not in an asynchronous one", async () => {
    const { invoke } = await start();
    const large = "x".repeat(1024 * 1024);
    const { Payload } = await invoke({ FunctionName: "plain" }, { large });
    expect(parse(Payload)).toBe(1);
    await expect(
      invoke({ FunctionName: "plain", InvocationType: "Event" }, { large }),
    ).rejects.toThrow(RequestTooLargeException);
  });

  test("answers ResourceNotFoundException for an unknown function", async () => {
    const { invoke } = await start();
    await expect(invoke({ FunctionName: "unknown" })).rejects.toThrow(
      ResourceNotFoundException,
    );
  });

  test("rejects a payload that is not JSON", async () => {
    const { invoke } = await start();
    await expect(
      invoke({ FunctionName: "plain", Payload: "{" }),
    ).rejects.toThrow(InvalidRequestContentException);
  });

  test("rejects a durable function without a qualifier, as AWS does", async () => {
    const { invoke, executions } = await start();
    await expect(invoke({ FunctionName: "workflow" })).rejects.toThrow(
      InvalidParameterValueException,
    );
    expect(executions()).toEqual([]);
  });
});

describe("a durable execution", () => {
  test("completes with the client of the bundled SDK", async () => {
    const { invoke, effects, client } = await start();
    const response = await invoke({ DurableExecutionName: "hire-1" });
    expect(parse(response.Payload)).toEqual(expectedResult);
    expect(await effects()).toEqual(["first", "flaky", "inside", "once"]);

    const described = await client.send(
      new GetDurableExecutionCommand({
        DurableExecutionArn: response.DurableExecutionArn,
      }),
    );
    expect(described).toMatchObject({
      DurableExecutionName: "hire-1",
      Status: "SUCCEEDED",
      StartTimestamp: expect.any(Date) as Date,
    });
  });

  test("can be described after it has succeeded, failed or been stopped", async () => {
    const { invoke, client, logged, idle } = await start();
    const describe = async (DurableExecutionArn: string | undefined) =>
      client.send(new GetDurableExecutionCommand({ DurableExecutionArn }));

    const succeeded = await invoke({});
    const description = await describe(succeeded.DurableExecutionArn);
    expect(description).toMatchObject({
      Status: "SUCCEEDED",
      EndTimestamp: expect.any(Date) as Date,
    });
    expect(JSON.parse(description.Result ?? "")).toEqual(expectedResult);

    const failed = await invoke({ FunctionName: "plain-workflow:live" });
    expect(await describe(failed.DurableExecutionArn)).toMatchObject({
      Status: "FAILED",
      Error: {
        ErrorMessage: "The function returned no durable execution output.",
      },
      EndTimestamp: expect.any(Date) as Date,
    });

    const hangs = logged("hangs at first");
    const { DurableExecutionArn } = await invoke(
      { InvocationType: "Event" },
      { hangAt: "first" },
    );
    await hangs;
    expect(await describe(DurableExecutionArn)).toMatchObject({
      Status: "RUNNING",
    });
    const stop = new StopDurableExecutionCommand({
      DurableExecutionArn,
      Error: { ErrorType: "Lost", ErrorMessage: "stopped by a test" },
    });
    const { StopTimestamp } = await client.send(stop);
    await idle();
    expect(await describe(DurableExecutionArn)).toMatchObject({
      Status: "STOPPED",
      Error: { ErrorType: "Lost", ErrorMessage: "stopped by a test" },
      EndTimestamp: StopTimestamp,
    });
    // A second stop changes nothing.
    expect((await client.send(stop)).StopTimestamp).toEqual(StopTimestamp);
  });

  test("is not found by GetDurableExecution and StopDurableExecution if it is unknown or its retention is over", async () => {
    let laterMs = 0;
    const { invoke, client } = await start({
      nowMs: () => Date.now() + laterMs,
    });
    const { DurableExecutionArn = "" } = await invoke({});
    const notFound = {
      name: "ResourceNotFoundException",
      $metadata: { httpStatusCode: 404 },
    };
    const expectNotFound = async (arn: string) => {
      const input = { DurableExecutionArn: arn };
      await expect(
        client.send(new GetDurableExecutionCommand(input)),
      ).rejects.toMatchObject(notFound);
      await expect(
        client.send(new StopDurableExecutionCommand(input)),
      ).rejects.toMatchObject(notFound);
    };
    await expectNotFound(DurableExecutionArn.replace(/.$/, "z"));
    laterMs = 15 * 24 * 60 * 60_000;
    await expectNotFound(DurableExecutionArn);
  });

  test("completes with a clock that stands still and with a clock that is a year ahead", async () => {
    for (const nowMs of [() => 0, () => Date.now() + 366 * 24 * 60 * 60_000]) {
      const { invoke, idle, executions } = await start({ nowMs });
      await invoke({ InvocationType: "Event" }, { failures: 2 });
      await idle();
      expect(executions()).toMatchObject([{ status: "SUCCEEDED" }]);
    }
  });

  test("does not start in a dry run, which gets status 204", async () => {
    const { invoke, executions } = await start();
    const response = await invoke({ InvocationType: "DryRun" });
    expect(response.StatusCode).toBe(204);
    expect(executions()).toEqual([]);
  });

  test("starts by an asynchronous invocation, which gets status 202 and the ARN immediately", async () => {
    const { invoke, idle, executions } = await start();
    const response = await invoke({
      DurableExecutionName: "hire-1",
      InvocationType: "Event",
    });
    expect(response.StatusCode).toBe(202);
    expect(response.DurableExecutionArn).toContain(
      "/durable-execution/hire-1/",
    );
    await idle();
    expect(executions()).toMatchObject([
      { name: "hire-1", status: "SUCCEEDED" },
    ]);
  });

  test("retries a step until it succeeds", async () => {
    const { invoke, effects } = await start();
    const response = await invoke({}, { failures: 3 });
    expect(parse(response.Payload)).toEqual({ ...expectedResult, flaky: "4" });
    expect((await effects()).filter((name) => name === "flaky")).toHaveLength(
      4,
    );
  });

  test("throws the error of a step without remaining attempts in the workflow", async () => {
    const { invoke } = await start();
    const response = await invoke({}, { failures: 9 });
    expect(parse(response.Payload)).toEqual({
      ...expectedResult,
      flaky: "Error",
    });
  });

  test("runs once if fifty concurrent requests start it under one name", async () => {
    const { invoke, idle, effects, executions } = await start();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        invoke({ DurableExecutionName: "hire-1", InvocationType: "Event" }),
      ),
    );
    expect(
      new Set(responses.map(({ DurableExecutionArn }) => DurableExecutionArn)),
    ).toHaveLength(1);
    await idle();
    await invoke({ DurableExecutionName: "hire-1", InvocationType: "Event" });
    await idle();
    expect(executions()).toHaveLength(1);
    expect(await effects()).toEqual(["first", "flaky", "inside", "once"]);
  });

  test("rejects a start under the same name with another payload", async () => {
    const { invoke } = await start();
    await invoke({ DurableExecutionName: "hire-1" }, { failures: 0 });
    await expect(
      invoke({ DurableExecutionName: "hire-1" }, { failures: 1 }),
    ).rejects.toThrow(DurableExecutionAlreadyStartedException);
  });

  test("survives a crash during a step, and repeats that step", async () => {
    const { invoke, logged, killSandboxes, effects } = await start();
    const hangs = logged("hangs at first");
    const response = invoke({}, { hangAt: "first" });
    await hangs;
    await killSandboxes();
    expect(parse((await response).Payload)).toEqual({
      ...expectedResult,
      first: "2",
    });
    expect(await effects()).toEqual([
      "first",
      "first",
      "flaky",
      "inside",
      "once",
    ]);
  });

  test("never repeats an at-most-once step that a crash interrupted", async () => {
    const { invoke, logged, killSandboxes, effects } = await start();
    const hangs = logged("hangs at once");
    const response = invoke({}, { hangAt: "once" });
    await hangs;
    await killSandboxes();
    expect(parse((await response).Payload)).toEqual({
      ...expectedResult,
      once: "StepInterruptedError",
    });
    expect((await effects()).filter((name) => name === "once")).toHaveLength(1);
  });

  test("continues in a new process after its process was killed", async () => {
    const effectsFile = join(folder, "effects.txt");
    const script = fileURLToPath(
      new URL("./fixtures/lambda-process.ts", import.meta.url),
    );
    const child = spawn(
      process.execPath,
      [script, workflowBundle, folder, effectsFile, '{"hangAt":"once"}'],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [line] = (await once(
      createInterface({ input: child.stdout }),
      "line",
    )) as [string];
    expect(line).toBe("hangs at once");
    child.kill("SIGKILL");
    await once(child, "exit");

    const { idle, executions, effects } = await start({ folder });
    await idle();
    expect(executions()).toMatchObject([{ status: "SUCCEEDED" }]);
    expect(JSON.parse(executions()[0]?.result ?? "")).toEqual({
      ...expectedResult,
      once: "StepInterruptedError",
    });
    expect(await effects()).toEqual(["first", "flaky", "inside", "once"]);
  });

  test("is not invoked again after a stop, and later checkpoints of its sandbox are rejected", async () => {
    const { client, invoke, logged, effects, idle, executions } = await start();
    const hangs = logged("hangs at once");
    const { DurableExecutionArn } = await invoke(
      { InvocationType: "Event" },
      { hangAt: "once" },
    );
    await hangs;
    const token = executions()[0]?.checkpointToken;
    const { StopTimestamp } = await client.send(
      new StopDurableExecutionCommand({ DurableExecutionArn }),
    );
    expect(StopTimestamp).toBeInstanceOf(Date);
    await idle();
    await expect(
      client.send(
        new CheckpointDurableExecutionCommand({
          DurableExecutionArn,
          CheckpointToken: token,
          Updates: [],
        }),
      ),
    ).rejects.toThrow(/^Invalid Checkpoint Token/);
    expect(await effects()).toEqual(["first", "flaky", "inside", "once"]);
  });

  test("accepts a checkpoint over HTTP only with its latest token", async () => {
    const { client, invoke, logged, executions } = await start();
    const hangs = logged("hangs at once");
    const { DurableExecutionArn } = await invoke(
      { InvocationType: "Event" },
      { hangAt: "once" },
    );
    await hangs;
    const CheckpointToken = executions()[0]?.checkpointToken;
    const { Operations } = await client.send(
      new GetDurableExecutionStateCommand({
        DurableExecutionArn,
        CheckpointToken,
      }),
    );
    expect(Operations?.map(({ Name, Type, Status }) => [Name ?? Type, Status]))
      // As on AWS, the children of an ended context are left out.
      .toEqual([
        ["EXECUTION", "STARTED"],
        ["first", "SUCCEEDED"],
        ["pause", "SUCCEEDED"],
        ["flaky", "SUCCEEDED"],
        ["branch", "SUCCEEDED"],
        ["once", "STARTED"],
      ]);
    const pause = Operations?.find(({ Name }) => Name === "pause");
    expect(pause?.WaitDetails?.ScheduledEndTimestamp).toBeInstanceOf(Date);

    const checkpoint = new CheckpointDurableExecutionCommand({
      DurableExecutionArn,
      CheckpointToken,
      Updates: [],
    });
    const { CheckpointToken: next } = await client.send(checkpoint);
    expect(next).not.toBe(CheckpointToken);
    await expect(client.send(checkpoint)).rejects.toThrow(
      InvalidParameterValueException,
    );
  });

  test("keeps neither its input nor its steps after its end", async () => {
    const { invoke, executions } = await start();
    await invoke({ DurableExecutionName: "hire-1" }, { secret: "hush" });
    const stored = JSON.stringify(executions());
    expect(stored).toContain("hire-1");
    expect(stored).not.toContain("hush");
    expect(stored).not.toContain("inside");
  });
});
