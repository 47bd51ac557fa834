import { requireKnown } from "../../shared/person/known-person.ts";
import { namesOf } from "../../shared/store/known-names.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Step "check person": makes sure that the person under our id is the employee, and is not protected.
 *
 * Resolves to false when the person is gone. Only after the deletion may have begun does a 404 mean that. Before it,
 * the person may as well be hidden from us.
 *
 * @throws StepFailure `person-differs` when username or e-mail are none of those in our store; `person-protected`;
 *   `person-missing`
 */
export function checkPerson(
  run: OffboardingRun,
  personID: string,
  isDeleting: boolean,
): Promise<boolean> {
  return run.steps.idempotent("check person", () =>
    isPersonThere(run, personID, isDeleting),
  );
}

async function isPersonThere(
  run: OffboardingRun,
  personID: string,
  isDeleting: boolean,
): Promise<boolean> {
  const { operation, store, platformAuth } = run;
  const person = await platformAuth.service.people.find(personID);
  if (person === undefined) {
    if (isDeleting || operation.isConfirmedGone) return false;
    throw new StepFailure("person-missing");
  }
  const employee = await store.employees.get(operation.employeeId);
  await requireKnown(run, person, namesOf(employee ?? {}));
  return true;
}
