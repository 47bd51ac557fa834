import type { Client } from "../../shared/community/client.ts";
import { ApiError, isRefusedSignIn } from "../../shared/community/errors.ts";
import type { Person } from "../../shared/community/person.ts";
import { isUncertain } from "../../shared/reason-codes.ts";
import type { NameOrder } from "../../shared/person/full-name.ts";
import { isSameUsername } from "../../shared/person/is-same-username.ts";
import { knownPersonOf } from "../../shared/person/known-person.ts";
import { StepFailure, toStepFailure } from "../../shared/workflow/failure.ts";
import type { Attempt } from "../../shared/workflow/steps.ts";
import type {
  ClaimedEmployee,
  ClaimedRun,
  HireReader,
} from "./onboarding-run.ts";
import { identitiesOf } from "./link-identities.ts";
import { saltKeptMs } from "./password.ts";
import { toNewPerson, usernameOf } from "../../shared/person/new-person.ts";

/**
 * Step "create person": creates the person of a hire, and never a second one. Creating is not idempotent, and the
 * platform documents no search by username. Only the account that this onboarding created accepts its derived password,
 * so an attempt that may have succeeded is settled by signing in.
 *
 * After this step the employee is active, and our store knows which identities will be linked to them.
 *
 * @throws StepFailure `username-or-email-taken` when the account belongs to another person, which is never used;
 *   `person-belongs-to-another` when our store knows the person as another employee's; `claim-lost` when another
 *   operation has claimed the employee; `left-since`; `password-erased`; `outcome-unknown`, `person-not-listed` or
 *   `person-not-recorded` when the person may exist
 */
export function createPerson(run: ClaimedRun): Promise<{ personID: string }> {
  return run.steps.sideEffect(
    "create person",
    async (attempt) => ({ personID: await createOnce(run, attempt) }),
    { mayHaveRun: run.wasBegunBefore },
  );
}

async function createOnce(run: ClaimedRun, attempt: Attempt): Promise<string> {
  const { reader, operation, store, platformAuth, nameOrder, nowMs } = run;
  const { employees, persons } = store;
  const { employeeId, id: operationId } = operation;
  const employee = await reader.employee(attempt);
  const { personID, username, isNotCreated } = employee;
  if (personID !== undefined) return personID;

  const hire = await reader.hire();
  const wanted = usernameOf(hire);
  const own =
    attempt.mayHaveRun && !isNotCreated
      ? await findOwn(reader, employee).catch(failUnknown)
      : undefined;
  if (!own && (isNotCreated || username !== wanted))
    await employees.notePossiblyCreated(employeeId, operationId, wanted);
  const person =
    own ??
    (await createOrFindOwn(
      platformAuth.service,
      reader,
      { ...employee, username: wanted },
      nameOrder,
    ).catch(async (error: unknown) => {
      if (!isUncertain(toStepFailure(error).code))
        await employees.noteNotCreated(employeeId, operationId);
      throw error;
    }));
  const names = { username: wanted, email: hire.email };
  const known = {
    ...(await knownPersonOf(platformAuth, person, names)),
    identities: identitiesOf(hire.identities),
  };
  const [isLinked, recorded] = await Promise.all([
    persons.link(person.id, employeeId),
    employees.recordPerson(
      employeeId,
      operationId,
      known,
      nowMs() + saltKeptMs,
    ),
  ]).catch(failUnrecorded);
  if (!isLinked) throw new StepFailure("person-belongs-to-another");
  if (!recorded) throw new StepFailure("claim-lost");
  run.memory.employee = recorded;
  return person.id;
}

async function createOrFindOwn(
  service: Client,
  reader: HireReader,
  employee: ClaimedEmployee,
  nameOrder: NameOrder,
): Promise<Person> {
  const password = await reader.password(employee);
  const newPerson = toNewPerson(await reader.hire(), password, nameOrder);
  try {
    return await service.people.create(newPerson);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    // An earlier request that seemed lost may have arrived after we looked for its person.
    const own = await findOwn(reader, employee).catch(failUnknown);
    if (own) return own;
    throw new StepFailure("username-or-email-taken");
  }
}

/**
 * The person who signs in with our derived password, or undefined when the platform refuses the password.
 *
 * @throws StepFailure `person-not-listed` when the platform accepts the password, but does not list the person yet
 */
async function findOwn(
  reader: HireReader,
  employee: ClaimedEmployee,
): Promise<Person | undefined> {
  const client = await reader.asPerson(employee);
  try {
    for await (const person of client.people.list({ count: 100 }))
      if (isSameUsername(person.svc?.username, employee.username))
        return person;
  } catch (error) {
    if (isRefusedSignIn(error)) return undefined;
    throw error;
  }
  throw new StepFailure("person-not-listed", { retryable: true });
}

/** The search failed, so it is still unknown whether an earlier attempt created the person. */
function failUnknown(error: unknown): never {
  const { retryable, retryAfterMs } = toStepFailure(error);
  throw new StepFailure("outcome-unknown", { retryable, retryAfterMs });
}

/** The person exists on the platform, but our store does not know it yet. */
function failUnrecorded(): never {
  throw new StepFailure("person-not-recorded", { retryable: true });
}
