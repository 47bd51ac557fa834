import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InvocationOutcome } from "../../../../../infra/local/aws/lambda/sandbox-messages.ts";
import { startScheduleLoop } from "../../../../../infra/local/aws/event-bridge/start-scheduled-rule.ts";

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

/** A scheduleLoop whose runs end when the test says so. */
function start() {
  const calls: { name: string; event: unknown }[] = [];
  const runs: PromiseWithResolvers<InvocationOutcome>[] = [];
  const lines: string[] = [];
  const scheduleLoop = startScheduleLoop({
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
  return { scheduleLoop, calls, runs, lines };
}

test("each minute the function gets EventBridge's scheduled event, and not before the first has passed", async () => {
  const { calls, runs } = start();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual([
    {
      name: "scheduler-handler",
      event: {
        version: "0",
        id: expect.any(String) as string,
        "detail-type": "Scheduled Event",
        source: "aws.events",
        account: "000000000000",
        time: "2026-01-02T03:05:05Z",
        region: "us-east-1",
        resources: [
          "arn:aws:events:us-east-1:000000000000:rule/scheduler-handler",
        ],
        detail: {},
      },
    },
  ]);
  runs[0]?.resolve(returned);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(2);
});

test("a beat that comes while the function runs is skipped", async () => {
  const { calls, runs } = start();
  await vi.advanceTimersByTimeAsync(180_000);
  runs[0]?.resolve(returned);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toHaveLength(2);
});

test("a run on demand begins at once and is waited for", async () => {
  const { scheduleLoop, calls, runs } = start();
  let isFinal = false;
  const run = scheduleLoop.run().then(() => {
    isFinal = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(1);
  expect(isFinal).toBe(false);
  runs[0]?.resolve(returned);
  await run;
});

test("a run on demand follows the one that is going on, also when that one fails", async () => {
  const { scheduleLoop, calls, runs } = start();
  await vi.advanceTimersByTimeAsync(60_000);
  const run = scheduleLoop.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(1);
  runs[0]?.resolve(failed);
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(2);
  runs[1]?.resolve(returned);
  await run;
});

test("a failure is told to who asked for the run, and to the log when nobody did", async () => {
  const { scheduleLoop, calls, runs, lines } = start();
  const message = "scheduler-handler failed. TypeError: no table";
  const refusal = scheduleLoop.run().catch(String);
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

test("closing leaves no timer, and a run that it cuts off is no failure", async () => {
  const { scheduleLoop, calls, runs, lines } = start();
  await vi.advanceTimersByTimeAsync(60_000);
  await scheduleLoop.close();
  expect(vi.getTimerCount()).toBe(0);
  runs[0]?.resolve(failed);
  await scheduleLoop.run();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toHaveLength(1);
  expect(lines).toEqual([]);
});
