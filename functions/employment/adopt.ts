import { employments } from "../../shared/employment/employments.ts";
import type { Person } from "../../shared/community/person.ts";
import { isSameEmailAddress } from "../../shared/email-address.ts";
import { isProtected } from "../../shared/person/is-protected.ts";
import { isSameUsername } from "../../shared/person/is-same-username.ts";
import { emailOf, knownPersonOf } from "../../shared/person/known-person.ts";
import {
  type EmploymentItem,
  type EmploymentPatch,
  runs,
} from "../../shared/store/employments.ts";
import { isSameIdentity } from "../../shared/store/links.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import { awaitTurn, type Busy } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import { type Adoption, adoptionSchema } from "../onboarding/event.ts";
import type { Begun } from "./begin.ts";
import type { EmploymentRun } from "./employment-run.ts";
import { identitiesOf } from "./extras/extras.ts";
import { searchPeople } from "../onboarding/search-people.ts";
import { lookOf, situationOf } from "./look.ts";
import { sayStatement } from "../../shared/store/say-statement.ts";
import { stateOf } from "./state-of.ts";
import { statementOf } from "./statement-of.ts";

type AdoptionRun = EmploymentRun & { adoption: () => Promise<Adoption> };

/**
 * An adoption: a person who was on the platform before this system becomes an employee. The event names the person by
 * username and e-mail, and the platform must agree with both. Nothing on the platform changes.
 *
 *     find person ─> link person ─> moves ─> link identities ─> record
 *
 * Nothing is said before the person is found. What is said and the person are one write. Without the id of the person,
 * the search for the username goes through all people. Its later parts are steps of their own, "find person 2" and so
 * on, because each waits for the rate limit.
 *
 * @throws StepFailure `person-missing`, `person-differs`, `person-protected`, `person-belongs-to-another`,
 *   `employee-has-person`, `employee-busy`, `data-erased`
 */
export async function beginAdoption(run: EmploymentRun): Promise<Begun> {
  const adopting = { ...run, adoption: readEventData(run, adoptionSchema) };
  const personID = await searchPerson(adopting);
  const { context, steps } = run;
  return awaitTurn(context, steps, () => adopt(adopting, personID));
}

/** A part of the search has twice as many pages as the one before, but at most so many. */
const maxPagesOfPart = 32;

/** Steps "find person", "find person 2", ... The calls of the first page are a part of the first reservation. */
async function searchPerson(run: AdoptionRun): Promise<string> {
  let startIndex = 0;
  for (let part = 1; ; part++) {
    const from = startIndex;
    const pages = Math.min(maxPagesOfPart, 2 ** (part - 1));
    if (part > 1)
      await waitForReservation(run, run, "other", async () => pages);
    const found = await run.steps.idempotent(
      stepOfRound("find person", part),
      () => searchPages(run, from, pages),
    );
    if ("personID" in found) return found.personID;
    startIndex = found.next;
  }
}

/**
 * Looks for the person of the event: by their id, or by their username on some pages of the list of all people.
 *
 * @returns where the list goes on, if the person is not on these pages
 */
async function searchPages(
  run: AdoptionRun,
  startIndex: number,
  maxPages: number,
): Promise<{ personID: string } | { next: number }> {
  const { username, personID } = await run.adoption();
  if (personID !== undefined)
    return { personID: (await findPerson(run, personID)).id };
  const { people } = run.platformAuth.service;
  const found = await searchPeople(
    (query) => people.list(query),
    (person) => hasUsername(person, username),
    startIndex,
    maxPages,
  );
  if (found === "none") throw new StepFailure("person-missing");
  return "next" in found
    ? found
    : { personID: (await check(run, found.person)).id };
}

/** Steps "claim", "claim 2", ...: says the adoption and links the person, when no other runner is at work. */
async function adopt(
  run: AdoptionRun,
  personID: string,
): Promise<(Begun & { kind: "adopted" }) | Busy> {
  const { operation, memory, nowMs } = run;
  const { id, type, employeeId, execution } = operation;
  const key = { id, execution };
  const person = await findPerson(run, personID);
  const requireFree = (known: EmploymentItem | undefined) => {
    if (known?.personID !== undefined && known.personID !== personID)
      throw new StepFailure("employee-has-person");
  };
  const item = await sayStatement(
    run,
    employeeId,
    async (said) => {
      requireFree(said);
      if (said?.statements.some((one) => one.id === id)) return undefined;
      return statementOf(operation, await run.adoption(), run);
    },
    { id, type, atMs: nowMs() },
    { key, prepare: (next) => link(run, person, next) },
  );
  memory.employment = item;
  if (!runs(item, key)) return { kind: "busy" };
  const look = lookOf(situationOf(item, run, nowMs()));
  return { kind: "adopted", look };
}

/** The person of the employee, unless the caller may not adopt. A person who is known already stays as we saw them. */
async function link(
  run: AdoptionRun,
  person: Person,
  next: EmploymentItem,
): Promise<NonNullable<EmploymentPatch["set"]>> {
  const { operation, store, platformAuth } = run;
  const { id, employeeId } = operation;
  const verdict = employments(next.statements, run).verdicts.get(id);
  if (verdict?.is === "needs-decision") return {};
  if (!(await store.persons.link(person.id, employeeId)))
    throw new StepFailure("person-belongs-to-another");
  const known = await knownPersonOf(platformAuth, person);
  const { identities: noted = [], extrasOf } = next;
  const wanted = identitiesOf((await run.adoption()).identities);
  const added = wanted.filter(
    (one) => !noted.some((other) => isSameIdentity(one, other)),
  );
  const isNew = next.personID === undefined;
  const seen: EmploymentItem["person"] = isNew
    ? { is: "enabled", fields: [] }
    : next.person;
  return {
    ...known,
    person: seen,
    state: stateOf({ ...next, person: seen }),
    ...(isNew && { operationId: id }),
    ...(added.length > 0 && {
      identities: [...noted, ...added],
      fieldsVersion: (next.fieldsVersion ?? 0) + 1,
    }),
    ...(wanted.length > 0 && extrasOf === undefined && { extrasOf: id }),
  };
}

async function findPerson(run: AdoptionRun, id: string): Promise<Person> {
  const person = await run.platformAuth.service.people.find(id);
  if (person === undefined) throw new StepFailure("person-missing");
  return check(run, person);
}

/** Resolves to the person, if the employee may have them. */
async function check(
  { adoption, platformAuth, store, protectedUsernames }: AdoptionRun,
  person: Person,
): Promise<Person> {
  const { employeeId, username, email } = await adoption();
  if (
    !hasUsername(person, username) ||
    !isSameEmailAddress(emailOf(person) ?? "", email)
  )
    throw new StepFailure("person-differs");
  if (await isProtected(platformAuth, protectedUsernames, username))
    throw new StepFailure("person-protected");
  const owner = await store.persons.find(person.id);
  if (owner !== undefined && owner !== employeeId)
    throw new StepFailure("person-belongs-to-another");
  return person;
}

function hasUsername({ svc }: Person, username: string): boolean {
  return isSameUsername(svc?.username, username);
}
