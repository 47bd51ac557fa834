import { StepFailure } from "../../shared/step-failure.ts";
import type { FinalOutcome } from "../../shared/store/operation.ts";
import { findStatusToRestore } from "./earlier-statuses.ts";
import { withWriteLease } from "./active-employee.ts";
import { writeStatus } from "./write-status.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";
import { readStoredStatus } from "./stored-status.ts";

type Write = Parameters<typeof withWriteLease<string>>[1];

/**
 * Restores the earlier status after a status has expired, unless another event or the person has changed the status
 * since. A changed status, or an employee who has left, is no failure: there is nothing left to do. A suspended employee
 * stays disabled, and comes back without the expired status.
 *
 * @throws StepFailure `changed-since`, `left-since`
 */
export async function restoreStatus(
  run: StatusRelayRun,
): Promise<Omit<FinalOutcome, "steps">> {
  const { operation, steps } = run;
  const { id, warnings } = operation;
  const personID = await steps.sideEffect(
    "restore status",
    async ({ mayHaveRun }) => {
      const { text } = await readStoredStatus(run);
      const earlier = await findStatusToRestore(run);
      const restore: Write = async ({ personID, statusBy }, lease) => {
        // An earlier attempt has finished without our knowledge.
        if (mayHaveRun && statusBy === earlier.by) return personID;
        if (statusBy !== id) throw new StepFailure("changed-since");
        await writeStatus(run, personID, lease, (current) => {
          // The profile has the earlier text if a previous attempt has written it without our knowledge.
          if (current !== text && current !== earlier.text)
            throw new StepFailure("changed-since");
          return earlier.text;
        });
        const { by } = earlier;
        await lease.note(
          by === undefined
            ? { remove: ["statusBy"] }
            : { set: { statusBy: by } },
        );
        return personID;
      };
      return withWriteLease(run, restore, ["active", "suspended"]).catch(
        toLeftSince,
      );
    },
    { mayHaveRun: operation.blockedSinceMs !== undefined },
  );
  const result = { personID, refs: {} };
  return { status: "succeeded", result, warnings };
}

function toLeftSince(error: unknown): never {
  if (error instanceof StepFailure && error.code === "not-active")
    throw new StepFailure("left-since");
  throw error;
}
