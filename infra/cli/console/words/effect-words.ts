import type {
  ShownOperation,
  Verb,
} from "../../../../functions/operations/contract.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";
import {
  type EventType,
  toStoredEventType,
} from "../../../../shared/event-types.ts";
import {
  type HoldReason,
  isHoldReason,
} from "../../../../shared/store/hold-reasons.ts";
import { verbWords } from "./verb-words.ts";

type Subject = Pick<ShownOperation, "type" | "reason" | "steps" | "contents">;

/** What follows from a cancellation: before the operation has disabled the person, and after it. */
const cancelled: Record<EventType, string | { before: string; after: string }> =
  {
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

const deletion = {
  release:
    "The platform deletes the person with their contents, which cannot be undone.",
  reject: "The person stays, disabled, and so do their contents.",
};

/** What follows for an operation that is held, by its reason. */
const held: Record<HoldReason, { release: string; reject: string }> = {
  "disable-limit": {
    release: "The person loses their access.",
    reject: "The person keeps their access.",
  },
  "deletion-limit": deletion,
  "person-has-contents": deletion,
  "rename-limit": {
    release: "The person gets the new names.",
    reject: "The person keeps their names.",
  },
};

/** What a verb does with an operation, and what follows for its person, as far as that is known. */
export function describeEffect(
  verb: Verb,
  operation?: Partial<Subject>,
): string {
  const { contents } = operation ?? {};
  return [
    verbWords[verb].effect,
    operation && consequenceOf(verb, operation),
    contents !== undefined &&
      `The person has published ${describeContents(contents)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function consequenceOf(
  verb: Verb,
  { type = "", reason = "", steps = [] }: Partial<Subject>,
): string | undefined {
  if (verb === "release" || verb === "reject")
    return isHoldReason(reason) ? held[reason][verb] : undefined;
  const known = toStoredEventType(type);
  if (verb !== "cancel" || known === "unknown") return undefined;
  const words = cancelled[known];
  if (typeof words === "string") return words;
  const hasDisabled = steps.some(
    ({ name, status }) => name === "disable person" && status === "succeeded",
  );
  return hasDisabled ? words.after : words.before;
}
