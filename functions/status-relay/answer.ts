import type { Operation } from "../../shared/store/operation.ts";
import type { Messages } from "./chat/messages.ts";

type AnswerFacts = {
  operation: Pick<Operation, "type" | "status" | "reason">;
  /** What was asked for. */
  status: { text: string; expiresAtMs?: number | undefined };
  /** What was read, where that was asked: empty for none, and undefined when somebody was told it before. */
  shown?: string | undefined;
};

/** What somebody is told who asked in chat, once nothing happens to their operation any more. */
export function answerOf(
  messages: Messages,
  { operation, status, shown }: AnswerFacts,
): string {
  if (operation.reason === "not-active") return messages.notActive();
  if (operation.reason === "newer-status") return messages.superseded();
  if (operation.reason === "expired") return messages.expired();
  // Cancelled for another reason is a status that was shown and ended otherwise than planned.
  if (!["succeeded", "waiting", "cancelled"].includes(operation.status))
    return messages.failed();
  if (operation.type === "status.show")
    return shown === undefined ? messages.toldBefore() : messages.shown(shown);
  return status.text === "" ? messages.cleared(status) : messages.set(status);
}
