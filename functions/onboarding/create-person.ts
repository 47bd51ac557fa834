import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { Client } from "../../shared/community/client.ts";
import { ApiError, isRefusedSignIn } from "../../shared/community/errors.ts";
import type { Person } from "../../shared/community/person.ts";
import { StepFailure, toStepFailure } from "../../shared/workflow/failure.ts";
import { isUncertain } from "../../shared/reason-codes.ts";
import { hashEmail } from "../../shared/store/email-hash.ts";
import type { Store } from "../../shared/store/store.ts";
import type { ClaimedEmployee, HireRecord } from "./hire-record.ts";
import { toNewPerson, usernameOf } from "./new-person.ts";
import { refsOf } from "./refs.ts";

type Dependencies = {
  platformAuth: PlatformAuth;
  store: Pick<Store, "employees" | "persons">;
};

/**
 * Creates the person of a hire, and no second one. Creation is not idempotent and there is no documented search, so
 * what cannot be known is proven: whoever lets us in with the password that only this onboarding can derive is the
 * person it created.
 *
 * @param mayHaveRun - an earlier attempt may have created the person
 * @throws StepFailure `username-or-email-taken` when the account is somebody else's; it is never taken over
 */
export async function createPerson(
  hireRecord: HireRecord,
  { platformAuth, store: { employees, persons } }: Dependencies,
  mayHaveRun: boolean,
): Promise<{ personID: string }> {
  const { employeeId, id: operationId } = hireRecord.operation;
  const employee = await hireRecord.employee();
  const { personID, username, isAbsent } = employee;
  if (personID !== undefined) return { personID };

  const hire = await hireRecord.hire();
  const wanted = usernameOf(hire);
  const own =
    mayHaveRun && !isAbsent
      ? await findOwn(hireRecord, employee).catch(stillUnknown)
      : undefined;
  if (!own && (isAbsent || username !== wanted))
    await employees.notePossible(employeeId, operationId, wanted);
  const person =
    own ??
    (await createOrFindOwn(platformAuth.service, hireRecord, {
      ...employee,
      username: wanted,
    }).catch(async (error: unknown) => {
      if (!isUncertain(toStepFailure(error).code))
        await employees.noteAbsent(employeeId, operationId);
      throw error;
    }));
  const known = {
    personID: person.id,
    refs: refsOf(person),
    username: person.svc?.username ?? wanted,
    emailHash: hashEmail(
      await platformAuth.keyring(),
      person.emails?.[0]?.value ?? hire.email,
    ),
  };
  const [isTheirs, isRecorded] = await Promise.all([
    persons.link(person.id, employeeId),
    employees.recordPerson(employeeId, operationId, known),
  ]).catch(notRecorded);
  if (!isTheirs) throw new StepFailure("person-belongs-to-another");
  if (!isRecorded) throw new StepFailure("claim-lost");
  return { personID: person.id };
}

async function createOrFindOwn(
  service: Client,
  hireRecord: HireRecord,
  employee: ClaimedEmployee,
): Promise<Person> {
  const password = await hireRecord.password(employee);
  const newPerson = toNewPerson(await hireRecord.hire(), password);
  try {
    return await service.people.create(newPerson);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    // A request that was thought lost may have arrived after we looked.
    const own = await findOwn(hireRecord, employee).catch(stillUnknown);
    if (own) return own;
    throw new StepFailure("username-or-email-taken");
  }
}

/**
 * The person whom our derived password opens; undefined when the platform refuses it.
 *
 * @throws StepFailure `person-not-listed` when the password is accepted but the list does not have the person (yet)
 */
async function findOwn(
  hireRecord: HireRecord,
  employee: ClaimedEmployee,
): Promise<Person | undefined> {
  const username = employee.username.toLowerCase();
  const client = await hireRecord.asPerson(employee);
  try {
    for await (const person of client.people.list({ count: 100 }))
      if (person.svc?.username?.toLowerCase() === username) return person;
  } catch (error) {
    if (isRefusedSignIn(error)) return undefined;
    throw error;
  }
  throw new StepFailure("person-not-listed", { retryable: true });
}

/** As long as we could not look, an earlier attempt may have succeeded. */
function stillUnknown(error: unknown): never {
  const { retryable, retryAfterMs } = toStepFailure(error);
  throw new StepFailure("outcome-unknown", { retryable, retryAfterMs });
}

/** The person exists, and only the platform knows. */
function notRecorded(): never {
  throw new StepFailure("person-not-recorded", { retryable: true });
}
