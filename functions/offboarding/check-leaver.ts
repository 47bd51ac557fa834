import { isProtected } from "../../shared/person/is-protected.ts";
import { isSameEmail } from "../../shared/store/email-hash.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Step "check person": makes sure that the person under our id is the employee, and is not protected.
 *
 * Resolves to false when the person is gone. Only after the deletion may have begun does a 404 mean that. Before it,
 * the person may as well be hidden from us.
 *
 * @throws StepFailure `person-differs` when username or e-mail are not those in our store; `person-protected`;
 *   `person-missing`
 */
export function checkLeaver(
  run: OffboardingRun,
  personID: string,
  isDeleting: boolean,
): Promise<boolean> {
  return run.steps.idempotent("check person", () =>
    isLeaverThere(run, personID, isDeleting),
  );
}

async function isLeaverThere(
  { operation, store, platformAuth, protectedUsernames }: OffboardingRun,
  personID: string,
  isDeleting: boolean,
): Promise<boolean> {
  const person = await platformAuth.service.people.find(personID);
  if (person === undefined) {
    if (isDeleting || operation.isConfirmedGone) return false;
    throw new StepFailure("person-missing");
  }
  const employee = await store.employees.get(operation.employeeId);
  const { username = "", emailHash = "" } = employee ?? {};
  const keyring = await platformAuth.keyring(emailHash);
  const actual = person.svc?.username ?? "";
  const hasEmail = (person.emails ?? []).some(({ value = "" }) =>
    isSameEmail(keyring, emailHash, value),
  );
  if (actual.toLowerCase() !== username.toLowerCase() || !hasEmail)
    throw new StepFailure("person-differs");
  if (await isProtected(platformAuth, protectedUsernames, actual))
    throw new StepFailure("person-protected");
  return true;
}
