import { isRefusedSignIn } from "../../../shared/community/errors.ts";
import type { Person } from "../../../shared/community/person.ts";
import { isSameUsername } from "../../../shared/person/is-same-username.ts";
import type { Employee } from "../../../shared/store/employee.ts";
import {
  StepFailure,
  toStepFailure,
} from "../../../shared/workflow/failure.ts";
import type { HireReader } from "../extras/hire-reader.ts";

/**
 * The person who signs in with our derived password, or undefined when the platform refuses the password.
 *
 * @throws StepFailure `person-not-listed` when the platform accepts the password, but does not list the person yet
 */
export async function findOwn(
  reader: HireReader,
  { username = "", ...item }: Employee,
): Promise<Person | undefined> {
  const client = await reader.asPerson({ ...item, username });
  try {
    for await (const person of client.people.list({ count: 100 }))
      if (isSameUsername(person.svc?.username, username)) return person;
  } catch (error) {
    if (isRefusedSignIn(error)) return undefined;
    throw error;
  }
  throw new StepFailure("person-not-listed", { retryable: true });
}

/** The search failed, so it is still unknown whether an earlier attempt created the person. */
export function failUnknown(error: unknown): never {
  const { retryable, retryAfterMs } = toStepFailure(error);
  throw new StepFailure("outcome-unknown", { retryable, retryAfterMs });
}
