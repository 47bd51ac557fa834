import { StepFailure } from "../../shared/step-failure.ts";
import type {
  FinalOutcome,
  WaitingOutcome,
} from "../../shared/store/operation.ts";
import {
  saveEarlierStatuses,
  findStatusToRestore,
} from "./earlier-statuses.ts";
import { withWriteLease } from "./active-employee.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";
import { readStoredStatus } from "./stored-status.ts";
import { changePerson } from "../../shared/person/change-person.ts";
import type { Lease } from "../../shared/store/leases.ts";

/**
 * Sets the status of a person, unless the profile already shows it. The status of the later event counts, in any order
 * of arrival.
 *
 * @throws StepFailure `expired`, `not-active`, `employee-suspended`, `newer-status`, `person-missing`
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
          // If the profile shows the text, an earlier attempt may have written it, and it must still be restored.
          if (isExpired && current !== text) throw new StepFailure("expired");
          await saveEarlierStatuses(run, employee, current, {
            text,
            expiresAtMs,
          });
          return text;
        });
        // Noted after the write, because a status that was never shown must not refuse an older one.
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

/**
 * Changes the status on a profile. An empty text means no status.
 *
 * @param decide - returns the new text for the current text; if both are equal, nothing is written, because each write
 *   publishes an activity entry (docs/interface.md, §3)
 * @throws StepFailure `person-missing` if the platform does not have the person
 */
async function writeStatus(
  { platformAuth }: Pick<StatusRelayRun, "platformAuth">,
  personID: string,
  lease: Lease,
  decide: (current: string) => string | Promise<string>,
): Promise<void> {
  const { service } = platformAuth;
  let decided = "";
  await changePerson(service, personID, lease, async (person) => {
    const current = person.status ?? "";
    decided = await decide(current);
    return decided === current ? undefined : { ...person, status: decided };
  });
  if (!lease.isDoubtful) return;
  // A late write of an earlier lease may have arrived meanwhile.
  await changePerson(service, personID, lease, (person) =>
    (person.status ?? "") === decided
      ? undefined
      : { ...person, status: decided },
  );
}

type Write = Parameters<typeof withWriteLease<string>>[1];

/**
 * Restores the earlier status after a status has expired. If another event or the person has changed the status since,
 * or if the employee has left, nothing is left to do, and that is no failure. A suspended employee stays disabled, and
 * comes back without the expired status.
 *
 * @throws StepFailure `changed-since`, `left-since`, `person-missing`
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
      const { earlier, all } = await findStatusToRestore(run);
      // An earlier attempt whose answer was lost may have written an earlier status, which can have expired since.
      const expected = [text, earlier.text, ...(mayHaveRun ? all : [])];
      const restore: Write = async ({ personID, statusBy }, lease) => {
        // An earlier attempt whose answer was lost has done all of it.
        if (mayHaveRun && statusBy === earlier.by) return personID;
        if (statusBy !== id) throw new StepFailure("changed-since");
        await writeStatus(run, personID, lease, (current) => {
          if (!expected.includes(current))
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
    // An execution before the block may have written without an answer.
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
