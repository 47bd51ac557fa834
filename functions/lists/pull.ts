import { hash } from "node:crypto";
import * as z from "zod/mini";
import { countEach } from "../../shared/count-each.ts";
import { dayMs, hourMs } from "../../shared/durations.ts";
import { toReasonCode } from "../../shared/reason-codes.ts";
import { pullOf, type PullOptions } from "../../shared/webhook/pull.ts";
import { openPlans } from "./contract.ts";
import { driftPlan } from "./drift.ts";
import type { ListsDependencies } from "./lists-run.ts";
import type { SourceState } from "./list-sources.ts";
import type { Plan } from "./plan.ts";
import { planIdOf, type Plans } from "./plans.ts";

/** What EventBridge Scheduler sends. Schedule and time identify a delivery, which can arrive twice. */
export const pullInputSchema = z.object({
  /** The caller in whose name the records count. Without it, our store is compared with the platform. */
  pull: z.optional(z.string()),
  schedule: z.string(),
  scheduledTime: z.string(),
});

/** The creator of a plan that a schedule begins. */
export const planScheduler = "schedule";

/** A daily schedule can begin seconds early, and a day in spring has 23 hours. So this share counts as the whole. */
const almost = 23 / 24;
const openMs = dayMs * almost;

/**
 * Ends the earlier pull of a source if it is older than a day less an hour, even while it is applied. A notice
 * tells it.
 *
 * @returns the id of its plan, if it is still open: it is under way, or an operator may still approve it. Undefined if
 *   a pull may begin
 */
export async function endOverduePull(
  { plans, nowMs, log }: Pick<ListsDependencies, "plans" | "nowMs" | "log">,
  { id, source }: Pick<Plan, "id" | "source">,
): Promise<string | undefined> {
  const state = await plans.pullState(source);
  const earlier = state && (await plans.get(state.plan));
  if (!earlier || earlier.id === id || !openPlans.includes(earlier.status))
    return undefined;
  const ids = { operationId: earlier.id, source };
  if (nowMs() < earlier.createdAtMs + openMs) {
    log.info("pull left out", ids);
    return earlier.id;
  }
  const reason = "expired";
  // If the earlier pull has just gone on, the next delivery of the schedule looks again.
  if (!(await plans.end(earlier, reason))) return earlier.id;
  log.warn("plan ended", { ...ids, reason });
  return undefined;
}

/** Begins a pull, unless an earlier one is open. A repeated delivery begins nothing twice. */
export async function beginPull(
  dependencies: ListsDependencies,
  { pull, schedule, scheduledTime }: z.infer<typeof pullInputSchema>,
): Promise<void> {
  const { plans, callers, startPlan, nowMs } = dependencies;
  const source = pull ?? driftPlan.source;
  const id = planIdOf(hash("sha256", `${schedule} ${scheduledTime}`, "buffer"));
  const open = await endOverduePull(dependencies, { id, source });
  if (open !== undefined) return;
  const caller = await callers.find(source);
  const options = caller && pullOf(source, caller);
  const sinceMs =
    options && sinceOf(options, await plans.source(source), nowMs());
  const isWhole = options?.isWhole === true && sinceMs === undefined;
  const made = { asOfMs: nowMs(), createdBy: planScheduler };
  await (pull === undefined
    ? plans.create({ ...driftPlan, ...made }, id, "planning")
    : plans.create(
        {
          source,
          origin: "pull",
          isWhole,
          ...(sinceMs !== undefined && { sinceMs }),
          ...made,
        },
        id,
        "reading",
      ));
  await plans.notePull(source, id);
  await startPlan({ planId: id, run: 0 });
}

/** A read of changes begins this long before the last read: clocks, zones and indexes of a source differ by less. */
const overlapMs = dayMs;

/** The begin of a read of changes. Undefined if all records are to be read: the first time, and when it is due. */
export function sinceOf(
  { changes, wholeEveryHours }: PullOptions,
  state: SourceState | undefined,
  nowMs: number,
): number | undefined {
  const { isInUse, pulledMs, pulledAllMs = 0 } = state ?? {};
  if (!changes || wholeEveryHours === undefined) return undefined;
  const isDue = nowMs >= pulledAllMs + wholeEveryHours * hourMs * almost;
  if (!isInUse || isDue || pulledMs === undefined) return undefined;
  return pulledMs - overlapMs;
}

/** After this many failures in a row, a notice tells it. */
const toldFailures = 2;

/**
 * Counts the failures of a source in a row. A notice tells the second failure. For a plan of a schedule, a notice also
 * tells the differences of a drift, and that a pull has more conflicts than the one before. Each plan counts once.
 */
export async function countPull(
  { plans, log }: ListsDependencies,
  planId: string,
): Promise<void> {
  const plan = await plans.get(planId);
  if (!plan || plan.trialMap !== undefined) return;
  const { source, status, origin, counts, sinceMs } = plan;
  const known = await plans.pullState(source);
  if (known?.lastCounted === planId) return;
  if (status === "reading" || status === "planning") return;
  const hasFailed = status === "failed" || status === "refused";
  const reason =
    status === "refused" ? "list-refused" : toReasonCode(plan.reason ?? "");
  const {
    plan: newest = planId,
    failures: failuresBefore = 0,
    conflicts: conflictsBefore = 0,
  } = known ?? {};
  const failures = hasFailed ? failuresBefore + 1 : 0;
  if (failures === toldFailures) await plans.tell(planId, status, reason);
  const isMade = !hasFailed && status !== "stopped";
  const conflicts = counts.conflict ?? 0;
  const isDrift = origin === "drift";
  // After an approval, an operator knows the drift.
  const isFound = isDrift
    ? Object.keys(counts).length > 0 && plan.approvals.length === 0
    : conflicts > conflictsBefore;
  if (isMade && isFound && plan.createdBy === planScheduler)
    await plans.tell(
      planId,
      status,
      isDrift ? "drift-found" : "conflicts-found",
      await differences(plans, plan),
    );
  if (hasFailed)
    log.warn("pull failed", { operationId: planId, source, reason });
  await plans.putPullState(source, {
    plan: newest,
    failures,
    lastCounted: planId,
    // A read of changes does not have all records, so it says only that there are more.
    conflicts:
      isMade && sinceMs === undefined
        ? conflicts
        : Math.max(conflicts, conflictsBefore),
  });
}

/** How many people of a drift differ in each field, or how many rows of a pull are conflicts for each reason. */
async function differences(
  { plannedRows }: Pick<Plans, "plannedRows">,
  { id, rowChunks, origin }: Plan,
): Promise<Record<string, number>> {
  const differing: string[] = [];
  for await (const row of plannedRows(id, rowChunks)) {
    const { kind, reason, fields = [] } = row;
    if (origin !== "drift" && kind !== "conflict") continue;
    differing.push(...(reason === undefined ? fields : [reason]));
  }
  return Object.fromEntries(countEach(differing));
}
