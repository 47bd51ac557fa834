import * as z from "zod/mini";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { FinalOutcome } from "../../shared/store/operation.ts";
import { activeEmployee } from "./employee.ts";
import type { StatusRun } from "./status-run.ts";

/** What was read, for whoever answers: empty for none. */
export const shownSchema = z.object({ shown: z.string() });

/**
 * Reads the status of a person for somebody who asked in chat. It lies in our store until they are answered.
 *
 * @throws StepFailure `not-active`, `person-missing`
 */
export async function readStatus(
  run: StatusRun,
): Promise<Omit<FinalOutcome, "steps">> {
  const { operation, store, platformAuth, steps } = run;
  const personID = await steps.idempotent("read status", async () => {
    const { personID } = await activeEmployee(run);
    const person = await platformAuth.service.people.find(personID);
    if (!person) throw new StepFailure("person-missing");
    await store.payloads.note(operation, { shown: person.status ?? "" });
    return personID;
  });
  return { status: "succeeded", result: { personID, refs: {} }, warnings: [] };
}
