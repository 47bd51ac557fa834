import { type EventType, toStoredEventType } from "../../event-types.ts";
import type { KnownOfOperation, VerbRecord } from "./verb.ts";

export const cancel = {
  summary: "Cancel an operation that waits",
  description:
    "200 if the work had not started, 202 if the work is being undone.",
  button: "Cancel",
  tone: "final",
  effect: "The operation ends as cancelled, and what it has begun is undone.",
  consequence: ({ type = "", steps = [] }: KnownOfOperation) => {
    const known = toStoredEventType(type);
    if (known === "unknown") return undefined;
    const words = consequences[known];
    if (typeof words === "string") return words;
    const hasDisabled = steps.some(
      ({ name, status }) => name === "disable person" && status === "succeeded",
    );
    return hasDisabled ? words.after : words.before;
  },
  done: "You cancelled the operation.",
  // A hire whose person exists cannot be cancelled, nor a status that the profile may show.
  applies: ({ status, phase, mayBeShown = false }) =>
    status === "waiting" && phase !== "avatar" && !mayBeShown,
  refusal: "not-waiting",
  trail: "cancelled-by-caller",
  rule: () => ({ ruling: "cancelled" }),
} as const satisfies VerbRecord;

/** What follows from a cancellation: before the operation has disabled the person, and after it. */
const consequences: Record<
  EventType,
  string | { before: string; after: string }
> = {
  "employee.hired": "No person is created.",
  "employee.adopted": "The employee is not linked to the person.",
  "employee.changed": "The person keeps their present data.",
  "employee.terminated": {
    before: "The person keeps their access, and is not deleted.",
    after: "The person is enabled again, and is not deleted.",
  },
  "employee.termination_cancelled": "Earlier terminations stay in force.",
  "employee.suspended": {
    before: "The person keeps their access.",
    after: "The person is enabled again.",
  },
  "employee.resumed": "The person stays disabled.",
  "record.changed": "The record is not read.",
  "status.set": "The status stays as it is now.",
  "status.show": "The status is not shown.",
};
