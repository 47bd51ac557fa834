import { isProtected } from "../../shared/person/is-protected.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { isSameEmail } from "../../shared/store/email-hash.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Makes sure that the person under our id is who we think, and nobody who must stay. Resolves to false when they are
 * gone, which is an answer only where the deletion may have begun; before that, a person who cannot be found may as well
 * be hidden from us.
 *
 * @throws StepFailure `person-differs` when username or e-mail are not those we know; `person-protected`;
 *   `person-missing`
 */
export async function checkLeaver(
  personID: string,
  isDeleting: boolean,
  { operation, store, platformAuth, protectedUsernames }: OffboardingRun,
): Promise<boolean> {
  const person = await platformAuth.service.people.find(personID);
  if (person === undefined) {
    if (isDeleting || operation.isConfirmedGone) return false;
    throw new StepFailure("person-missing");
  }
  const known = await store.employees.get(operation.employeeId);
  const { username = "", emailHash = "" } = known ?? {};
  const keyring = await platformAuth.keyring(emailHash);
  const actual = person.svc?.username ?? "";
  const isTheirs = (person.emails ?? []).some(({ value = "" }) =>
    isSameEmail(keyring, emailHash, value),
  );
  if (actual.toLowerCase() !== username.toLowerCase() || !isTheirs)
    throw new StepFailure("person-differs");
  if (await isProtected(platformAuth, protectedUsernames, actual))
    throw new StepFailure("person-protected");
  return true;
}
