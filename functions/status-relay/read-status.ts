import * as z from "zod/mini";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Ending } from "../../shared/store/operation.ts";
import { activeEmployee } from "./employee.ts";
import type { Scene } from "./scene.ts";

/** What was read, for whoever answers: empty for none. */
export const shownSchema = z.object({ shown: z.string() });

/**
 * Reads the status of a person for somebody who asked in chat. It lies in our store until they are answered.
 *
 * @throws StepFailure `not-active`, `person-missing`
 */
export async function readStatus(scene: Scene): Promise<Omit<Ending, "steps">> {
  const { operation, store, platformAuth, steps } = scene;
  const personID = await steps.repeatable("read status", async () => {
    const { personID } = await activeEmployee(scene);
    const person = await platformAuth.service.people.find(personID);
    if (!person) throw new StepFailure("person-missing");
    await store.payloads.note(operation, { shown: person.status ?? "" });
    return personID;
  });
  return { status: "succeeded", result: { personID, refs: {} }, warnings: [] };
}
