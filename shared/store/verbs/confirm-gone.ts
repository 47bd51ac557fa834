import type { VerbRecord } from "./verb.ts";

export const confirmGone = {
  summary: "Confirm that the person of a termination is gone from the platform",
  description:
    "Continues a termination that ended with `person-missing`, after an operator has checked on the platform that the person is gone and not hidden.",
  button: "Confirm that the person is gone",
  tone: "final",
  effect:
    "The termination goes on as if the platform had deleted the person. Check with an administrator's account that the person is gone, and not only hidden.",
  done: "You confirmed that the person is gone.",
  applies: ({ type, status, reason }) =>
    type === "employee.terminated" &&
    status === "needs_attention" &&
    reason === "person-missing",
  refusal: "not-missing",
  fourEyes: "all",
  trail: "confirmed-gone",
  rule: () => ({ ruling: "confirmed-gone" }),
} as const satisfies VerbRecord;
