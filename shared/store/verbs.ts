import { describePlan } from "./describe-plan.ts";
import { hasCome, type Timeline } from "../employment/timeline.ts";
import type { SeenPerson, Wanted } from "../employment/move.ts";
import type { KnownRuling, Limit } from "../employment/statement.ts";
import { type EventType, eventTypes, takesAccess } from "../event-types.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { LimitName } from "./daily-limits.ts";
import type { Operation, phases } from "./operation.ts";

/** Everything that is known of a verb. The API, its documents, the command line and the console follow from it. */
export type VerbRecord = {
  /** As a command, without a full stop: "Cancel an operation that waits". */
  summary: string;
  /** What the documents of the API say beside the summary. */
  description?: string;
  /** The name of the button. `{event}` stands for the event of the operation, such as "termination". */
  button: string;
  /** How the button looks: the usual next step, a step that cannot be undone, or neither. */
  tone: "usual" | "final" | "quiet";
  /** What it does, with one operation or several. */
  effect: string;
  /** What it means for the employee, as far as the operation tells. It stands after an id: "E-1 keeps their access". */
  consequence?: (operation: KnownOfOperation) => string | undefined;
  /** What the operator has done with one operation, as a sentence. */
  done: string;
  /** What became of many operations, after a count: "3 operations started again". Absent: only for one at a time. */
  many?: string;
  /** The field of the request that only this verb has: how long it applies, which may be left out, or a note. */
  field?: "hours" | "note";
  /** It does what was decided before, so the operator is not asked to confirm it. */
  isUnasked?: true;
  /** The only type of event whose operations it can be for. Absent: all. */
  eventType?: EventType;
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
  trail: string;
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
  | "sameAs"
> &
  Partial<Pick<Operation, "history">>;

/** An operation as the API shows it to a client that may be older or newer. */
export type KnownOfOperation = {
  type?: string;
  reason?: string | undefined;
  phase?: Operation["phase"];
  /** When it is due, as people say it: "on 1 Jan 2027". */
  due?: string | undefined;
  steps?: readonly { name: string; status: string }[];
};

/** What was said about the employee, and what we did and saw. */
export type KnownOfEmployee = {
  operation: Pick<Operation, "id" | "type" | "reason" | "sameAs">;
  timeline: Timeline;
  wanted: Wanted;
  person: SeenPerson;
  unfinished: readonly { id: string }[];
  atMs: number;
  /** A release counts until then. */
  untilMs: number;
};

/** What a verb decides about a statement. `about`: @default the statement of the operation itself. */
export type RulingPart = { about?: string } & Pick<
  KnownRuling,
  "ruling" | "limit" | "untilMs"
>;

const deletion = {
  released: "is deleted with all contents, which cannot be undone",
  rejected: "stays, disabled, and so do their contents",
};

/**
 * The reasons of operations that are held: a limit of people, or what a leaver has published. `released` and `rejected`
 * say what then happens to the person.
 */
const held = {
  "disable-limit": {
    limit: "disable",
    released: "loses their access",
    rejected: "keeps their access",
    rejection: { ruling: "rejected" },
  },
  "deletion-limit": {
    limit: "delete",
    ...deletion,
    rejection: { ruling: "kept" },
  },
  "rename-limit": {
    limit: "rename",
    released: "gets the new names",
    rejected: "keeps their names",
    rejection: { ruling: "rejected", limit: "rename" },
  },
  "person-has-contents": {
    limit: "contents",
    ...deletion,
    rejection: { ruling: "kept" },
  },
} as const satisfies Record<
  LimitName | "person-has-contents",
  {
    limit: Limit | "contents";
    released: string;
    rejected: string;
    rejection: RulingPart;
  }
>;
type HeldReason = keyof typeof held;

export const heldReasons: readonly string[] = Object.keys(held);

/** Whether an operation with this reason is held, until an operator releases or rejects it. */
export function isHeldReason(reason = ""): reason is HeldReason {
  return Object.hasOwn(held, reason);
}

/** The verb with which an operator answers a question that only HR can decide. */
function answer<R extends RulingPart["ruling"]>(
  ruling: R,
  question: ReasonCode,
  eventType: EventType,
  words: Pick<VerbRecord, "summary" | "button" | "effect">,
) {
  const what = eventType === "employee.hired" ? "hire" : "termination";
  return {
    ...words,
    description: `For a ${what} that asks \`${question}\`.`,
    tone: "usual",
    done: "You answered the question.",
    eventType,
    applies: ({ status, reason }: VerbSubject) =>
      status === "needs_attention" && reason === question,
    refusal: "not-asked",
    fourEyes: "all",
    trail: ruling,
    rule: () => ({ ruling }),
  } as const;
}

/** What an operator can do with one operation (decision 19), in the order in which it is offered. */
const table = {
  "is-a-rehire": answer("is-a-rehire", "rehire-unclear", "employee.hired", {
    summary: "Answer that a hire without a start date is a rehire",
    button: "It is a rehire",
    effect:
      "The employee is employed again, from the day of the event. The person gets access again, or a new person is created.",
  }),
  repeats: answer("repeats", "rehire-unclear", "employee.hired", {
    summary: "Answer that a hire without a start date repeats an earlier one",
    button: "It repeats an earlier hire",
    effect:
      "The hire changes nothing. Neither do later hires without a start date, until a hire names a start date.",
  }),
  "has-left": answer(
    "has-left",
    "last-day-before-start",
    "employee.terminated",
    {
      summary: "Answer that the employee has left",
      button: "The employee has left",
      effect:
        "The employment ends at once, and what is planned is withdrawn. The person loses their access, and is deleted after the grace period or kept.",
    },
  ),
  "is-an-earlier-one": answer(
    "is-an-earlier-one",
    "last-day-before-start",
    "employee.terminated",
    {
      summary: "Answer that a termination is about an earlier employment",
      button: "It is about an earlier employment",
      effect: "The termination changes nothing. The person keeps their access.",
    },
  ),
  "keeps-the-end": answer(
    "keeps-the-end",
    "end-said-before",
    "employee.hired",
    {
      summary: "Answer that the next employment keeps the end",
      button: "The next employment keeps the end",
      effect:
        "The next employment ends on the last day that was said before the hire. After that day, the person loses their access.",
    },
  ),
  "has-no-end": answer("has-no-end", "end-said-before", "employee.hired", {
    summary: "Answer that the next employment has no end",
    button: "The next employment has no end",
    effect:
      "The last day that was said before the hire does not count. The next employment goes on until a termination.",
  }),

  retry: {
    summary: "Start an operation again that failed or needs attention",
    description:
      "Also one that waits with `blockedBy`, but none that is held or whose retry would end in the same way. During an outage, a probe follows within a minute. Each step looks whether it took effect before it writes.",
    button: "Retry the {event}",
    tone: "usual",
    effect:
      "The work starts again with the data of the event. Each step looks whether it took effect before it writes.",
    done: "You started the operation again.",
    many: "started again",
    isUnasked: true,
    applies: (operation) =>
      (hasEndedBadly(operation) && !isLost(operation)) ||
      (operation.status === "waiting" && operation.blockedBy !== undefined),
    refusal: "not-to-retry",
    trail: "retried",
  },
  cancel: {
    summary: "Cancel an operation that waits",
    description:
      "200 if the work had not started, 202 if the work is being undone. A hire or an adoption is not cancelled after its person got access: send a termination. An earlier start, last day or suspension that the event had replaced does not come back.",
    button: "Cancel the {event}",
    tone: "final",
    effect:
      "The operation ends as cancelled, and what it has begun is undone. What the event had replaced, such as an earlier last day, does not come back.",
    consequence: (operation) => {
      const { type, steps = [], due = "" } = operation;
      const hasDisabled = steps.some(
        ({ name, status }) =>
          name === "disable person" && status === "succeeded",
      );
      if (hasDisabled && type === "employee.terminated")
        return "is enabled again, and will not be deleted";
      return hasDisabled
        ? "is enabled again"
        : `will not ${describePlan(operation)} ${due}`.trimEnd();
    },
    done: "You cancelled the operation.",
    many: "cancelled",
    // Not cancelled: a hire or an adoption whose person got access, because a person without an employment is never
    // deleted; a status that the profile may show; and an event for which another operation counts (`sameAs`), except
    // a termination.
    applies: (operation) => {
      const { type, status, phase, mayBeShown = false, sameAs } = operation;
      return (
        status === "waiting" &&
        phase !== "avatar" &&
        !isBlockedInExtras(operation) &&
        !mayBeShown &&
        (sameAs === undefined || type === "employee.terminated")
      );
    },
    refusal: "not-waiting",
    trail: "cancelled-by-caller",
    rule: ({ operation: { sameAs = "" }, timeline: { employments } }) => {
      // A termination that repeats another one cancels that one, as long as its end counts.
      const isOfOther = employments.some(({ end }) => end?.word.id === sameAs);
      return { ...(isOfOther && { about: sameAs }), ruling: "cancelled" };
    },
  },
  release: {
    summary: "Release a held operation",
    description:
      "From a limit for `hours`, at most 24 and 1 if they are absent; the person still counts in the limit. An event that repeats one that was rejected or cancelled counts from then on.",
    button: "Release the {event}",
    tone: "final",
    effect:
      "The operation is no longer held, and its work goes on. In a limit of people, the person still counts.",
    consequence: ({ reason }) =>
      isHeldReason(reason)
        ? held[reason].released
        : "is handled as an event says that was ruled out before",
    done: "You released the operation.",
    many: "released",
    field: "hours",
    applies: isHeld,
    refusal: "not-held",
    fourEyes: "all",
    trail: "released",
    rule: (known) => {
      const { reason } = known.operation;
      if (!isHeldReason(reason)) return { ruling: "released" };
      const about = heldStatementOf(known);
      const { untilMs } = known;
      return { about, ruling: "released", limit: held[reason].limit, untilMs };
    },
  },
  reject: {
    summary: "End a held operation",
    description:
      "It ends as `cancelled` with `rejected`. A person whom the limit kept from being disabled or renamed stays as they are; a person whose deletion is rejected stays disabled. An event that this one had replaced counts again. An event that repeats one that was rejected or cancelled changes nothing.",
    button: "Reject the {event}",
    tone: "final",
    effect:
      "The operation ends as cancelled and does not do what its event asks. A person whom it has disabled stays disabled.",
    consequence: ({ reason }) =>
      isHeldReason(reason) ? held[reason].rejected : undefined,
    done: "You rejected the operation.",
    many: "rejected",
    applies: isHeld,
    refusal: "not-held",
    fourEyes: "all",
    trail: "rejected",
    rule: (known) => {
      const { reason } = known.operation;
      return isHeldReason(reason)
        ? { about: heldStatementOf(known), ...held[reason].rejection }
        : { ruling: "rejected" };
    },
  },
  resolve: {
    summary: "Close an operation that you have repaired by hand",
    description:
      "For an operation that failed or needs attention, and that is not held. The audit trail keeps the note, so it must not contain personal data. The data of the event is erased. An earlier start, last day or suspension that the event had replaced does not come back. What is still to come, such as the end of a suspension, waits in this operation if no other one waits for it.",
    button: "Resolve the {event}",
    tone: "quiet",
    effect:
      "The operation ends as cancelled, because you repaired its cause by hand. The person does not change. A termination that you resolve deletes nobody later, and a suspension still ends on its day.",
    done: "You resolved the operation.",
    many: "resolved",
    field: "note",
    applies: hasEndedBadly,
    refusal: "not-to-resolve",
    // Like `reject`, it ends an operation that takes a person's access away, without doing it.
    fourEyes: eventTypes.filter(takesAccess),
    trail: "resolved",
    rule: (known) => {
      const { operation, unfinished, wanted } = known;
      if (isToCome(known)) return { ruling: "cancelled" };
      if (operation.type !== "employee.terminated") return undefined;
      // The operator has seen to the person, who is not deleted: also if the end that asks for the deletion was said by
      // another operation, and no other one is open.
      const isAlone = unfinished.every(({ id }) => id === operation.id);
      const isOfOther = wanted.is === "deleted" && isAlone;
      const about = isOfOther ? wanted.because : undefined;
      return { ...(about !== undefined && { about }), ruling: "kept" };
    },
  },
  "confirm-gone": {
    summary:
      "Confirm that the person of a termination is gone from the platform",
    description:
      "Continues a termination that ended with `person-missing`, after an operator has checked on the platform that the person is gone and not hidden.",
    button: "Confirm that the person is gone",
    tone: "final",
    effect:
      "The termination goes on as if the platform had deleted the person. Check with an administrator's account that the person is gone, and not only hidden.",
    done: "You confirmed that the person is gone.",
    eventType: "employee.terminated",
    applies: ({ status, reason }) =>
      status === "needs_attention" && reason === "person-missing",
    refusal: "not-missing",
    fourEyes: "all",
    trail: "confirmed-gone",
    rule: () => ({ ruling: "confirmed-gone" }),
  },
  "delete-now": {
    summary:
      "Delete the person of a termination before the end of its grace period",
    description: "Also before the end of `minGraceDays`.",
    button: "Delete the person now",
    tone: "final",
    effect:
      "The grace period ends at once, and the platform deletes the person with all that they published and the replies of others to it. A deletion cannot be undone.",
    done: "You ended the grace period.",
    eventType: "employee.terminated",
    applies: ({ status, phase }) => status === "waiting" && phase === "grace",
    refusal: "not-in-grace",
    fourEyes: "all",
    trail: "deleted-now",
    rule: () => ({ ruling: "delete-now" }),
  },
  enable: {
    summary: "Enable a person whom a termination has kept",
    description:
      "The deletion was rejected, or the disposition is `disable`. The operation ends as `cancelled`. Not while the person is suspended.",
    button: "Enable the person",
    tone: "quiet",
    effect:
      "The person whom this termination has kept can sign in again, and the operation ends as cancelled.",
    done: "You asked to enable the person.",
    eventType: "employee.terminated",
    applies: ({ status, reason, disposition }) =>
      disposition === "disable" &&
      (status === "succeeded" ||
        (status === "cancelled" && reason === "rejected")),
    refusal: "not-kept",
    trail: "enabled",
    rule: () => ({ ruling: "cancelled" }),
  },
} as const satisfies Record<string, VerbRecord>;

type Table = typeof table;
export type Verb = keyof Table;

export const verbRecords: Record<Verb, VerbRecord> = table;
export const verbs: readonly Verb[] = Object.keys(table).filter(
  (name): name is Verb => Object.hasOwn(table, name),
);

/** The verbs for many operations at once. */
export type BulkVerb = {
  [One in Verb]: Table[One] extends { many: string } ? One : never;
}[Verb];
export const bulkVerbs: readonly BulkVerb[] = verbs.filter(isBulkVerb);

export function isBulkVerb(verb: Verb): verb is BulkVerb {
  return "many" in table[verb];
}

/**
 * The verbs that apply to an operation as it is. The store decides when a verb is used: the operation may have changed
 * by then, and `enable` also depends on the employee.
 */
export function verbsFor(operation: VerbSubject): Verb[] {
  return verbs.filter((verb) => isApplicable(verb, operation));
}

/** Why a caller cannot use a verb on an operation now: the problem type of the answer. Undefined: the caller can. */
export function refusalOf(
  verb: Verb,
  operation: VerbSubject & SentEvent,
  { name, scopes }: { name: string; scopes: readonly string[] },
): VerbRefusal | undefined {
  if (!isApplicable(verb, operation)) return verbRecords[verb].refusal;
  if (!scopes.includes("operate")) return "forbidden";
  return needsOtherCaller(verb, operation, name)
    ? "sent-by-yourself"
    : undefined;
}
type SentEvent = Pick<Operation, "caller" | "type">;
export type VerbRefusal =
  VerbRecord["refusal"] | "forbidden" | "sent-by-yourself";
export type RefusalOfVerb = (verb: Verb) => VerbRefusal | undefined;

function isApplicable(verb: Verb, operation: VerbSubject): boolean {
  const { eventType = operation.type, applies } = verbRecords[verb];
  return eventType === operation.type && applies(operation);
}

export function trailOf(verb: Verb): TrailReason {
  return table[verb].trail;
}

/** Whether the four-eyes principle keeps the caller `name` from using a verb. */
export function needsOtherCaller(
  verb: Verb,
  { caller, type }: SentEvent,
  name: string,
): boolean {
  const { fourEyes = [] } = verbRecords[verb];
  return caller === name && (fourEyes === "all" || fourEyes.includes(type));
}

/** Another operation of the employee created the person, so the hire adds the extras. */
type PersonCreated = "person-created";

/** Why the status of an operation changed, as its audit trail says it. `docs/reason-codes.md` explains the words. */
export type TrailReason =
  ReasonCode | (typeof phases)[number] | Table[Verb]["trail"] | PersonCreated;

/** Whether an operation needs a release or a rejection: a limit holds it, or it repeats what an operator ruled out. */
function isHeld({ status, reason }: VerbSubject): boolean {
  return (
    status === "needs_attention" &&
    (isHeldReason(reason) || reason === "repeated-after-ruling")
  );
}

function hasEndedBadly(operation: VerbSubject): boolean {
  const { status } = operation;
  return (
    status === "failed" || (status === "needs_attention" && !isHeld(operation))
  );
}

/** The id of the statement about which `nextMove` asks the limit. The operation that shows the limit can be another. */
function heldStatementOf({ operation, wanted, person }: KnownOfEmployee) {
  const { id, reason } = operation;
  if (reason === "rename-limit") return id;
  return wanted.because ?? (person.is === "created" ? person.by : id);
}

/** Whether a hire or an adoption is blocked after it, or another operation, has given the person access. */
function isBlockedInExtras({ type, blockedBy, history = [] }: VerbSubject) {
  const byOther: PersonCreated = "person-created";
  const isOfPerson = type === "employee.hired" || type === "employee.adopted";
  return (
    isOfPerson &&
    blockedBy !== undefined &&
    history.some((one) => one.person === "onboarded" || one.reason === byOther)
  );
}

/**
 * Whether a retry would end in the same way, so that only another event helps: the data is gone, or the statement was
 * judged when it arrived. A record is read again, with the scopes that its caller has then.
 */
function isLost({ type, reason }: VerbSubject): boolean {
  const isOfRecord = type === "record.changed" && reason === "scope-missing";
  return lostReasons.some((one) => one === reason) && !isOfRecord;
}

const lostReasons: readonly ReasonCode[] = [
  "data-erased",
  "password-erased",
  "deletion-began",
  "scope-missing",
];

/**
 * Whether an event would still change something after an operator has closed it, so that the closing must cancel it.
 * What was due counts as done by hand, except a change, and a hire without a person.
 */
function isToCome({
  operation: { id, type },
  timeline: { verdicts },
  person: { is },
  atMs,
}: KnownOfEmployee): boolean {
  const verdict = verdicts.get(id);
  switch (verdict?.is) {
    case undefined:
    case "repeats":
    case "overtaken":
      return false;
    case "needs-decision":
      return true;
    case "scheduled":
      if (!hasCome(verdict.for, atMs)) return true;
      break;
    case "in-force":
      break;
  }
  const hasPerson = is !== "none" && is !== "gone";
  return (
    type === "employee.changed" || (type === "employee.hired" && !hasPerson)
  );
}
