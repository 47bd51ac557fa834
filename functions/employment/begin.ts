import { type OpenOperation, runs } from "../../shared/store/employments.ts";
import { findEventData } from "../../shared/workflow/read-event-data.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import * as z from "zod/mini";
import type { EmploymentRun, Look } from "./employment-run.ts";
import { lookOf, situationOf } from "./look.ts";
import { say } from "./say.ts";
import { statementOf, warningsOf } from "./statement-of.ts";

/** Without a look, another runner is at work. It sees what this operation has said. */
export type Begun = { look?: Look };

/** Says what the operation says, and becomes the runner of the employee, unless another one is at work. */
export async function begin(run: EmploymentRun): Promise<Begun> {
  const { operation, memory, nowMs } = run;
  const { id, type, employeeId, execution } = operation;
  const taker = { id, execution };
  const open: OpenOperation = { id, type, atMs: nowMs() };
  const item = await say(
    run,
    employeeId,
    async (said) => {
      if (said?.statements.some((one) => one.id === id)) return undefined;
      const data = await findEventData(run, z.unknown());
      if (data === undefined) throw new StepFailure("data-erased");
      const word = statementOf(operation, data, run);
      const warnings = warningsOf(word, data, run);
      if (warnings.length > 0) open.warnings = warnings;
      return word;
    },
    open,
    taker,
  );
  memory.employment = item;
  return runs(item, taker)
    ? { look: lookOf(situationOf(item, run, nowMs())) }
    : {};
}
