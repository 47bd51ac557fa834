import { expect, test } from "vitest";
import { createAsynchronousInvocations } from "../../../../infra/local/aws/lambda/asynchronous-invocations.ts";
import type { InvocationOutcome } from "../../../../infra/local/aws/lambda/sandbox-messages.ts";
import type { AwsFaults } from "../../../../infra/local/aws/aws-service.ts";

const returned: InvocationOutcome = { status: "returned", payload: "null" };

/** Half of the events arrive twice. The draws decide; after them, nothing happens. */
function drawing(...draws: number[]): AwsFaults {
  const half = { failingShare: 0.5, duplicateShare: 0.5 };
  return { ...half, maxDelayMs: 100, random: () => draws.shift() ?? 0.9 };
}

test("asynchronous events arrive twice, late and in another order", async () => {
  const arrived: string[] = [];
  const delays: number[] = [];
  const waits: PromiseWithResolvers<void>[] = [];
  const events = createAsynchronousInvocations({
    // The first event arrives twice, after 80 and 60 ms, and the second one once, after 20 ms.
    awsFaults: drawing(0.1, 0.8, 0.6, 0.9, 0.2),
    invoke: async (_name, payload) => {
      arrived.push(payload);
      return returned;
    },
    sleepMs: (durationMs) => {
      delays.push(durationMs);
      waits.push(Promise.withResolvers());
      return waits.at(-1)!.promise;
    },
  });
  events.run("receiver", "twice");
  events.run("receiver", "once");
  expect(delays).toEqual([80, 60, 20]);
  for (const index of [2, 1, 0]) waits[index]?.resolve();
  await events.idle();
  expect(arrived).toEqual(["once", "twice", "twice"]);
});
