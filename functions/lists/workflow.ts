import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import { StepFailure } from "../../shared/step-failure.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { PlanInput } from "../../shared/workflow/execution.ts";
import { createSteps } from "../../shared/workflow/steps.ts";
import { applyPlan } from "./apply-plan.ts";
import type { ListsDependencies } from "./lists-run.ts";
import { makePlan } from "./make-plan.ts";

const inputSchema = z.object({
  planId: z.string(),
  run: z.number(),
  from: z.number(),
  accepted: z.number(),
  skipped: z.number(),
});

/**
 * The durable workflow of a plan (decision 31):
 *
 *     check list ─> plan rows ... ─> find missing ─> finish plan
 *     apply rows ... ─> (next execution) ─> finish plan
 *
 * Its steps work on parts of the rows. The engine's history has counts and digests, and no value of a list.
 */
export function createLists(
  dependencies: ListsDependencies,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { plans, nowMs, random, log } = dependencies;
  return async (input, context) => {
    const asked = inputSchema.parse(input);
    const { planId } = asked;
    const steps = createSteps({
      context,
      operationId: planId,
      recordStep: async () => undefined,
      recordFailure: async () => undefined,
      prepareRetry: async (failure) => failure,
      nowMs,
      random,
      log,
    });
    const run = { ...dependencies, steps, context, asked };
    const { durableExecutionArn } = context.executionContext;
    const status = await steps.store(
      "start",
      async () =>
        (await plans.begin(planId, asked.run, durableExecutionArn)) ?? "none",
    );
    try {
      if (status === "planning") await makePlan(run);
      else if (status === "applying") await applyPlan(run);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      const reason = error.code;
      await steps.store("record", () => interrupt(asked, reason));
    }
  };

  /** A list can be uploaded again, so its plan fails. An apply goes on when the scheduler or an operator starts it again. */
  async function interrupt(
    { planId, run }: PlanInput,
    reason: ReasonCode,
  ): Promise<void> {
    const plan = await plans.get(planId);
    if (!plan || plan.run !== run) return;
    const { status } = plan;
    if (status !== "planning" && status !== "applying") return;
    const isOver = status === "planning";
    const endsAs = isOver ? "failed" : status;
    await plans.tell(planId, endsAs, reason);
    if (isOver) await plans.deleteValues(plan);
    const ended = { status: "failed", reason, endedAtMs: nowMs() } as const;
    await plans.move(planId, [status], isOver ? ended : { reason }, run);
    log.error("plan ended", { operationId: planId, status: endsAs, reason });
  }
}
