import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { dayMs } from "../../shared/durations.ts";
import { toReasonCode } from "../../shared/reason-codes.ts";
import { pullOf } from "../../shared/webhook/pull.ts";
import type { PlanStatus } from "./contract.ts";
import { driftPlan } from "./drift.ts";
import type { ListsDependencies } from "./lists-run.ts";
import { planIdOf } from "./plans.ts";

/** What EventBridge Scheduler sends. Schedule and time identify a delivery, which can arrive twice. */
export const pullInputSchema = z.object({
  /** The caller in whose name the records count. Without it, our store is compared with the platform. */
  pull: z.optional(z.string()),
  schedule: z.string(),
  scheduledTime: z.string(),
});

/** In the name of whom a schedule creates a plan. */
const scheduler = "schedule";

const underWay: readonly PlanStatus[] = [
  "reading",
  "planning",
  "planned",
  "approved",
  "applying",
];

/**
 * Begins a pull, unless the one before is under way, or an operator may still approve it. Repeating it begins nothing
 * twice.
 */
export async function beginPull(
  { plans, callers, startPlan, nowMs, log }: ListsDependencies,
  { pull, schedule, scheduledTime }: z.infer<typeof pullInputSchema>,
): Promise<void> {
  const source = pull ?? driftPlan.source;
  const digest = createHash("sha256").update(`${schedule} ${scheduledTime}`);
  const id = planIdOf(digest.digest());
  const state = await plans.pullState(source);
  const earlier = state && (await plans.get(state.plan));
  if (earlier && earlier.id !== id && underWay.includes(earlier.status)) {
    if (nowMs() < earlier.createdAtMs + dayMs) {
      log.info("pull left out", { operationId: earlier.id, source });
      return;
    }
    await plans.move(earlier.id, underWay, {
      status: "stopped",
      endedAtMs: nowMs(),
    });
    await plans.deleteValues(earlier);
  }
  const caller = await callers.find(source);
  const isWhole =
    caller !== undefined && pullOf(source, caller)?.isWhole === true;
  const made = { asOfMs: nowMs(), createdBy: scheduler };
  await (pull === undefined
    ? plans.create({ ...driftPlan, ...made }, id, "planning")
    : plans.create(
        { source, origin: "pull", isWhole, ...made },
        id,
        "reading",
      ));
  await plans.notePull(source, id);
  await startPlan({ planId: id, run: 0 });
}

/** Failures in a row after which others are told. */
const toldFailures = 2;

/** Counts the failures of a source in a row, and tells of the second one. Repeating it counts nothing twice. */
export async function countPull(
  { plans, log }: ListsDependencies,
  planId: string,
): Promise<void> {
  const plan = await plans.get(planId);
  if (!plan) return;
  const { source, status } = plan;
  const known = await plans.pullState(source);
  if (known?.counted === planId) return;
  const hasFailed = status === "failed" || status === "refused";
  const reason =
    status === "refused" ? "list-refused" : toReasonCode(plan.reason ?? "");
  const { failures: before = 0, plan: newest = planId } = known ?? {};
  const failures = hasFailed ? before + 1 : 0;
  if (failures === toldFailures) await plans.tell(planId, status, reason);
  const isFound = plan.origin === "drift" && status === "planned";
  if (isFound && plan.createdBy === scheduler)
    await plans.tell(planId, status, "drift-found");
  if (hasFailed)
    log.warn("pull failed", { operationId: planId, source, reason });
  const state = { plan: newest, failures, counted: planId };
  await plans.putPullState(source, state);
}
