import { needsAttention, type ReasonCode } from "../../shared/reason-codes.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { choosePause, patienceMs } from "../../shared/workflow/choose-pause.ts";
import type { StepFailure } from "../../shared/step-failure.ts";
import { settle, type Settled } from "../../shared/workflow/settle.ts";
import type { EmploymentRun, Look, RunnerRun } from "./employment-run.ts";
import { makeAsk } from "./moves/ask.ts";
import { makeChange } from "./moves/change.ts";
import { countInAdvance } from "./moves/check-contents.ts";
import { makeConfirm } from "./moves/confirm.ts";
import { makeCreate } from "./moves/create.ts";
import { makeDelete } from "./moves/delete.ts";
import { makeErase } from "./moves/erase.ts";
import { makeDisable, makeEnable } from "./moves/set-enabled.ts";
import { record, type Recorded } from "./record.ts";

/** An engine's history has a limit. What is left then waits for the scheduler, and another execution goes on. */
const maxMoves = 20;

/** Another execution has taken the employee, which does the work and writes the outcomes. */
const lost: ReasonCode = "employee-changed";

/**
 * Looks, does, and looks again, until nothing is left to do now and nothing was said meanwhile. Then it frees the
 * employee.
 *
 * @returns undefined when another execution writes the outcome of the operation of this run
 */
export async function runEmployee(
  run: RunnerRun,
  first: Look,
): Promise<Recorded | undefined> {
  let look = first;
  for (let moves = 0; ; moves++) {
    if (look.fact?.by === run.operation.id) run.told = look.fact.is;
    if (look.isFree) return { hasExtras: true };
    const mayGoOn = moves < maxMoves && look.againAtMs === undefined;
    const made = mayGoOn ? await settle(makeMove(run, look)) : undefined;
    if (made?.ok && made.value) {
      look = made.value;
      continue;
    }
    if (made?.ok === false && made.failure.code === lost) return undefined;
    const failed = await whyItEnds(run, look, made);
    const recorded = await settle(record(run, look, failed));
    if (!recorded.ok && recorded.failure.code === lost) return undefined;
    if (!recorded.ok) throw recorded.failure;
    if (recorded.value.isFirstAccess) run.madeFor.add(run.operation.id);
    if (recorded.value.look === undefined) return recorded.value;
    look = recorded.value.look;
  }
}

/** Undefined: nothing is left to do now. */
async function whyItEnds(
  run: RunnerRun,
  { againAtMs: dueAtMs = run.nowMs() }: Look,
  made: Settled<unknown> | undefined,
): Promise<WorkflowOutcome | undefined> {
  if (!made) return { status: "waiting", dueAtMs, warnings: [] };
  return made.ok ? undefined : outcomeOf(run, made.failure);
}

/** Does the next move. Resolves to undefined when there is nothing to do now. */
async function makeMove(run: RunnerRun, look: Look): Promise<Look | undefined> {
  const { move } = look;
  switch (move.do) {
    case "create":
      return makeCreate(run, { ...look, move });
    case "change":
      return makeChange(run, { ...look, move });
    case "enable":
      return makeEnable(run, { ...look, move });
    case "disable":
      return makeDisable(run, { ...look, move });
    case "delete":
      return makeDelete(run, { ...look, move });
    case "confirm":
      return makeConfirm(run, { ...look, move });
    case "erase":
      return makeErase(run, { ...look, move });
    case "ask":
      return makeAsk(run, { ...look, move });
    case "wait":
      if (look.graceOf !== undefined) await countInAdvance(run, look.graceOf);
      return undefined;
    case "nothing":
      return undefined;
  }
}

/** What a failure comes to: a pause, as long as it may pass, or an end. */
export async function outcomeOf(
  run: EmploymentRun,
  failure: StepFailure,
): Promise<WorkflowOutcome> {
  const { code: reason } = failure;
  // Who has access must be as HR says, so what is about access waits without end.
  const mayWaitMs =
    run.operation.type === "employee.hired" ||
    run.operation.type === "employee.adopted" ||
    run.operation.type === "employee.changed"
      ? patienceMs
      : Number.POSITIVE_INFINITY;
  const pause = await choosePause(run, failure, mayWaitMs);
  if (pause !== undefined && pause !== "over") return pause;
  const isForOperator =
    pause === "over" || needsAttention(reason) || mayWaitMs !== patienceMs;
  return {
    status: isForOperator ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}
