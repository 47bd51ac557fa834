import { strict as assert } from "node:assert";
import { type SampleEvent, sendAsHr } from "./send.ts";
import { watchUntilEnd, type WatchedOperation } from "./watch.ts";
import type { Stack } from "../stack.ts";
import { describeStep } from "../../../shared/store/step-names.ts";
import { withProgress } from "../../cli/progress.ts";
import { columns, print } from "./terminal.ts";
import { drawTimeline, textBelow, timedLine } from "./timeline.ts";

/**
 * Follows an operation until it ends or waits, shows its progress meanwhile, and then prints its steps.
 *
 * @param sentAtMs - when the event was sent that started it
 */
export async function runOperation(
  { origin }: Stack,
  location: string,
  sentAtMs: number,
): Promise<WatchedOperation> {
  const operation = await withProgress("start the workflow", (update) =>
    watchUntilEnd(origin, location, ({ name, at }) => {
      if (Date.parse(at) >= sentAtMs) update(describeStep(name).text);
    }),
  );
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
): Promise<{ location: string; operation: WatchedOperation }> {
  print(`  A signed webhook goes to POST ${path}/hr:`);
  const answer = await sayAnswer(
    sentAtMs,
    sendAsHr(stack.origin, path, delivery, sentAtMs),
    ({ status }) => `answered ${status}: the event is stored`,
  );
  assert.equal(answer.status, 202, "the webhook must be accepted");
  const location = answer.headers.get("location") ?? "";
  const operation = await runOperation(stack, location, sentAtMs);
  return { location, operation };
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
