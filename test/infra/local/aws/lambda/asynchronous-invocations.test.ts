import { expect, test } from "vitest";
import type { InvocationOutcome } from "../../../../../infra/local/aws/lambda/sandbox-messages.ts";
import {
  createUnattended,
  type UnattendedOptions,
} from "../../../../../infra/local/aws/lambda/asynchronous-invocations.ts";

const returned: InvocationOutcome = { status: "returned", payload: "null" };
const failed = (errorMessage: string): InvocationOutcome => ({
  status: "failed",
  error: { errorType: "TypeError", errorMessage },
});

/** Each attempt gets the next outcome, and the last one from then on. */
function start(
  [...outcomes]: InvocationOutcome[],
  options: Partial<UnattendedOptions> = {},
) {
  const attempts: string[] = [];
  const pausesMs: number[] = [];
  const lines: string[] = [];
  const unattended = createUnattended({
    invoke: async (name, payload) => {
      attempts.push(`${name} ${payload}`);
      const [outcome = returned] = outcomes;
      if (outcomes.length > 1) outcomes.shift();
      return outcome;
    },
    sleepMs: async (durationMs) => {
      pausesMs.push(durationMs);
    },
    onLog: (name, line) => lines.push(`${name} ${line}`),
    ...options,
  });
  return { unattended, attempts, pausesMs, lines };
}

test("an invocation that succeeds runs once", async () => {
  const { unattended, attempts, lines } = start([returned]);
  unattended.run("receiver", "{}");
  expect(unattended.isBusy()).toBe(true);
  await unattended.idle();
  expect(attempts).toEqual(["receiver {}"]);
  expect(lines).toEqual([]);
  expect(unattended.isBusy()).toBe(false);
});

test("an invocation that fails is tried again after one minute and after two more, then its event is kept", async () => {
  const { unattended, attempts, pausesMs, lines } = start([
    failed("first"),
    failed("second"),
    failed("third"),
  ]);
  unattended.run("receiver", '{"id":1}');
  await unattended.idle();
  expect(attempts).toEqual(Array(3).fill('receiver {"id":1}'));
  expect(pausesMs).toEqual([60_000, 120_000]);
  expect(unattended.failures()).toEqual([
    {
      functionName: "receiver",
      payload: '{"id":1}',
      error: { errorType: "TypeError", errorMessage: "third" },
      attempts: 3,
    },
  ]);
  expect(lines).toEqual([
    "receiver TypeError: first",
    "receiver TypeError: second",
    "receiver TypeError: third",
    "receiver The event went to the failure destination after 3 attempts.",
  ]);
});

test("an invocation that succeeds when it is tried again is no failure", async () => {
  const { unattended, attempts, pausesMs } = start([failed("once"), returned], {
    timeScale: 0.5,
  });
  unattended.run("receiver", "{}");
  await unattended.idle();
  expect(attempts).toHaveLength(2);
  expect(pausesMs).toEqual([30_000]);
  expect(unattended.failures()).toEqual([]);
});

test("the failure destination keeps the last thousand events", async () => {
  const { unattended } = start([failed("always")]);
  for (let index = 0; index < 1001; index++)
    unattended.run("receiver", String(index));
  await unattended.idle();
  const failures = unattended.failures();
  expect(failures).toHaveLength(1000);
  expect(failures[0]?.payload).toBe("1");
});

test("closing ends the pauses, and nothing is tried again", async () => {
  let attempts = 0;
  const failedOnce = Promise.withResolvers<void>();
  const unattended = createUnattended({
    invoke: async () => {
      attempts += 1;
      return failed("always");
    },
    onLog: () => failedOnce.resolve(),
  });
  unattended.run("receiver", "{}");
  await failedOnce.promise;
  unattended.close();
  await unattended.idle();
  expect(attempts).toBe(1);
  expect(unattended.failures()).toEqual([]);
});

test("what an invocation answers after closing counts for nothing", async () => {
  const outcome = Promise.withResolvers<InvocationOutcome>();
  const lines: string[] = [];
  const unattended = createUnattended({
    invoke: () => outcome.promise,
    onLog: (_name, line) => lines.push(line),
  });
  unattended.run("receiver", "{}");
  unattended.close();
  outcome.resolve(failed("killed"));
  await unattended.idle();
  expect(lines).toEqual([]);
  expect(unattended.failures()).toEqual([]);
});
