import { join } from "node:path";
import * as z from "zod";
import { expect, test, onTestFinished } from "vitest";
import {
  createSandbox,
  type SandboxOptions,
  createSandboxPool,
} from "../../../../../infra/local/aws/lambda/sandbox.ts";
import { isThorough } from "../../../../resilience/effort.ts";

const bundle = join(import.meta.dirname, "fixtures/plain-bundle.ts");

function start(options: Partial<SandboxOptions> = {}) {
  const lines: string[] = [];
  const sandbox = createSandbox({
    functionName: "plain",
    bundle,
    environment: { GREETING: "hello" },
    onLog: (functionName, line) => lines.push(`${functionName}: ${line}`),
    ...options,
  });
  onTestFinished(sandbox.kill);
  return {
    ...sandbox,
    lines,
    call: (what: string) => sandbox.invoke(JSON.stringify({ do: what })),
  };
}

test("the handler gets Lambda's context and only its own environment", async () => {
  const { call } = start();
  const outcome = await call("describe");
  const result = z
    .looseObject({ environment: z.array(z.string()) })
    .parse(JSON.parse(outcome.status === "returned" ? outcome.payload : ""));
  expect(result).toMatchObject({
    functionName: "plain",
    arn: "arn:aws:lambda:us-east-1:000000000000:function:plain",
    hasTime: true,
    requestIdLength: 36,
  });
  expect(result.environment).toContain("GREETING");
  expect(result.environment).toContain("AWS_LAMBDA_FUNCTION_NAME");
  expect(result.environment).not.toContain("PATH");
});

test("a thrown error is a function error and does not end the worker", async () => {
  const { call } = start();
  expect(await call("throw")).toEqual({
    status: "failed",
    error: { errorType: "TypeError", errorMessage: "thrown" },
  });
  expect(await call("count")).toEqual({ status: "returned", payload: "2" });
});

test("an invocation that does not end fails at its timeout", async () => {
  const { call } = start({ timeoutMs: 300 });
  expect(await call("spin")).toEqual({
    status: "failed",
    error: {
      errorType: "Sandbox.Timedout",
      errorMessage: "Task timed out after 0.30 seconds",
    },
  });
  expect(await call("count")).toEqual({ status: "returned", payload: "1" });
});

test("a sandbox that freezes does nothing between two invocations, and goes on with the next one", async () => {
  const frozen = start({ freezes: true });
  const running = start();
  expect(await frozen.call("pulse")).toMatchObject({ payload: "1" });
  await running.call("pulse");
  const pulses = () => frozen.lines.length;
  await expect.poll(() => running.lines.length).toBeGreaterThan(20);
  const before = pulses();
  await expect.poll(() => running.lines.length).toBeGreaterThan(60);
  expect(pulses()).toBe(before);
  expect(await frozen.call("count")).toMatchObject({ payload: "2" });
  await expect.poll(pulses).toBeGreaterThan(before);
});

test.runIf(isThorough)(
  "an invocation of a sandbox that freezes ends when it needs more than 512 MB",
  async () => {
    const { call } = start({ freezes: true });
    expect(await call("fill memory")).toMatchObject({
      status: "failed",
      error: { errorMessage: expect.stringContaining("memory") as string },
    });
    expect(await call("count")).toMatchObject({ payload: "1" });
  },
);

function startPool(count: number) {
  const options = { functionName: "plain", bundle, environment: {} };
  const pool = createSandboxPool(options, count);
  onTestFinished(pool.kill);
  return async (what: string): Promise<unknown> => {
    const outcome = await pool.invoke(JSON.stringify({ do: what }));
    return outcome.status === "returned"
      ? JSON.parse(outcome.payload)
      : outcome.error.errorType;
  };
}

test("invocations in a row take turns in the sandboxes, and each sandbox has its own memory", async () => {
  const call = startPool(2);
  const counts: unknown[] = [];
  for (let calls = 0; calls < 4; calls++) counts.push(await call("count"));
  expect(counts).toEqual([1, 1, 2, 2]);
});

test("a sandbox takes one invocation at a time, and further ones wait for it", async () => {
  const call = startPool(2);
  const counts = await Promise.all(
    Array.from({ length: 6 }, () => call("count alone")),
  );
  expect(counts).not.toContain("together");
  expect(counts.filter((count) => count === 1)).toHaveLength(2);
});
