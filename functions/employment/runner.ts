import { needsAttention, type ReasonCode } from "../../shared/reason-codes.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { choosePause, patienceMs } from "../../shared/workflow/choose-pause.ts";
import type { StepFailure } from "../../shared/step-failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
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

/** The engine's history has a limit. After this many moves, the operation waits, and another execution goes on. */
const maxMoves = 20;

/** Another execution has taken the employee. It does the work and writes the outcomes. */
const takenByAnother: ReasonCode = "employee-changed";

/**
 * Looks, does, and looks again, until nothing is left to do now and nothing was said meanwhile. Then it frees the
 * employee.
 *
 * @returns undefined when another execution writes the outcome of the operation of this run
 */
export async function runEmployee(
  run: RunnerRun,
  firstLook: Look,
): Promise<Recorded | undefined> {
  let look = firstLook;
  for (let moves = 0; ; moves++) {
    if (look.fact?.by === run.operation.id) run.told = look.fact.is;
    if (look.isFree) return { hasExtras: true };
    const mayGoOn = moves < maxMoves && look.againAtMs === undefined;
    const made = mayGoOn ? await settle(makeMove(run, look)) : undefined;
    if (made?.ok && made.value) {
      look = made.value;
      continue;
    }
    if (made?.ok === false && made.failure.code === takenByAnother)
      return undefined;
    const dueAtMs = look.againAtMs ?? run.nowMs();
    let ending: WorkflowOutcome | undefined;
    // Too many moves were made, or the next one must be made after a late write.
    if (!mayGoOn) ending = { status: "waiting", dueAtMs, warnings: [] };
    else if (made?.ok === false) ending = await outcomeOf(run, made.failure);
    const recorded = await settle(record(run, look, ending));
    if (!recorded.ok && recorded.failure.code === takenByAnother)
      return undefined;
    if (!recorded.ok) throw recorded.failure;
    if (recorded.value.isFirstAccess) run.madeFor.add(run.operation.id);
    if (recorded.value.look === undefined) return recorded.value;
    look = recorded.value.look;
  }
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

/** The outcome of a failure: the operation waits if the failure may pass, and ends if it does not. */
export async function outcomeOf(
  run: EmploymentRun,
  failure: StepFailure,
): Promise<WorkflowOutcome> {
  const { code: reason } = failure;
  const { type } = run.operation;
  // Access must be as HR says, so an operation that takes it away or gives it back waits without end.
  const isAboutAccess =
    type !== "employee.hired" &&
    type !== "employee.adopted" &&
    type !== "employee.changed";
  const mayWaitMs = isAboutAccess ? Number.POSITIVE_INFINITY : patienceMs;
  const pause = await choosePause(run, failure, mayWaitMs);
  if (pause !== undefined && pause !== "over") return pause;
  const isForOperator =
    pause === "over" || needsAttention(reason) || isAboutAccess;
  return {
    status: isForOperator ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}
