import type { Log } from "../../shared/log.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import {
  planCheckMs,
  type PlanRun,
  type PlanRuns,
  type RunningPlan,
} from "../../shared/store/plan-runs.ts";
import type {
  FindExecution,
  StartPlan,
} from "../../shared/workflow/execution.ts";
import type { Pass } from "./run-pass.ts";

type Dependencies = {
  plans: PlanRuns;
  startPlan: StartPlan;
  findExecution: FindExecution;
  nowMs: () => number;
  log: Log;
};

/** After this many executions in a row without progress, another one would end in the same way. */
const maxLosses = 5;

/**
 * Checks the plans of lists that made no progress for ten minutes. If their execution is lost, another one goes on, and
 * does nothing twice. A plan that cannot go on ends, and a notice tells it.
 */
export function checkPlans(
  { plans, startPlan, findExecution, nowMs, log }: Dependencies,
  status: RunningPlan,
): Pass {
  const list = plans.due(status);
  return {
    name: status,
    list,
    async handle({ id, dueAtMs: dueSinceMs }) {
      const plan = await plans.get(id);
      if (plan?.status !== status || plan.dueAtMs !== dueSinceMs)
        return "skipped";
      // Postponed first: a plan whose execution cannot be read must not delay the plans after it.
      if (!(await list.postpone(id, planCheckMs))) return "skipped";
      const { execution, run, losses } = plan;
      if (execution !== undefined && (await findExecution(execution)))
        return { dueSinceMs };
      const fields = { operationId: id, status };
      const reason = whyOver(plan, nowMs());
      if (reason) {
        if (await plans.end(plan, reason))
          log.error("plan ended", { ...fields, reason });
      } else if (await plans.takeOver(plan)) {
        log.warn("plan taken over", { ...fields, count: losses });
        await startPlan({ planId: id, run: run + 1 });
      }
      return { dueSinceMs };
    },
  };
}

/** Why another execution would not help. Undefined if it may. */
function whyOver(
  { status, approvedUntilMs = 0, losses }: PlanRun,
  nowMs: number,
): ReasonCode | undefined {
  if (status === "applying" && nowMs >= approvedUntilMs) return "expired";
  return losses >= maxLosses ? "execution-lost" : undefined;
}
