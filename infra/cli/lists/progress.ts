import type { ShownPlan } from "../../../functions/lists/contract.ts";

/** How far an execution of a plan is. */
export type PlanProgress = {
  done: number;
  all: number;
  perSecond: number;
  /** Undefined while nothing is done. */
  secondsLeft: number | undefined;
};

/** Whether an execution works on the plan. */
export function isAtWork({ status }: Pick<ShownPlan, "status">): boolean {
  return ["reading", "planning", "applying"].includes(status);
}

/** Undefined if no execution works on the rows of the plan. */
export function progressOf(
  { status, startedAt, rows = 0, ...plan }: ShownPlan,
  nowMs: number,
): PlanProgress | undefined {
  const isApplying = status === "applying";
  if (startedAt === undefined || (status !== "planning" && !isApplying))
    return undefined;
  const all = isApplying ? sumOf(plan.applies) : rows;
  const done = isApplying ? plan.accepted + plan.skipped : plan.done;
  const seconds = Math.max(1, (nowMs - Date.parse(startedAt)) / 1_000);
  const perSecond = done / seconds;
  const secondsLeft =
    done > 0 ? Math.ceil((all - done) / perSecond) : undefined;
  return { done, all, perSecond, secondsLeft };
}

export function sumOf(counts: ShownPlan["counts"]): number {
  return Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
}

/** "12 of 40 rows, 1 skipped, 2.0 a second, 14 s left" */
export function describePlanProgress(plan: ShownPlan, nowMs: number): string {
  if (plan.status === "reading") return `${plan.done} records`;
  const progress = progressOf(plan, nowMs);
  if (!progress) return plan.status;
  const { done, all, perSecond, secondsLeft } = progress;
  return [
    `${done} of ${all} rows`,
    ...(plan.skipped > 0 ? [`${plan.skipped} skipped`] : []),
    `${perSecond.toFixed(1)} a second`,
    ...(secondsLeft === undefined ? [] : [`${describeLeft(secondsLeft)} left`]),
    ...(plan.reason === undefined ? [] : [`interrupted: ${plan.reason}`]),
  ].join(", ");
}

function describeLeft(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
