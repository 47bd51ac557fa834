import {
  type Overview,
  type ShownOperation,
  type Verb,
  verbRecords,
} from "../../../functions/operations/contract.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { describeEvent } from "../../../shared/event-types.ts";
import { describeContents } from "../../../shared/describe-contents.ts";
import { isHeldReason } from "../../../shared/store/verbs.ts";
import { problems } from "../../../shared/webhook/problem.ts";

type Status = ShownOperation["status"];
/** What a colour says: nothing to do, work goes on, done, look at it, it failed. */
export type Tone = "calm" | "work" | "good" | "look" | "bad";

export const statusWords: Record<Status, { text: string; tone: Tone }> = {
  accepted: { text: "Accepted", tone: "work" },
  waiting: { text: "Waiting", tone: "calm" },
  running: { text: "Running", tone: "work" },
  succeeded: { text: "Succeeded", tone: "good" },
  failed: { text: "Failed", tone: "bad" },
  needs_attention: { text: "Needs attention", tone: "look" },
  cancelled: { text: "Cancelled", tone: "calm" },
};

export function needsLook(status: string): boolean {
  return status === "failed" || status === "needs_attention";
}

/** The status as an operator sees it. An operation that waits for a release is held. */
export function describeStatus(
  status: Status,
  reason?: string,
): { text: string; tone: Tone } {
  return status === "needs_attention" && isHeldReason(reason)
    ? { text: "Held", tone: "look" }
    : statusWords[status];
}

/** "Cancel the termination", "Retry 12 operations" */
export function nameVerb(
  verb: Verb,
  subject: { type: string } | string,
): string {
  const what =
    typeof subject === "string"
      ? subject
      : `the ${describeEvent(subject.type).toLowerCase()}`;
  return verbRecords[verb].button.replace("the {event}", what);
}

type Subject = Pick<
  ShownOperation,
  "type" | "employeeId" | "reason" | "phase" | "steps" | "contents"
>;

/**
 * What a verb does with an operation, and what follows for its employee, as far as that is known.
 *
 * @param due - when the operation is due, as people say it
 */
export function describeEffect(
  verb: Verb,
  operation: Partial<Subject> = {},
  due?: string,
): string {
  const follows = describeConsequence(verb, operation, due);
  return [follows, verbRecords[verb].effect].filter(Boolean).join(" ");
}

/** What follows for the employee: "E-1 will not be disabled in 3 h." */
export function describeConsequence(
  verb: Verb,
  operation: Partial<Subject>,
  due?: string,
): string {
  const { contents, employeeId } = operation;
  const follows =
    employeeId && verbRecords[verb].consequence?.({ ...operation, due });
  return [
    follows && `${employeeId} ${follows}.`,
    contents !== undefined &&
      `Published by the person: ${describeContents(contents)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The steps as people see them: of several rounds of a step, such as `confirm` to `confirm 20`, only the last one. */
export function lastRounds(steps: ShownOperation["steps"]) {
  const lastOf = new Map(steps.map((step) => [withoutRound(step.name), step]));
  return steps.filter((step) => lastOf.get(withoutRound(step.name)) === step);
}

const withoutRound = (name: string) => name.replace(/ \d+$/, "");

const stateWords: Record<string, { name: string; meaning: string }> = {
  expected: {
    name: "Expected",
    meaning:
      "They have no person yet, or one who was created disabled before the start: the hire is missing, waits for its start date, or needs attention.",
  },
  onboarding: {
    name: "Onboarding",
    meaning: "Their person is being created.",
  },
  active: { name: "Active", meaning: "They have a person on the platform." },
  suspended: {
    name: "Suspended",
    meaning: "Their person is disabled while the employment goes on.",
  },
  leaving: {
    name: "Leaving",
    meaning: "Their person is disabled, and not deleted yet.",
  },
  kept: {
    name: "Kept",
    meaning: "The employment ended. Their person is disabled and kept.",
  },
  deleting: { name: "Deleting", meaning: "Their person is being deleted." },
  left: {
    name: "Left",
    meaning: "Their person is deleted. Only the id and times are kept.",
  },
};

export const stateFilters = Object.keys(stateWords);

const unknownState = {
  name: "Unknown",
  meaning: "Only operations that name them are known.",
};

/** The name and the meaning of a state. A state that this version does not know is shown as it is. */
export function describeState(state: string) {
  if (state === "unknown") return unknownState;
  return stateWords[state] ?? { name: state, meaning: "" };
}

const limitWords: Record<string, string> = {
  "disable-limit": "Disabled people",
  "deletion-limit": "Deleted people",
  "rename-limit": "Renamed people",
};

/** What a limit counts. A limit that this version does not know is shown as it is. */
export function describeLimit(name: string): string {
  return limitWords[name] ?? name;
}

type Issue = NonNullable<Overview["callers"][number]["issue"]>;

export const callerIssues: Record<Issue, { text: string; action: string }> = {
  "no-key": {
    text: "has no key",
    action: "It can send nothing. Store a key for it, or remove its entry.",
  },
  "old-key": {
    text: "has an old key",
    action:
      "Make a new key, give it to the sender, and remove the old one when the sender uses the new one.",
  },
  "invalid-entry": {
    text: "has an entry that is not valid",
    action:
      "All its events are refused. Correct its entry in the secret of the callers.",
  },
};

const refusalWords: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(problems).map(([type, [, title]]) => [type, `${title}.`]),
  ),
  "not-found": "There is no such operation any more.",
  "not-as-asked": "The operation has changed since the question.",
  "sent-by-yourself":
    "Your caller sent the event that this decides about, so another one must decide.",
  forbidden: "Your key lacks the scope operate.",
};

/** Why the API does not use a verb on an operation. An unknown reason is shown as it is. */
export function describeRefusal(reason: string): string {
  return refusalWords[reason] ?? reason;
}

/** "3 days", "5 h", "12 min", "40 s", "1.4 s" */
export function describeDuration(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  if (ms >= dayMs) return "1 day";
  if (ms >= hourMs) return `${Math.floor(ms / hourMs)} h`;
  if (ms >= minuteMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms >= 10_000) return `${Math.floor(ms / 1_000)} s`;
  return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
}
