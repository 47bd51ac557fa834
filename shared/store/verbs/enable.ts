import type { VerbRecord } from "./verb.ts";

export const enable = {
  summary: "Enable a person whom a termination has kept",
  description:
    "The deletion was rejected, or the disposition is `disable`. The operation ends as `cancelled`. Not while a suspension holds.",
  button: "Enable the person",
  tone: "quiet",
  effect:
    "The person whom this termination has kept can sign in again, and the operation ends as cancelled.",
  done: "You asked to enable the person.",
  applies: ({ status, reason, disposition }) =>
    disposition === "disable" &&
    (status === "succeeded" ||
      (status === "cancelled" && reason === "rejected")),
  refusal: "not-kept",
  trail: "enabled",
  rule: () => ({ ruling: "cancelled" }),
} as const satisfies VerbRecord;
