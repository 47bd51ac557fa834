import { limitNames } from "./daily-limits.ts";

/**
 * Why an operation is held: a limit of people, or what its leaver has published. It is the reason of the operation, and
 * what an operator releases it from.
 */
export const holdReasons = [...limitNames, "person-has-contents"] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Whether an operation with this reason is held, until an operator releases or rejects it. */
export function isHoldReason(reason: string | undefined): reason is HoldReason {
  return holdReasons.some((one) => one === reason);
}
