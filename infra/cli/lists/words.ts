import {
  type ShownPlan,
  type NamesOfSide,
  type ShownRow,
  rowReasons,
} from "../../../functions/lists/contract.ts";
import { describeProgress } from "../progress.ts";
import { explainReason } from "../reason-words.ts";

export function isAtWork({ status }: Pick<ShownPlan, "status">): boolean {
  return ["reading", "planning", "applying"].includes(status);
}

/** "stopped: expired" */
export function describePlanStatus({ status, reason }: ShownPlan): string {
  return reason === undefined ? status : `${status}: ${reason}`;
}

/** How far the execution of a plan is. Undefined if no execution works on the rows. */
export function progressOf({ status, rows = 0, ...plan }: ShownPlan) {
  switch (status) {
    case "planning":
      return { done: plan.done, all: rows };
    case "applying":
      return { done: plan.accepted + plan.skipped, all: sumOf(plan.applies) };
    default:
      return undefined;
  }
}

export function sumOf(counts: ShownPlan["counts"]): number {
  return Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
}

/** "12 of 40 rows, 2 a second, 14 s left, 1 skipped" */
export function describePlanProgress(plan: ShownPlan, nowMs: number): string {
  const { status, startedAt, skipped, reason } = plan;
  if (status === "reading") return `${plan.done} records`;
  const progress = progressOf(plan);
  if (!progress || startedAt === undefined) return status;
  const { done, all } = progress;
  return [
    describeProgress(done, all, nowMs - Date.parse(startedAt), "rows"),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(reason === undefined ? [] : [`interrupted: ${reason}`]),
  ].join(", ");
}

/** "2042 Zoe List, zoe.list (same username; other email)": a person, what speaks for the match, and what does not. */
export function describeMatch(
  { person, agrees, differs }: NonNullable<ShownRow["matches"]>[number],
  names: ShownRow["names"],
): string {
  const parts = [
    agrees.length > 0 ? `same ${fieldNames(agrees)}` : "",
    differs.length > 0 ? `other ${fieldNames(differs)}` : "",
  ].filter(Boolean);
  const who = `${person} ${describeNamed(names?.persons[person])}`.trimEnd();
  return parts.length > 0 ? `${who} (${parts.join("; ")})` : who;
}

/** "Zoe List, zoe.list, zoe@example.com" */
export function describeNamed({
  name,
  username,
  email,
}: NamesOfSide = {}): string {
  return [name, username, email].filter(Boolean).join(", ");
}

export function fieldNames(pointers: readonly string[]): string {
  return pointers.map((pointer) => pointer.slice(1)).join(", ");
}

export function describeRowReason(reason: string): string {
  const own = new Map<string, string>(Object.entries(rowReasons)).get(reason);
  return own ?? explainReason(reason)?.meaning ?? "";
}
