import * as z from "zod/mini";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { FinalOutcome } from "../../shared/store/operation.ts";
import { readActiveEmployee } from "./active-employee.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";

/** The status that was read for a chat user. Empty means no status. */
export const readStatusSchema = z.object({ shown: z.string() });

/**
 * Reads the status of a person for a chat user. Our store keeps it until the user is answered.
 *
 * @throws StepFailure `not-active`, `employee-suspended`, `person-missing`
 */
export async function readStatus(
  run: StatusRelayRun,
): Promise<Omit<FinalOutcome, "steps">> {
  const { operation, store, platformAuth, steps } = run;
  const personID = await steps.idempotent("read status", async () => {
    const { personID } = await readActiveEmployee(run);
    const person = await platformAuth.service.people.find(personID);
    if (!person) throw new StepFailure("person-missing");
    await store.payloads.note(operation, { shown: person.status ?? "" });
    return personID;
  });
  return { status: "succeeded", result: { personID, refs: {} }, warnings: [] };
}
