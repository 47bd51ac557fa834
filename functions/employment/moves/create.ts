import { parseDate } from "../../../shared/community/dates.ts";
import { ApiError, isRefusedSignIn } from "../../../shared/community/errors.ts";
import type { Person } from "../../../shared/community/person.ts";
import { minuteMs } from "../../../shared/durations.ts";
import type { FieldTime } from "../../../shared/employment/timeline.ts";
import { knownPersonOf } from "../../../shared/person/known-person.ts";
import { isSameUsername } from "../../../shared/fold-case.ts";
import { toNewPerson, usernameOf } from "../../../shared/person/new-person.ts";
import { isUncertain, type ReasonCode } from "../../../shared/reason-codes.ts";
import {
  type Employee,
  type EmployeePatch,
} from "../../../shared/store/employee.ts";
import { lateWriteMs } from "../../../shared/store/leases.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import { settle } from "../../../shared/workflow/settle.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import {
  type Extras,
  extrasOf,
  identitiesOf,
  isNothing,
} from "../extras/extras.ts";
import { createHireReader, type HireReader } from "../extras/hire-reader.ts";
import { newSalt, saltKeptMs } from "../extras/password.ts";
import { beginExtras, addAvatar } from "../extras/add-extras.ts";
import { situationOf } from "../look.ts";
import { searchPerson } from "../search-person.ts";

/** A creation: for which hire, and how to read it. */
type Creation = {
  run: RunnerRun;
  hireId: string;
  reader: HireReader;
  /** The start is to come: the person is created disabled. */
  isBeforeStart: boolean;
};

/**
 * Step "create person", beside step "upload avatar": creates the person of a hire, and never a second one. Creating is
 * not idempotent, and the platform documents no search by username. But only the account that this employee's creation
 * made accepts the derived password. So if an earlier attempt may have succeeded, a sign-in shows it. A person who was
 * created before the start is disabled and cannot sign in. They are searched in the list of all people.
 *
 * Before the first request, our store notes that the person may exist. After the last request, it knows whether they
 * do.
 *
 * @throws StepFailure `username-or-email-taken` when the account belongs to another person, which is never used;
 *   `person-belongs-to-another` when our store knows the person as another employee's; `employee-changed`;
 *   `password-erased`; `data-erased`; `outcome-unknown`, `person-not-listed` or `person-not-recorded` when the person
 *   may exist
 */
export const makeCreate: MakeMove<"create"> = async (run, look) => {
  const { because: hireId = "", extras, move } = look;
  const isBeforeStart = move.before !== undefined;
  const reader = createHireReader(run, hireId);
  const creation = { run, hireId, reader, isBeforeStart };
  // If the write that took the employee has not chosen the extras, this step does.
  const chosen =
    extras ??
    (await run.steps.store(run.nameOf("choose extras"), async () =>
      extrasOf(await reader.hire(), run.templates),
    ));
  // The operation of another hire adds its extras itself.
  if (hireId === run.operation.id && !isBeforeStart)
    beginExtras(run, hireId, chosen);
  const created = await settle(
    run.steps.sideEffect(run.nameOf("create person"), (attempt) =>
      createOnce(creation, attempt),
    ),
  );
  const isMade = created.ok && created.value.personID !== undefined;
  if (isMade && isBeforeStart) {
    if (chosen.hasAvatar) await addAvatar(run, hireId);
    return created.value;
  }
  if (isMade) {
    run.madeFor.add(hireId);
    if (hireId === run.operation.id && isNothing(chosen)) {
      run.begunExtras.delete(hireId);
      const { templates } = chosen;
      const named = templates.length > 0 && { templates };
      run.findings.set(hireId, { ...named, isMade: true });
    }
    return created.value;
  }
  // A workflow must not end while a branch runs.
  await run.begunExtras.get(hireId)?.uploading;
  run.begunExtras.delete(hireId);
  if (created.ok) return created.value;
  const mayBeOurs =
    created.failure.code === "username-or-email-taken" &&
    (isBeforeStart || look.isBeforeStart);
  const found = mayBeOurs ? await findBeforeStart(run) : undefined;
  if (found) return found;
  throw created.failure;
};

/**
 * What our store notes before the request of a creation: the person may exist from then on. `becomeRunner` adds it to
 * its write, so that the creation needs no write of its own before the request.
 *
 * @param look - its move is to create
 * @throws StepFailure `data-erased`
 */
export async function prepareCreation(
  run: RunnerRun,
  { because: hireId = "", move }: Look,
): Promise<{ set: EmployeePatch["set"]; extras: Extras }> {
  const reader = createHireReader(run, hireId);
  const hire = await reader.hire();
  const item = await run.item();
  return {
    set: await preparedFor(
      {
        run,
        hireId,
        reader,
        isBeforeStart: move.do === "create" && move.before !== undefined,
      },
      item,
    ),
    extras: extrasOf(hire, run.templates),
  };
}

async function preparedFor(
  { run, hireId: operationId, reader, isBeforeStart }: Creation,
  { passwordSalt, createdFromMs }: Employee,
): Promise<NonNullable<EmployeePatch["set"]>> {
  const keyring = await run.platformAuth.keyring();
  const mayBeDisabled = isBeforeStart || createdFromMs !== undefined;
  return {
    person: { is: "unsure", of: "create" },
    operationId,
    passwordSalt: passwordSalt ?? newSalt(keyring, run),
    username: usernameOf(await reader.hire()),
    // A search has shown that an earlier request made no person. If that request still makes one, they are younger.
    ...(mayBeDisabled && { createdFromMs: run.nowMs() }),
  };
}

async function createOnce(creation: Creation, attempt: Attempt): Promise<Look> {
  const { run, reader } = creation;
  const { store, operation, nameOrder, platformAuth } = run;
  if (attempt.attempt > 1)
    run.memory.employment = await store.employees.get(operation.employeeId);
  let item = await run.item();
  // An earlier attempt has recorded the person.
  if (item.personID !== undefined) return run.write({});
  if (item.person.is === "unsure" && attempt.mayHaveRun) {
    // The next move looks for the person. Another statement may have made the employee a leaver meanwhile.
    if (item.createdFromMs !== undefined || !isToCreate(run, item))
      return run.write({});
    const own = await findOwn(reader, item).catch(failUnknown);
    if (own) return record(creation, own, await reader.fields());
  }
  // An earlier request may still arrive. Only its password and its username show then whose person it made.
  const mayArrive = item.person.is === "unsure" && attempt.mayHaveRun;
  const hire = await reader.hire();
  if (item.person.is !== "unsure" || item.username !== usernameOf(hire)) {
    await run.write({ set: await preparedFor(creation, item) });
    item = await run.item();
  }
  try {
    const password = await reader.password(item);
    const newPerson = toNewPerson(
      hire,
      password,
      nameOrder,
      !creation.isBeforeStart,
    );
    const person = await platformAuth.service.people
      .create(newPerson)
      .catch((error: unknown) => findAfterConflict(reader, item, error));
    return await record(creation, person, await reader.fields());
  } catch (error) {
    const { code, retryable } = toStepFailure(error);
    // While another person has the name, no request of ours can make one.
    const isTaken = code === "username-or-email-taken";
    if (isUncertain(code) || (mayArrive && !isTaken)) throw error;
    // The platform may have refused the password. A retry makes another one, with the settings of that time.
    const isRefused = error instanceof ApiError && !retryable;
    const remove = isRefused ? ["passwordSalt"] : [];
    await run.write({ set: { person: none }, remove });
    throw error;
  }
}

/**
 * Step "confirm": a creation has lost its answer, and a sign-in shows whether it made the person. The fields of its
 * request are not known any more, so a change compares each field that counts with the person afterwards.
 *
 * @throws StepFailure `outcome-unknown`, `person-not-listed`, `password-erased`
 */
export async function confirmCreation(
  run: RunnerRun,
  look: Look,
): Promise<Look> {
  return run.steps.idempotent(run.nameOf("confirm"), async () => {
    const item = await run.item();
    const hireId = item.operationId ?? "";
    const reader = createHireReader(run, hireId);
    const own = await findOwn(reader, item).catch(failUnknown);
    if (own)
      return record({ run, hireId, reader, isBeforeStart: false }, own, []);
    return notFoundYet(run, look);
  });
}

/**
 * A look has found no person. A request that arrives late is a conflict for the next creation. If none follows, the
 * creation stays unsure for as long as a late write is expected, and a second look follows.
 */
async function notFoundYet(run: RunnerRun, look: Look): Promise<Look> {
  const item = await run.item();
  const { lateWriteUntilMs: againAtMs = run.nowMs() + lateWriteMs } = item;
  if (isToCreate(run, item) || againAtMs <= run.nowMs())
    return run.write(
      { set: { person: none }, remove: ["lateWriteUntilMs"] },
      item.version,
    );
  await run.write({ set: { lateWriteUntilMs: againAtMs } });
  return { ...look, againAtMs };
}

/** Whether the person is to be created, if no earlier request has created them. */
function isToCreate(run: RunnerRun, item: Employee): boolean {
  const { move } = situationOf({ ...item, person: none }, run, run.nowMs());
  return move.do === "create";
}

/**
 * Steps "find person" and "confirm": finds out whether a creation before the start has made the person.
 *
 * @throws StepFailure `data-erased`
 */
export async function confirmBeforeStart(
  run: RunnerRun,
  look: Look,
): Promise<Look> {
  const found = await findBeforeStart(run);
  return (
    found ??
    run.steps.store(run.nameOf("confirm"), () => notFoundYet(run, look))
  );
}

/** The platform has no person with these names, or they are the names of another person. */
const notFound: readonly ReasonCode[] = [
  "person-missing",
  "person-differs",
  "person-protected",
  "person-belongs-to-another",
];

/** The clocks of the platform and of our functions differ by less. */
const clocksDifferMs = 5 * minuteMs;

/** Finds the person of the creation: the names are those of the hire, and the person is not older than our request. */
async function findBeforeStart(run: RunnerRun): Promise<Look | undefined> {
  const readerOf = ({ operationId = "" }: Employee) =>
    createHireReader(run, operationId);
  const readNames = async () => {
    const hire = await readerOf(await run.item()).hire();
    return { ...hire, username: usernameOf(hire), personID: undefined };
  };
  const searched = await settle(searchPerson({ ...run, readNames }));
  if (!searched.ok && notFound.includes(searched.failure.code))
    return undefined;
  if (!searched.ok) throw searched.failure;
  const look = await run.steps.idempotent(run.nameOf("confirm"), async () => {
    const item = await run.item();
    const { operationId: hireId = "", createdFromMs = Infinity } = item;
    const { people } = run.platformAuth.service;
    const person = await people.find(searched.value);
    if (!person?.published) return null;
    const publishedMs = parseDate(person.published);
    if (publishedMs < createdFromMs - clocksDifferMs) return null;
    const creation = { run, hireId, reader: readerOf(item) };
    return record({ ...creation, isBeforeStart: true }, person, []);
  });
  return look ?? undefined;
}

const none = { is: "none" } as const;

/** A conflict can mean that an earlier request of ours arrived late, and made the person. */
async function findAfterConflict(
  reader: HireReader,
  item: Employee,
  error: unknown,
): Promise<Person> {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
  const own = await findOwn(reader, item).catch(failUnknown);
  if (own) return own;
  throw new StepFailure("username-or-email-taken");
}

/**
 * Stores the person and the identities to link: from here on, the creation is done. Avatar, tasks and streams follow.
 *
 * @param fields - the fields that the person has
 */
async function record(
  { run, hireId, reader, isBeforeStart }: Creation,
  person: Person,
  fields: FieldTime[],
): Promise<Look> {
  const { store, operation, platformAuth, nowMs } = run;
  const hire = await reader.hire();
  const names = { username: usernameOf(hire), email: hire.email };
  const created = {
    ...(await knownPersonOf(platformAuth, person, names)),
    // A platform may enable each person whom it creates.
    person:
      isBeforeStart && person.svc?.enabled === false
        ? { is: "created" as const, by: hireId, fields }
        : { is: "enabled" as const, fields },
    operationId: hireId,
    identities: identitiesOf(hire.identities),
  };
  const begun = run.begunExtras.get(hireId);
  const hasExtras = begun === undefined || !isNothing(begun.extras);
  const writeLast = operation.id === hireId ? run.writeLast : run.write;
  const withExtras = { ...created, extrasOf: hireId };
  const saltUntilMs = nowMs() + saltKeptMs;
  const write = () => {
    // The extras, and the time of the salt, begin with the first access.
    if (isBeforeStart) return run.write({ set: withExtras });
    if (hasExtras) return writeLast({ set: { ...withExtras, saltUntilMs } });
    return run.write({
      set: created,
      remove: ["passwordSalt", "saltUntilMs"],
    });
  };
  // Linked first: once the item names the person, no attempt comes back to the link.
  const isLinked = await store.persons
    .link(person.id, operation.employeeId)
    .catch(failUnrecorded);
  if (!isLinked) throw new StepFailure("person-belongs-to-another");
  return write().catch(failUnrecorded);
}

/** The person exists on the platform, but our store does not know it yet. */
function failUnrecorded(error: unknown): never {
  if (error instanceof StepFailure) throw error;
  throw new StepFailure("person-not-recorded", { retryable: true });
}

/**
 * The person who signs in with our derived password, or undefined when the platform refuses the password.
 *
 * @throws StepFailure `person-not-listed` when the platform accepts the password, but does not list the person yet
 */
async function findOwn(
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
function failUnknown(error: unknown): never {
  const { retryable, retryAfterMs } = toStepFailure(error);
  throw new StepFailure("outcome-unknown", { retryable, retryAfterMs });
}
