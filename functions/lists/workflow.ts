import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import { StepFailure } from "../../shared/step-failure.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { PlanInput } from "../../shared/workflow/execution.ts";
import { createSteps } from "../../shared/workflow/steps.ts";
import { applyPlan } from "./apply-plan.ts";
import { createBeginCall, type ListsDependencies } from "./lists-run.ts";
import { openPlans } from "./contract.ts";
import { makeDrift } from "./find-drift.ts";
import { makePlan } from "./make-plan.ts";
import { runningPlans } from "../../shared/store/plan-runs.ts";
import { beginPull, countPull, pullInputSchema } from "./pull.ts";
import { readSource } from "./read-source.ts";

const planInputSchema = z.object({ planId: z.string(), run: z.number() });
const inputSchema = z.union([planInputSchema, pullInputSchema]);

/**
 * The durable workflow of a plan (decision 31). `...` stands for one step for each part of the data:
 *
 *     read source ... ─> check list ─> plan rows ... ─> find missing ─> finish plan
 *     apply rows ... ─> (next execution) ─> finish plan
 *
 * Only a pull reads its source. The rows of other plans are uploaded. A schedule begins a pull in an execution of its
 * own. If a row needs all people of the platform, the steps `read people ...` read them. The engine's history has
 * counts and digests, and no value of a list.
 */
export function createLists(
  dependencies: ListsDependencies,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { plans, callsPerSecond, nowMs, random, log } = dependencies;
  return async (input, context) => {
    const parsed = inputSchema.parse(input);
    const isOfSchedule = "schedule" in parsed;
    const steps = createSteps({
      context,
      operationId: isOfSchedule ? parsed.schedule : parsed.planId,
      nowMs,
      random,
      log,
    });
    if (isOfSchedule) {
      await steps.store("begin read", () => beginPull(dependencies, parsed));
      return;
    }
    const { planId } = parsed;
    const beginCall = createBeginCall(dependencies, callsPerSecond);
    const run = { ...dependencies, steps, context, asked: parsed, beginCall };
    const { durableExecutionArn } = context.executionContext;
    const { status, origin } = await steps.store("start", async () => {
      const plan = await plans.begin(planId, parsed.run, durableExecutionArn);
      return { status: plan?.status, origin: plan?.origin };
    });
    // Another execution works on the plan, or the plan has ended.
    if (status === undefined) return;
    try {
      if (status === "reading") await readSource(run);
      if (status === "applying") await applyPlan(run);
      else await (origin === "drift" ? makeDrift(run) : makePlan(run));
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      const reason = error.code;
      await steps.store("record", () => interrupt(parsed, reason));
    }
    if (origin !== "upload")
      await steps.store("count pull", () => countPull(dependencies, planId));
  };

  /** Ends a plan whose execution has failed. An apply stays open, until the scheduler or an operator continues it. */
  async function interrupt(
    { planId, run }: PlanInput,
    reason: ReasonCode,
  ): Promise<void> {
    const plan = await plans.get(planId);
    if (plan?.run !== run) return;
    const { status, origin } = plan;
    // An attempt that failed may have left values. So may a step that ran while an operator stopped the plan.
    if (!openPlans.includes(status)) return plans.deleteValues(plan);
    if (!runningPlans.some((one) => one === status)) return;
    const isApply = status === "applying";
    const endsAs = isApply ? status : "failed";
    // First, because a repetition of this step finds no open plan any more. `countPull` tells the failures of a pull.
    if (isApply || origin !== "pull") await plans.tell(planId, endsAs, reason);
    const ended = isApply ? {} : { endedAtMs: nowMs() };
    const set = { status: endsAs, reason, ...ended } as const;
    // Another execution has taken the plan over, or an operator has stopped it.
    if (!(await plans.change(planId, [status], set, run))) return;
    log.error("plan ended", { operationId: planId, status: endsAs, reason });
    if (!isApply) await plans.deleteValues(plan);
  }
}
