import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { InvocationOutcome } from "../../../../../infra/local/aws/lambda/sandbox-messages.ts";
import { startScheduledRule } from "../../../../../infra/local/aws/event-bridge/start-scheduled-rule.ts";

const returned: InvocationOutcome = { status: "returned", payload: "null" };
const failed: InvocationOutcome = {
  status: "failed",
  error: { errorType: "TypeError", errorMessage: "no table" },
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2, 3, 4, 5) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a rule. The test settles each invocation itself. */
function start() {
  const calls: { name: string; event: unknown }[] = [];
  const runs: PromiseWithResolvers<InvocationOutcome>[] = [];
  const lines: string[] = [];
  const rule = startScheduledRule({
    functionName: "scheduler-handler",
    everyMs: 60_000,
    invoke: (name, event) => {
      const run = Promise.withResolvers<InvocationOutcome>();
      calls.push({ name, event });
      runs.push(run);
      return run.promise;
    },
    onLog: (name, line) => lines.push(`${name} ${line}`),
  });
  return { rule, calls, runs, lines };
}

describe("local scheduled rule", () => {
  test("invokes the function each minute, after the first minute", async () => {
    const { calls, runs } = start();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual([{ name: "scheduler-handler", event: {} }]);
    runs[0]?.resolve(returned);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(2);
  });

  test("skips a tick while the function runs", async () => {
    const { calls, runs } = start();
    await vi.advanceTimersByTimeAsync(180_000);
    runs[0]?.resolve(returned);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });

  test("reports a failure to the caller of run(), and a failure of a timed invocation to the log", async () => {
    const { rule, calls, runs, lines } = start();
    const message = "scheduler-handler failed. TypeError: no table";
    const refusal = rule.run().catch(String);
    await vi.advanceTimersByTimeAsync(0);
    runs[0]?.resolve(failed);
    expect(await refusal).toBe(`Error: ${message}`);
    expect(lines).toEqual([]);

    await vi.advanceTimersByTimeAsync(60_000);
    runs[1]?.resolve(failed);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual([`scheduler-handler Error: ${message}`]);
    expect(calls).toHaveLength(3);
  });
});
