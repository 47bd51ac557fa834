import { type HoldReason, isHoldReason } from "../hold-reasons.ts";
import { heldStatementOf, isHeld, type VerbRecord } from "./verb.ts";

export const reject = {
  summary: "End a held operation",
  description:
    "It ends as `cancelled` with `rejected`. A person whom the limit kept from being disabled or renamed stays as they are; a person whose deletion is rejected stays disabled. An event that repeats one that was rejected or cancelled changes nothing.",
  button: "Reject",
  tone: "final",
  effect:
    "The operation ends as cancelled and does not do what its event asks. A person whom it has disabled stays disabled.",
  consequence: ({ reason }) =>
    isHoldReason(reason) ? consequences[reason] : undefined,
  done: "You rejected the operation.",
  many: "rejected",
  applies: isHeld,
  refusal: "not-held",
  fourEyes: "all",
  trail: "rejected",
  rule: (known) => {
    const { reason } = known.operation;
    if (!isHoldReason(reason)) return { ruling: "rejected" };
    const about = heldStatementOf(known);
    switch (reason) {
      case "deletion-limit":
      case "person-has-contents":
        return { about, ruling: "kept" };
      case "rename-limit":
        return { about, ruling: "rejected", limit: "rename" };
      case "disable-limit":
        return { about, ruling: "rejected" };
    }
  },
} as const satisfies VerbRecord;

const deletion = "The person stays, disabled, and so do their contents.";

const consequences: Record<HoldReason, string> = {
  "disable-limit": "The person keeps their access.",
  "deletion-limit": deletion,
  "person-has-contents": deletion,
  "rename-limit": "The person keeps their names.",
};
