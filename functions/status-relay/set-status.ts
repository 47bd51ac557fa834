import { StepFailure } from "../../shared/workflow/failure.ts";
import type {
  FinalOutcome,
  WaitingOutcome,
} from "../../shared/store/operation.ts";
import { noteEarlier } from "./earlier-statuses.ts";
import { asOnlyWriter } from "./employee.ts";
import { changeProfile } from "./profile.ts";
import type { StatusRun } from "./status-run.ts";
import { storedStatus } from "./stored-status.ts";

/**
 * Sets the status of a person, unless it says so already. Of two statuses the later event wins, in whichever order they
 * come.
 *
 * @throws StepFailure `expired`, `not-active`, `newer-status`
 */
export async function setStatus(
  run: StatusRun,
): Promise<Omit<FinalOutcome, "steps"> | Omit<WaitingOutcome, "steps">> {
  const { operation, store, steps, nowMs } = run;
  const { id, employeeId, eventAtMs } = operation;
  const { personID, expiresAtMs } = await steps.sideEffect(
    "set status",
    async () => {
      const { text, expiresAtMs } = await storedStatus(run);
      return asOnlyWriter(run, async (employee) => {
        const { personID, statusAtMs = 0 } = employee;
        if (statusAtMs > eventAtMs) throw new StepFailure("newer-status");
        await changeProfile(run, personID, async (now) => {
          const isOver = expiresAtMs !== undefined && expiresAtMs <= nowMs();
          // What is there already may be of an attempt of which we heard nothing, and is still to be taken away.
          if (isOver && now !== text) throw new StepFailure("expired");
          await noteEarlier(run, employee, now, { text, expiresAtMs });
          return text;
        });
        // Not before it is true: a status that was never shown must not stand in the way of those that are.
        if (!(await store.employees.noteStatus(employeeId, id, eventAtMs)))
          throw new StepFailure("employee-busy", { retryable: true });
        return { personID, expiresAtMs };
      });
    },
  );
  const outcome = { result: { personID, refs: {} }, warnings: [] };
  return expiresAtMs === undefined
    ? { status: "succeeded", ...outcome }
    : { status: "waiting", phase: "restore", dueAtMs: expiresAtMs, ...outcome };
}
