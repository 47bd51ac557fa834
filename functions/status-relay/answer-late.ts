import { HttpFailure } from "../../shared/community/http.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { isErasable, type Operation } from "../../shared/store/operation.ts";
import { answerOf } from "./answer.ts";
import { dialectOf } from "./chat/dialects.ts";
import { createMessages } from "./chat/messages.ts";
import { shownSchema } from "./read-status.ts";
import type { StatusRun } from "./status-run.ts";
import { storedStatusSchema } from "./stored-status.ts";

/** What chats allow: so many answers, so long after the question. */
const maxAttempts = 5;
const answerWithinMs = 30 * 60_000;
const timeoutMs = 5_000;

/**
 * Tells somebody in chat what became of what they asked, if the receiver could not wait for it and told them so; and erases
 * what nobody needs any more.
 */
export async function answerLate(run: StatusRun): Promise<void> {
  const { operation, store, steps } = run;
  // Who asked was told when the status was set; that it ran out they know.
  if (operation.phase !== "restore")
    await settle(
      steps.idempotent("answer", () => answer(run), { maxAttempts }),
    );
  await steps.store("erase data", async () => {
    const now = await store.operations.get(operation.id);
    if (now && isServed(now)) await store.payloads.erase(operation);
  });
}

/**
 * @throws StepFailure `too-late-to-answer`; `answer-undelivered`, worth another attempt; `answer-refused-<status>`, which
 *   is where a redirect ends too
 */
async function answer({
  operation,
  store,
  http,
  zone,
  nowMs,
}: StatusRun): Promise<void> {
  const { operations, payloads } = store;
  const now = await operations.get(operation.id);
  if (!now?.isAnswerOwed) return;
  const status = await payloads.data(operation, storedStatusSchema);
  const dialect = dialectOf(status?.reply?.scheme);
  if (!status?.reply || !dialect) return;
  if (nowMs() > operation.eventAtMs + answerWithinMs)
    throw new StepFailure("too-late-to-answer");

  const noted =
    now.type === "status.show" && now.status === "succeeded"
      ? await payloads.noted(operation, shownSchema)
      : undefined;
  const messages = createMessages({ isPublic: dialect.isPublic, zone });
  const text = answerOf(messages, {
    operation: now,
    status,
    shown: noted?.shown,
  });
  const { status: answered } = await http({
    method: "POST",
    url: new URL(status.reply.url),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(dialect.answer(text)),
    timeoutMs,
  }).catch((error: unknown) => {
    // Sent and not answered, it may have been read: twice would be one too many.
    const wasSent = error instanceof HttpFailure && error.sent;
    throw new StepFailure("answer-undelivered", { retryable: !wasSent });
  });
  if (answered >= 300)
    throw new StepFailure(`answer-refused-${answered}`, {
      retryable: answered >= 500 || answered === 429,
    });
}

/** What was not done may be done again, and what was read is erased by the receiver that tells it. */
function isServed({ type, status, reason, isAnswerOwed }: Operation): boolean {
  return type === "status.show"
    ? isAnswerOwed === true
    : isErasable({ status }) || reason === "not-active";
}
