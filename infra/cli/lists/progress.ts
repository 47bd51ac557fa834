import type { ShownPlan } from "../../../functions/lists/contract.ts";
import { describeProgress } from "../progress.ts";

/** Whether an execution works on the plan. */
export function isAtWork({ status }: Pick<ShownPlan, "status">): boolean {
  return ["reading", "planning", "applying"].includes(status);
}

/** How far an execution is. Undefined if none works on the rows of the plan. */
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
