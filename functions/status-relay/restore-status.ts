import { StepFailure } from "../../shared/workflow/failure.ts";
import type { FinalOutcome } from "../../shared/store/operation.ts";
import { statusToRestore } from "./earlier-statuses.ts";
import { asOnlyWriter } from "./employee.ts";
import { changeProfile } from "./profile.ts";
import type { StatusRun } from "./status-run.ts";
import { storedStatus } from "./stored-status.ts";

/**
 * A timed status has run out: what was there before comes back, unless somebody has changed the status since, by another
 * event or by hand. That, or a person who has left meanwhile, is no failure: there is nothing to do any more.
 *
 * @throws StepFailure `changed-since`, `left-since`
 */
export async function restoreStatus(
  run: StatusRun,
): Promise<Omit<FinalOutcome, "steps">> {
  const { operation, store, steps } = run;
  const { id, employeeId, warnings } = operation;
  const personID = await steps.sideEffect(
    "restore status",
    async ({ mayHaveRun }) => {
      const { text } = await storedStatus(run);
      const earlier = await statusToRestore(run);
      return asOnlyWriter(run, async ({ personID, statusBy }) => {
        // An attempt of which we heard nothing got to its end.
        if (mayHaveRun && statusBy === earlier.by) return personID;
        if (statusBy !== id) throw new StepFailure("changed-since");
        await changeProfile(run, personID, (now) => {
          // The second: an attempt of which we heard nothing got through.
          if (now !== text && now !== earlier.text)
            throw new StepFailure("changed-since");
          return earlier.text;
        });
        await store.employees.noteStatusBy(employeeId, id, earlier.by);
        return personID;
      }).catch(asLeft);
    },
  );
  const result = { personID, refs: {} };
  return { status: "succeeded", result, warnings };
}

function asLeft(error: unknown): never {
  if (error instanceof StepFailure && error.code === "not-active")
    throw new StepFailure("left-since");
  throw error;
}
