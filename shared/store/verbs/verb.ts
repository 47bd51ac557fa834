import type { Holds } from "../../employment/holds.ts";
import type { SeenPerson, Wanted } from "../../employment/move.ts";
import type { Limit, Ruling } from "../../employment/statement.ts";
import { isHoldReason } from "../hold-reasons.ts";
import type { Operation } from "../operation.ts";
import type { TrailReason } from "../trail-reasons.ts";

/** Everything that is known of a verb. The API, its documents, the command line and the console follow from it. */
export type VerbRecord = {
  /** As a command, without a full stop: "Cancel an operation that waits". */
  summary: string;
  /** What the documents of the API say beside the summary. */
  description?: string;
  /** The name of the button. */
  button: string;
  /** How the button looks: the usual next step, a step that cannot be undone, or neither. */
  tone: "usual" | "final" | "quiet";
  /** What it does, with one operation or several. */
  effect: string;
  /** What follows for the person, as far as the operation tells it. */
  consequence?: (operation: KnownOfOperation) => string | undefined;
  /** What the operator has done with one operation, as a sentence. */
  done: string;
  /** What became of many operations. It follows a count: "3 operations started again". Absent: only for one at a time. */
  many?: string;
  /** The field of the request that only this verb has: how long it applies, which may be left out, or a note. */
  field?: "hours" | "note";
  /** It does what was decided before, so nobody is asked again. */
  isUnasked?: true;
  /** Whether it applies to an operation as it is. */
  applies: (operation: VerbSubject) => boolean;
  /** The problem type of an operation to which it does not apply. */
  refusal:
    | "not-asked"
    | "not-held"
    | "not-in-grace"
    | "not-kept"
    | "not-missing"
    | "not-to-resolve"
    | "not-to-retry"
    | "not-waiting";
  /** Four-eyes principle: the caller that sent an event of these types must not use it. */
  fourEyes?: "all" | readonly string[];
  /** How the audit trail names it. */
  trail: TrailReason;
  /** What it says about the employment. Undefined: nothing. */
  rule?: (known: KnownOfEmployee) => RulingPart | undefined;
};

/** What decides about the verbs of an operation. */
export type VerbSubject = Pick<
  Operation,
  | "type"
  | "status"
  | "reason"
  | "phase"
  | "blockedBy"
  | "mayBeShown"
  | "disposition"
>;

/** An operation as the API shows it to a client that may be older or newer. */
export type KnownOfOperation = {
  type?: string;
  reason?: string | undefined;
  steps?: readonly { name: string; status: string }[];
};

/** What was said about the employee, and what we did and saw. */
export type KnownOfEmployee = {
  operation: Pick<Operation, "id" | "type" | "reason">;
  holds: Holds;
  wanted: Wanted;
  person: SeenPerson;
  atMs: number;
  /** How long a release is good. */
  untilMs: number;
};

/** A ruling without the time and without who says it. @default about the operation itself */
export type RulingPart = { about?: string } & (
  | { ruling: Exclude<Ruling["ruling"], "released"> }
  | { ruling: "rejected"; limit: "rename" }
  | { ruling: "released"; limit?: Limit | "contents"; untilMs?: number }
);

/** Until an operator releases or rejects the operation: a limit holds it, or it repeats what an operator ruled out. */
export function isHeld({ status, reason }: VerbSubject): boolean {
  return (
    status === "needs_attention" &&
    (isHoldReason(reason) || reason === "repeated-after-ruling")
  );
}

export function hasEndedBadly(operation: VerbSubject): boolean {
  const { status } = operation;
  return (
    status === "failed" || (status === "needs_attention" && !isHeld(operation))
  );
}

/** A limit can be shown by another operation than the one whose word it holds. */
export function heldStatementOf({ operation, wanted }: KnownOfEmployee) {
  const { id, reason } = operation;
  return reason === "rename-limit" ? id : (wanted.because ?? id);
}
