import type { VerbRecord } from "./verb.ts";

export const deleteNow = {
  summary:
    "Delete the person of a termination before the end of its grace period",
  description: "Also before the end of `minGraceDays`.",
  button: "Delete the person now",
  tone: "final",
  effect:
    "The grace period ends at once, and the platform deletes the person with all that they published and the replies of others to it. A deletion cannot be undone.",
  done: "You ended the grace period.",
  applies: ({ status, phase }) => status === "waiting" && phase === "grace",
  refusal: "not-in-grace",
  fourEyes: "all",
  trail: "deleted-now",
  rule: () => ({ ruling: "delete-now" }),
} as const satisfies VerbRecord;
