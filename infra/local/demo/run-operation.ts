import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import type { ShownOperation } from "../../../functions/operations/contract.ts";
import { describeStep } from "../../../shared/store/step-names.ts";
import { createApiClient } from "../../cli/api/client.ts";
import { withProgress } from "../../cli/progress.ts";
import { opsToken } from "../credentials.ts";
import type { Stack } from "../stack.ts";
import { type SampleEvent, sendAsHr } from "./send.ts";
import { columns, drawTimeline, textBelow, timedLine } from "./timeline.ts";

const readEveryMs = 40;
const maxWaitMs = 30_000;

export function print(line: string): void {
  console.log(line);
}

/** The operators' API as the caller `ops`. */
export function operatorsOf({ origin }: Stack) {
  return createApiClient(
    { name: "demo", origin, key: opsToken },
    {
      fetch,
      nowMs: Date.now,
      sleepMs: async (ms) => {
        await sleep(ms);
      },
    },
  );
}

/**
 * Follows an operation until it ends or waits, shows its progress meanwhile, and then prints its steps.
 *
 * @param sentAtMs - when the event was sent that started it
 */
export async function runOperation(
  stack: Stack,
  id: string,
  sentAtMs: number,
): Promise<ShownOperation> {
  const { operations } = operatorsOf(stack);
  const operation = await withProgress("start the workflow", async (update) => {
    for (;;) {
      const read = await operations.get(id);
      const latest = read.steps.at(-1);
      if (latest && Date.parse(latest.at) >= sentAtMs)
        update(describeStep(latest.name).text);
      if (read.status !== "accepted" && read.status !== "running") return read;
      assert.ok(Date.now() < sentAtMs + maxWaitMs, `${id} is ${read.status}`);
      await sleep(readEveryMs);
    }
  });
  const { steps } = operation;
  for (const line of drawTimeline(steps, { sentAtMs, width: columns() }))
    print(line);
  return operation;
}

/** Sends an event as the HR system, prints the answer, and follows the operation that it names. */
export async function runEventOfHr(
  stack: Stack,
  path: string,
  delivery: SampleEvent,
  sentAtMs: number,
): Promise<ShownOperation> {
  print(`  A signed webhook goes to POST ${path}/hr:`);
  const answer = await sayAnswer(
    sentAtMs,
    sendAsHr(stack.origin, path, delivery, sentAtMs),
    ({ status }) => `answered ${status}: the event is stored`,
  );
  assert.equal(answer.status, 202, "the webhook must be accepted");
  const location = answer.headers.get("location") ?? "";
  return runOperation(stack, location.replace("/operations/", ""), sentAtMs);
}

/**
 * Waits for the answer to a request, shows the progress meanwhile, and prints the answer.
 *
 * @param describe - the line that stands for the answer
 */
export async function sayAnswer<T>(
  sentAtMs: number,
  answering: Promise<T>,
  describe: (answer: T) => string,
): Promise<T> {
  const answer = await withProgress("wait for the answer", () => answering);
  print(timedLine(Date.now() - sentAtMs, describe(answer)));
  return answer;
}

/** As {@link sayAnswer}, for a text that a user of a chat tool gets. */
export async function sayChatAnswer(
  sentAtMs: number,
  answering: Promise<string>,
): Promise<void> {
  const text = await sayAnswer(
    sentAtMs,
    answering,
    () => "answered, visible to this user only:",
  );
  for (const line of textBelow(text, columns())) print(line);
}
