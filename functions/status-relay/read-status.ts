import * as z from "zod/mini";
import { StepFailure } from "../../shared/step-failure.ts";
import type { FinalOutcome } from "../../shared/store/operation.ts";
import { readActiveEmployee } from "./active-employee.ts";
import { findStatusOf } from "./earlier-statuses.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";

/** The status that was read for a chat user. An empty text means no status. */
export const readStatusSchema = z.object({
  text: z.string(),
  /** When it ends, if a chat user or a system has said so. */
  expiresAtMs: z.optional(z.number()),
});
export type ReadStatus = z.infer<typeof readStatusSchema>;

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
    const { personID, statusBy } = await readActiveEmployee(run);
    const person = await platformAuth.service.people.find(personID);
    if (!person) throw new StepFailure("person-missing");
    const text = person.status ?? "";
    const by = await findStatusOf(store, statusBy, text);
    const expiresAtMs = by?.data.expiresAtMs;
    await store.payloads.writeNote(operation, { text, expiresAtMs });
    return personID;
  });
  return { status: "succeeded", result: { personID, refs: {} }, warnings: [] };
}
