import type { Where } from "../dynamodb/expressions.ts";
import { type ReasonCode, toReasonCode } from "../reason-codes.ts";
import { isHeldReason } from "./verbs.ts";
import type { AuditEntry, Operation, PersonFact } from "./operation.ts";

/** What we tell others of operations, persons, plans of lists, subscribers and outages (decision 20). */
export const noticeTypes = [
  "operation.needs_attention",
  "operation.failed",
  "operation.held",
  "operation.attended",
  "person.onboarded",
  "person.changed",
  "person.suspended",
  "person.resumed",
  "person.left",
  "plan.needs_attention",
  "subscriber.disabled",
  "outage.began",
  "outage.changed",
  "outage.over",
] as const;
export type NoticeType = (typeof noticeTypes)[number];
export type OutageNoticeType = Extract<NoticeType, `outage.${string}`>;

export type Notice = {
  /** Made of the operation's id and the index of an entry of its audit trail. It never changes. */
  id: string;
  /** The index of that entry. */
  index: number;
  type: NoticeType;
  atMs: number;
  /** Why the operation is open, or was open before it was attended; the cause of an outage. Absent for persons. */
  reason?: ReasonCode | undefined;
};

type Trail = Pick<Operation, "id" | "history">;
type StatusChange = Pick<AuditEntry, "status" | "reason">;

/** All notices of an operation, in the order of its audit trail. */
export function noticesOf({ id, history }: Trail): Notice[] {
  let person: PersonFact | undefined;
  return history.flatMap((entry, index) => {
    const about = operationNotice(history[index - 1], entry);
    // A second run of the operation may record the same fact again. One notice is enough.
    const fact = entry.person === person ? undefined : entry.person;
    person = entry.person ?? person;
    const place = { index, atMs: entry.atMs };
    const notices: Notice[] = [];
    if (about) notices.push({ id: `${id}_${index}`, ...place, ...about });
    if (fact)
      notices.push({
        id: `${id}_${index}_person`,
        ...place,
        type: `person.${fact}`,
      });
    return notices;
  });
}

/** What a change from one status to the next tells of an operation. */
function operationNotice(
  before: StatusChange | undefined,
  after: StatusChange,
): Pick<Notice, "type" | "reason"> | undefined {
  if (isOpen(after.status)) {
    const reason = toReasonCode(after.reason ?? "");
    if (after.status === "failed") return { type: "operation.failed", reason };
    return isHeldReason(reason)
      ? { type: "operation.held", reason }
      : { type: "operation.needs_attention", reason };
  }
  return before && isOpen(before.status)
    ? { type: "operation.attended", reason: toReasonCode(before.reason ?? "") }
    : undefined;
}

/**
 * Whether a change of status may have a notice, so that its write must mark the item. The earlier status is not known:
 * it is any that the condition `where` allows. If in doubt, the answer is yes: a mark without a notice costs little,
 * and a missing mark would lose a notice.
 */
export function mayHaveNotice(
  where: Where | readonly Where[],
  { status, person }: Pick<AuditEntry, "status" | "person">,
): boolean {
  if (isOpen(status) || person !== undefined) return true;
  return [where].flat().some(({ status: before }) => {
    if (before === undefined) return true;
    if (typeof before !== "object") return isOpen(before);
    return !("oneOf" in before) || before.oneOf.some(isOpen);
  });
}

/** Whether an operator has something to do. When that is over, the operation is `attended`. */
function isOpen(status: unknown): boolean {
  return status === "needs_attention" || status === "failed";
}

/** What an operation changed of the person, apart from their access. Undefined: nothing that others must know. */
export function personFactOf({
  status,
  result,
}: Pick<Operation, "status" | "result">): PersonFact | undefined {
  const isChanged = result?.personID !== undefined && !!result.changed?.length;
  return status === "succeeded" && isChanged ? "changed" : undefined;
}
