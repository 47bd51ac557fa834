import type { ReasonCode } from "../reason-codes.ts";

/** What a waiting operation waits for, if something of it is done already. */
export const phases = ["avatar", "grace", "restore", "suspended"] as const;

/** The request of a caller, or the other operation, that changed an operation. */
export const trailWords = [
  "retried",
  "released",
  "confirmed-gone",
  "deleted-now",
  "enabled",
  "is-a-rehire",
  "repeats",
  "has-left",
  "is-an-earlier-one",
  "keeps-the-end",
  "has-no-end",
  "person-created",
] as const;

/** Why the status of an operation changed, as its audit trail says it. `docs/reason-codes.md` explains the words. */
export type TrailReason =
  ReasonCode | (typeof phases)[number] | (typeof trailWords)[number];
