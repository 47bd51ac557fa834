import { StepFailure } from "../../shared/step-failure.ts";
import type {
  FinalOutcome,
  WaitingOutcome,
} from "../../shared/store/operation.ts";
import { saveEarlierStatuses } from "./earlier-statuses.ts";
import { withWriteLease } from "./active-employee.ts";
import { writeStatus } from "./write-status.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";
import { readStoredStatus } from "./stored-status.ts";

/**
 * Sets the status of a person, unless the profile already shows it. Of two statuses the later event wins, in any order
 * of arrival.
 *
 * @throws StepFailure `expired`, `not-active`, `employee-suspended`, `newer-status`
 */
export async function setStatus(
  run: StatusRelayRun,
): Promise<Omit<FinalOutcome, "steps"> | Omit<WaitingOutcome, "steps">> {
  const { operation, steps, nowMs } = run;
  const { id, eventAtMs } = operation;
  const { personID, expiresAtMs } = await steps.sideEffect(
    "set status",
    async () => {
      const { text, expiresAtMs } = await readStoredStatus(run);
      return withWriteLease(run, async (employee, lease) => {
        const { personID, statusAtMs = 0 } = employee;
        if (statusAtMs > eventAtMs) throw new StepFailure("newer-status");
        await writeStatus(run, personID, lease, async (current) => {
          const isExpired = expiresAtMs !== undefined && expiresAtMs <= nowMs();
          // If the profile shows the text, an earlier attempt may have written it, so the restore must still run.
          if (isExpired && current !== text) throw new StepFailure("expired");
          await saveEarlierStatuses(run, employee, current, {
            text,
            expiresAtMs,
          });
          return text;
        });
        // Only after the write: a status that was never shown must not prevent others.
        await lease.note({ set: { statusBy: id, statusAtMs: eventAtMs } });
        return { personID, expiresAtMs };
      });
    },
  );
  const outcome = { result: { personID, refs: {} }, warnings: [] };
  return expiresAtMs === undefined
    ? { status: "succeeded", ...outcome }
    : { status: "waiting", phase: "restore", dueAtMs: expiresAtMs, ...outcome };
}
