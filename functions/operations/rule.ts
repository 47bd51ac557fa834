import { dayMs } from "../../shared/durations.ts";
import { employments } from "../../shared/employment/employments.ts";
import type { Holds } from "../../shared/employment/holds.ts";
import type { SeenPerson } from "../../shared/employment/move.ts";
import type {
  Limit,
  Ruling,
  Settings,
  Statement,
} from "../../shared/employment/statement.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import {
  type HoldReason,
  isHoldReason,
} from "../../shared/store/hold-reasons.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type { Verb } from "../../shared/store/verbs.ts";
import { clockAt } from "../../shared/zoned-time.ts";

/** The settings that decide what a ruling comes to. */
export type RulingSettings = Settings & {
  /** An IANA name. */
  zone: string;
};

/** What was said about the employee, and what we did and saw. */
type Said = { statements: readonly Statement[]; person: SeenPerson };

/**
 * What an operator has decided with a verb, as a statement about the employment. Undefined: nothing.
 *
 * @param times.untilMs - how long a release is good
 */
export function rulingOf(
  verb: Verb,
  operation: Pick<Operation, "id" | "type" | "reason" | "run">,
  { statements, person }: Said,
  { zone, ...settings }: RulingSettings,
  { atMs, untilMs }: { atMs: number; untilMs: number },
): Ruling | undefined {
  const { id, run, reason } = operation;
  const holds = employments(statements, settings);
  const { because = id } = wanted(holds, atMs);
  // A limit can be shown by another operation than the one whose word it holds.
  const held = reason === "rename-limit" ? id : because;
  const rule = (about: string, ruling: RulingPart): Ruling => ({
    kind: "ruled",
    id: `${id} ${verb} ${run}`,
    atMs,
    ownDay: Math.floor(clockAt(atMs, zone) / dayMs),
    about,
    ...ruling,
  });
  switch (verb) {
    case "retry":
      return undefined;
    case "resolve":
      return isToCome(operation, holds, person, atMs)
        ? rule(id, { ruling: "rejected" })
        : undefined;
    case "release": {
      if (!isHoldReason(reason)) return rule(id, { ruling: "released" });
      const limit = limitsByReason[reason];
      return rule(held, { ruling: "released", limit, untilMs });
    }
    case "reject": {
      const isDeletion =
        reason === "deletion-limit" || reason === "person-has-contents";
      if (isDeletion) return rule(held, { ruling: "kept" });
      if (reason === "rename-limit")
        return rule(id, { ruling: "rejected", limit: "rename" });
      return rule(isHoldReason(reason) ? held : id, { ruling: "rejected" });
    }
    case "cancel":
    case "enable":
      return rule(id, { ruling: "cancelled" });
    case "confirm-gone":
      return rule(id, { ruling: "confirmed-gone" });
    case "delete-now":
      return rule(id, { ruling: "delete-now" });
  }
}

/**
 * Whether something would still come of an event that an operator has closed. Who repaired by hand what it asked for has
 * not taken it back: neither an end, nor its cancellation, nor the hire of a person who exists.
 */
function isToCome(
  { id, type }: Pick<Operation, "id" | "type">,
  { verdicts }: Holds,
  { is }: SeenPerson,
  atMs: number,
): boolean {
  const verdict = verdicts.get(id);
  switch (verdict?.is) {
    case undefined:
    case "repeats":
    case "overtaken":
      return false;
    case "needs-decision":
      return true;
    case "scheduled":
      if (verdict.for.dueMs > atMs) return true;
      break;
    case "in-force":
      break;
  }
  const hasPerson = is !== "none" && is !== "gone";
  return (
    type === "employee.changed" || (type === "employee.hired" && !hasPerson)
  );
}

type RulingPart =
  | { ruling: Exclude<Ruling["ruling"], "released"> }
  | { ruling: "rejected"; limit: "rename" }
  | { ruling: "released"; limit?: Limit | "contents"; untilMs?: number };

const limitsByReason: Record<HoldReason, Limit | "contents"> = {
  "disable-limit": "disable",
  "deletion-limit": "delete",
  "rename-limit": "rename",
  "person-has-contents": "contents",
};
