/**
 * Why an operation failed, was cancelled, or carries a warning. A code is all that logs, the engine's history and the
 * operations API hold of an error: messages can quote names, addresses and tokens. `reason-texts/` explains each code
 * to operators, and `docs/reason-codes.md` shows the table.
 *
 * - `uncertain`: the platform may hold something that we do not know, so the operation needs attention.
 * - `decision`: only a person can decide what happens next, so the operation needs attention.
 * - `failure`: nothing is left half done; the operation fails and can be retried.
 * - `note`: why an operation was cancelled, or what a warning is about.
 */
export const reasonCodes = {
  "answer-unreadable": "uncertain",
  "claim-lost": "uncertain",
  "deletion-unfinished": "uncertain",
  interrupted: "uncertain",
  "outcome-unknown": "uncertain",
  "person-belongs-to-another": "uncertain",
  "person-missing": "uncertain",
  "person-not-listed": "uncertain",
  "person-not-recorded": "uncertain",

  "deletion-limit": "decision",
  "deletion-began": "decision",
  "disable-limit": "decision",
  "employee-has-person": "decision",
  "end-said-before": "decision",
  "execution-lost": "decision",
  "last-day-before-start": "decision",
  "lookup-missing": "decision",
  "never-ran": "decision",
  "name-required": "decision",
  "person-differs": "decision",
  "person-has-contents": "decision",
  "person-protected": "decision",
  "record-id-refused": "decision",
  "record-invalid": "decision",
  "record-not-found": "decision",
  "record-of-another": "decision",
  "rename-limit": "decision",
  "rehire-unclear": "decision",
  "repeated-after-ruling": "decision",
  "scope-missing": "decision",
  "source-busy": "decision",
  "source-error": "decision",
  "source-misconfigured": "decision",
  "source-missing": "decision",
  "source-refused": "decision",
  "source-unreachable": "decision",
  "source-unreadable": "decision",
  "tasks-or-streams-incomplete": "decision",
  "unknown-employee": "decision",
  "username-or-email-taken": "decision",
  "waits-for-decision": "decision",

  "answer-refused": "failure",
  "answer-undelivered": "failure",
  "avatar-address-not-allowed": "failure",
  "avatar-content-encoding": "failure",
  "avatar-http-status": "failure",
  "avatar-not-an-image": "failure",
  "avatar-redirected": "failure",
  "avatar-timeout": "failure",
  "avatar-too-large": "failure",
  "avatar-unreachable": "failure",
  "avatar-url-not-allowed": "failure",
  "avatar-wrong-dimensions": "failure",
  "data-erased": "failure",
  "employee-busy": "failure",
  "employee-changed": "failure",
  "foreign-origin": "failure",
  "limit-contended": "failure",
  "login-failed": "failure",
  "login-refused": "failure",
  "not-allowed": "failure",
  "password-erased": "failure",
  "payload-too-new": "failure",
  "person-not-admitted": "failure",
  "platform-busy": "failure",
  "platform-error": "failure",
  "platform-refused": "failure",
  "platform-unreachable": "failure",
  "record-busy": "failure",
  "secret-denied": "failure",
  "secret-malformed": "failure",
  "secret-missing": "failure",
  "secret-unavailable": "failure",
  "store-denied": "failure",
  "store-unavailable": "failure",
  "too-late-to-answer": "failure",
  unexpected: "failure",

  "already-left": "note",
  "belongs-to-another": "note",
  "cancelled-by-caller": "note",
  "changed-since": "note",
  "deletion-not-allowed": "note",
  differs: "note",
  "employee-suspended": "note",
  expired: "note",
  "grace-raised": "note",
  "hired-since": "note",
  left: "note",
  "left-since": "note",
  "newer-change": "note",
  "newer-status": "note",
  "no-event": "note",
  "not-active": "note",
  "not-supported-by-platform": "note",
  "nothing-to-cancel": "note",
  "owned-by-person": "note",
  rehired: "note",
  rejected: "note",
  "rename-ignored": "note",
  "tasks-not-seeded": "note",
  resolved: "note",
  "terminated-since": "note",
  "termination-cancelled": "note",
  "too-old": "note",
} as const satisfies Record<
  string,
  "uncertain" | "decision" | "failure" | "note"
>;

/** A row of the table. */
export type ReasonRow = keyof typeof reasonCodes;

/** Rows whose codes end in the HTTP status of an answer: `platform-refused-409`. */
type StatusRow = "answer-refused" | "platform-error" | "platform-refused";

export type ReasonCode =
  Exclude<ReasonRow, StatusRow> | `${StatusRow}-${number}`;

/** Whether the platform may hold something that the operation does not know. */
export function isUncertain(code: ReasonCode): boolean {
  return reasonCodes[rowOf(code)] === "uncertain";
}

/** Whether nothing is left to do, for the workflow and for operators: the operation is cancelled with this code. */
export function isNote(code: ReasonCode): boolean {
  return reasonCodes[rowOf(code)] === "note";
}

/** Whether a person must look at an operation that failed with this code. */
export function needsAttention(code: ReasonCode): boolean {
  return isUncertain(code) || reasonCodes[rowOf(code)] === "decision";
}

/** Reads a code back from text, such as the engine's history. Text that is no code of ours becomes `unexpected`. */
export function toReasonCode(text: string): ReasonCode {
  return isReasonCode(text) ? text : "unexpected";
}

/** The row of a code: the code without the HTTP status of an answer. */
export function rowOf(code: ReasonCode): ReasonRow {
  const row = withoutStatus(code);
  return isRow(row) ? row : "unexpected";
}

function isReasonCode(text: string): text is ReasonCode {
  const row = withoutStatus(text);
  return isRow(row) && isStatusRow(row) === (row !== text);
}

function isRow(text: string): text is ReasonRow {
  return Object.hasOwn(reasonCodes, text);
}

function isStatusRow(row: string): boolean {
  return /^(?:answer-refused|platform-error|platform-refused)$/.test(row);
}

function withoutStatus(text: string): string {
  return text.replace(/-\d{3}$/, "");
}
