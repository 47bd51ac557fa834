import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createSandboxPool } from "../../../../../infra/local/aws/lambda/sandbox.ts";
import { buildBundle } from "./fixtures/build-bundle.ts";

let bundle: string;
beforeAll(async () => {
  bundle = await buildBundle("plain-bundle");
});

function start(count: number) {
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
  const call = start(2);
  const counts: unknown[] = [];
  for (let calls = 0; calls < 4; calls++) counts.push(await call("count"));
  expect(counts).toEqual([1, 1, 2, 2]);
});

test("a sandbox takes one invocation at a time, and further ones wait for it", async () => {
  const call = start(2);
  const counts = await Promise.all(
    Array.from({ length: 6 }, () => call("count alone")),
  );
  expect(counts).not.toContain("together");
  expect(counts.filter((count) => count === 1)).toHaveLength(2);
});
