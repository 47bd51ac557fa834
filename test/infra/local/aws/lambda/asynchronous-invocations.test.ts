import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { InvocationOutcome } from "../../../../../infra/local/aws/lambda/sandbox-messages.ts";
import {
  createAsynchronousInvocations,
  type AsynchronousInvocationsOptions,
} from "../../../../../infra/local/aws/lambda/asynchronous-invocations.ts";
import { newFolder } from "../../../../fixtures/new-folder.ts";

const returned: InvocationOutcome = { status: "returned", payload: "null" };
const failed = (errorMessage: string): InvocationOutcome => ({
  status: "failed",
  error: { errorType: "TypeError", errorMessage },
});

/** Each attempt has the next outcome. The last outcome repeats. */
function start(
  [...outcomes]: InvocationOutcome[],
  options: Partial<AsynchronousInvocationsOptions> = {},
) {
  const attempts: string[] = [];
  const pausesMs: number[] = [];
  const lines: string[] = [];
  const invocations = createAsynchronousInvocations({
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
  return { invocations, attempts, pausesMs, lines };
}

describe("asynchronous invocations that fail", () => {
  test("are retried after one minute and after two more, and then the log says where the event went", async () => {
    const { invocations, attempts, pausesMs, lines } = start([
      failed("first"),
      failed("second"),
      failed("third"),
    ]);
    invocations.run("receiver", '{"id":1}');
    await invocations.idle();
    expect(attempts).toEqual(Array(3).fill('receiver {"id":1}'));
    expect(pausesMs).toEqual([60_000, 120_000]);
    expect(lines).toEqual([
      "receiver TypeError: first",
      "receiver TypeError: second",
      "receiver TypeError: third",
      "receiver The event went to the failure destination after 3 attempts.",
    ]);
  });

  test("have the rest of their attempts in the next process, if the first one ended before", async () => {
    const folder = newFolder();
    const failedOnce = Promise.withResolvers<void>();
    const first = createAsynchronousInvocations({
      folder,
      invoke: async (name) => (name === "handled" ? returned : failed("once")),
      onLog: () => failedOnce.resolve(),
    });
    first.run("handled", "{}");
    first.run("receiver", '{"id":1}');
    await failedOnce.promise;
    first.close();
    await first.idle();

    const { invocations, attempts, lines } = start([failed("again")], {
      folder,
    });
    await invocations.idle();
    expect(attempts).toEqual(Array(2).fill('receiver {"id":1}'));
    expect(lines.at(-1)).toMatch(/failure destination after 3 attempts/);
    expect(await readdir(folder)).toEqual([]);
  });
});
