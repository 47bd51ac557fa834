import type { Limit } from "../../employment/statement.ts";
import { type HoldReason, isHoldReason } from "../hold-reasons.ts";
import { heldStatementOf, isHeld, type VerbRecord } from "./verb.ts";

export const release = {
  summary: "Release a held operation",
  description:
    "From a limit for `hours`, at most 24 and 1 if they are absent; the person still counts in the limit. An event that repeats one that was rejected or cancelled counts from then on.",
  button: "Release",
  tone: "usual",
  effect:
    "The operation is no longer held, and its work goes on. In a limit of people, the person still counts.",
  consequence: ({ reason }) =>
    isHoldReason(reason)
      ? consequences[reason]
      : "An event that was ruled out before counts now.",
  done: "You released the operation.",
  many: "released",
  field: "hours",
  applies: isHeld,
  refusal: "not-held",
  fourEyes: "all",
  trail: "released",
  rule: (known) => {
    const { reason } = known.operation;
    if (!isHoldReason(reason)) return { ruling: "released" };
    const about = heldStatementOf(known);
    const { untilMs } = known;
    return { about, ruling: "released", limit: limits[reason], untilMs };
  },
} as const satisfies VerbRecord;

const deletion =
  "The platform deletes the person with their contents, which cannot be undone.";

const consequences: Record<HoldReason, string> = {
  "disable-limit": "The person loses their access.",
  "deletion-limit": deletion,
  "person-has-contents": deletion,
  "rename-limit": "The person gets the new names.",
};

const limits: Record<HoldReason, Limit | "contents"> = {
  "disable-limit": "disable",
  "deletion-limit": "delete",
  "rename-limit": "rename",
  "person-has-contents": "contents",
};
