import { StepFailure } from "../../shared/step-failure.ts";
import { isErasable, type Operation } from "../../shared/store/operation.ts";
import { chatAdapterOf } from "./chat/adapters.ts";
import { createMessages, resultAnswer } from "./chat/messages.ts";
import { postAnswer } from "./chat/post-answer.ts";
import { readStatusSchema } from "./read-status.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";
import { storedStatusSchema } from "./stored-status.ts";

/** Chat tools accept at most five late answers, for half an hour after the message. */
const maxAttempts = 5;
const answerWithinMs = 30 * 60_000;
const timeoutMs = 5_000;

/** Step "answer": sends the result to a chat user, if the receiver has said that an answer follows. */
export async function sendLateAnswer(run: StatusRelayRun): Promise<void> {
  await run.steps.idempotent("answer", () => postResult(run), { maxAttempts });
}

/** Step "erase data": erases the data of a status, if only the answer needed it. */
export async function eraseServedData({
  operation,
  store,
  steps,
}: StatusRelayRun): Promise<void> {
  await steps.store("erase data", async () => {
    const latest = await store.operations.get(operation.id);
    if (latest && isServed(latest)) await store.payloads.erase(latest);
  });
}

/** @throws StepFailure `too-late-to-answer`, or a failure of `postAnswer` */
async function postResult({
  operation,
  store,
  http,
  zone,
  nowMs,
}: StatusRelayRun): Promise<void> {
  const { operations, payloads } = store;
  const latest = await operations.get(operation.id);
  if (!latest?.isAnswerOwed) return;
  const status = await payloads.readData(operation, storedStatusSchema);
  const adapter = chatAdapterOf(status?.reply?.scheme);
  if (!status?.reply || !adapter) return;
  if (nowMs() > operation.eventAtMs + answerWithinMs)
    throw new StepFailure("too-late-to-answer");

  const shown =
    latest.type === "status.show" && latest.status === "succeeded"
      ? await payloads.readNote(operation, readStatusSchema)
      : undefined;
  const messages = createMessages({
    isPublic: adapter.isAnswerPublic,
    zone: status.reply.zone ?? zone,
    locale: status.reply.locale,
  });
  const answer = resultAnswer(messages, { operation: latest, status, shown });
  const { url } = status.reply;
  await postAnswer({ http, adapter, url, timeoutMs }, answer);
}

/**
 * Whether only an answer still needs the data of a status. A failed operation keeps its data for a retry. A status that
 * was read for a user is needed until the user is answered.
 */
export function isDone({
  type,
  status,
}: Pick<Operation, "type" | "status">): boolean {
  return type !== "status.show" && isErasable({ status });
}

/** Whether the data can be erased. A status that was read for a user is erased by the one who answers. */
function isServed(operation: Operation): boolean {
  return operation.type === "status.show"
    ? operation.isAnswerOwed === true
    : isDone(operation);
}
