import { countEach } from "../../shared/count-each.ts";
import { dayMs } from "../../shared/durations.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { runningPlans } from "../../shared/store/plan-runs.ts";
import {
  type Counts,
  isApplied,
  isDecidable,
  maxChunkRows,
  type PlanRow,
  type RowReason,
} from "./contract.ts";
import type { ListsRun } from "./lists-run.ts";
import type { Plan } from "./plan.ts";
import { fingerprintOf } from "../../shared/fingerprint.ts";

/** The counts of a part of the rows. The engine's history contains them. */
export type Part = {
  counts: Counts;
  applies: Counts;
  toDecide: number;
  digest: string;
};

export async function storeRows(
  { plans }: ListsRun,
  { id, origin, phase, run }: Plan,
  chunk: number,
  rows: readonly PlanRow[],
): Promise<Part> {
  // The first plan of a source only adopts people. Its other rows wait for the next plan.
  const inPhase = rows.map((row) =>
    phase === "match" && row.kind !== "adopt" && isApplied(row)
      ? { ...row, reason: "first-plan" satisfies RowReason }
      : row,
  );
  if (!(await plans.putRows({ id, origin }, chunk, inPhase, run)))
    throw new StepFailure("execution-lost");
  return {
    counts: countOf(inPhase),
    applies: countOf(inPhase.filter(isApplied)),
    toDecide: inPhase.filter(isDecidable).length,
    digest: digestOf(inPhase),
  };
}

/** Stores rows in as many chunks as they need, from `firstChunk` on. */
export async function storeAll(
  run: ListsRun,
  plan: Plan,
  firstChunk: number,
  found: readonly PlanRow[],
): Promise<{ parts: Part[] }> {
  const parts: Part[] = [];
  for (let from = 0; from < found.length; from += maxChunkRows)
    parts.push(
      await storeRows(
        run,
        plan,
        firstChunk + parts.length,
        found.slice(from, from + maxChunkRows),
      ),
    );
  return { parts };
}

/** Step "finish plan": stores what all parts come to, and ends the plan or lets it go on. */
export async function finishPlan(
  run: ListsRun,
  all: readonly Part[],
): Promise<void> {
  const { steps, asked, plans } = run;
  const { planId } = asked;
  await steps.store("finish plan", async () => {
    const plan = await plans.get(planId);
    // An earlier attempt has finished it.
    if (plan?.status === "applying" && plan.run === asked.run + 1)
      return startNext(run);
    if (plan?.status === "stopped" && plan.reason === overtaken)
      return plans.tell(planId, "stopped", overtaken);
    if (plan?.status !== "planning" || plan.run !== asked.run) return;
    const { source, asOfMs, isWhole, phase } = plan;
    const digest = digestOf([
      [planId, source, asOfMs, isWhole, phase],
      ...all.map((one) => one.digest),
    ]);
    const limits = await run.store.dailyLimits.usages(run.settings);
    await plans.deletePeople(plan);
    const set = {
      peoplePages: 0,
      counts: sumOf(all.map((one) => one.counts)),
      applies: sumOf(all.map((one) => one.applies)),
      toDecide: all.reduce((sum, one) => sum + one.toDecide, 0),
      digest,
      limits,
      rowChunks: all.length,
    };
    const made = await plans.change(planId, ["planning"], set, asked.run);
    // An operator has just stopped the plan, or another execution makes it.
    if (!made) return;
    const { isInUse = false } = (await plans.source(source)) ?? {};
    switch (decideNext(made, isInUse)) {
      case "shown":
        await plans.deleteValues(made);
        return endAs(run, "stopped");
      case "planned":
        await plans.keepValues(made);
        return endAs(run, "planned");
      case "applied":
        // If another plan of the source came first, this plan ends without a note, because it changes nothing.
        if (await plans.takeSource(made)) await plans.noteEndOfPlan(made);
        return endAsApplied(run, made);
      case "applying": {
        if (!(await plans.takeSource(made))) {
          // Another plan of the source came first. The next pull reads the records again.
          await plans.deleteValues(made);
          return endAs(run, "stopped", overtaken);
        }
        await plans.keepValues(made);
        const begun = {
          status: "applying" as const,
          run: asked.run + 1,
          approvedUntilMs: run.nowMs() + dayMs,
          startedAtMs: run.nowMs(),
        };
        await plans.change(planId, ["planning"], begun, asked.run);
        return startNext(run);
      }
    }
  });
}

/**
 * What a plan whose rows are all planned goes on with:
 *
 * - `shown`: it is a trial, so it ends and is never applied
 * - `planned`: it waits for an operator, who decides about rows or approves it
 * - `applied`: it changes nothing, so it ends
 * - `applying`: it applies itself without an approval, so the daily limits hold its terminations and renames
 *
 * @param isInUse - pulls of the source apply themselves. The next one plans the undecided rows again
 */
function decideNext(
  { trialMap, origin, applies, toDecide }: Plan,
  isInUse: boolean,
): "shown" | "planned" | "applied" | "applying" {
  if (trialMap !== undefined) return "shown";
  const isEmpty = Object.keys(applies).length === 0;
  if (origin === "pull" && isInUse) return isEmpty ? "applied" : "applying";
  return isEmpty && toDecide === 0 ? "applied" : "planned";
}

/** The reason of a pull that another plan of its source overtakes: the code for all plans that come too late. */
const overtaken = "expired";

export function startNext({ asked, startPlan }: ListsRun): Promise<void> {
  return startPlan({ ...asked, run: asked.run + 1 });
}

async function endAs(
  { plans, asked, log, nowMs }: ListsRun,
  status: "planned" | "applied" | "stopped",
  reason?: ReasonCode,
): Promise<void> {
  const { planId: operationId } = asked;
  const ended = { status, ...(reason && { reason }) };
  const set = { ...ended, ...(status !== "planned" && { endedAtMs: nowMs() }) };
  const plan = await plans.change(operationId, runningPlans, set, asked.run);
  // If an operator has just stopped the plan, it is undefined here, or has no reason.
  if (reason && plan?.reason === reason)
    await plans.tell(operationId, status, reason);
  log.info("plan ended", { operationId, ...ended });
}

/** Ends a plan that has no row left to apply. `noteEndOfPlan` comes first, if the plan has taken its source. */
export async function endAsApplied(run: ListsRun, plan: Plan): Promise<void> {
  await run.plans.deleteValues(plan);
  await endAs(run, "applied");
}

function countOf(rows: readonly PlanRow[]): Counts {
  return Object.fromEntries(countEach(rows.map(({ kind }) => kind)));
}

function sumOf(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const counts of all)
    for (const [kind, count] of Object.entries(counts))
      sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

function digestOf(value: unknown): string {
  return fingerprintOf(JSON.stringify(value));
}
