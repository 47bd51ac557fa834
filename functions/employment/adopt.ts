import type { FieldTime } from "../../shared/employment/holds.ts";
import { employments } from "../../shared/employment/employments.ts";
import type { Person } from "../../shared/community/person.ts";
import {
  emailOf,
  knownPersonOf,
  isProtected,
} from "../../shared/person/known-person.ts";
import type { Employee, EmployeePatch } from "../../shared/store/employee.ts";
import { runs } from "../../shared/store/employees.ts";
import { isSameIdentity } from "../../shared/store/links.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { type Adoption, adoptionSchema } from "../onboarding/event.ts";
import type { Begun } from "./begin.ts";
import type { EmploymentRun } from "./employment-run.ts";
import { identitiesOf } from "./extras/extras.ts";
import { lookOf, situationOf } from "./look.ts";
import { sayStatement } from "../../shared/store/say-statement.ts";
import { stateOf } from "../../shared/store/state-of.ts";
import { statementOf } from "./statement-of.ts";
import { isSameEmailAddress } from "../../shared/email-address.ts";
import { isSameUsername } from "../../shared/person/is-same-username.ts";
import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import type { EmploymentSettings } from "./config.ts";
import type { CommunityPage } from "../../shared/community/pages.ts";

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
  const { personID } = await searchPerson(adopting);
  return run.steps.store("say", () => adopt(adopting, personID), {
    maxAttempts: attemptsOfAnHour,
  });
}

/** Another runner is at work at most for so long, and then waits itself. */
const attemptsOfAnHour = 20;

/** Says the adoption and links the person, when no other runner is at work. */
async function adopt(run: AdoptionRun, personID: string): Promise<Begun> {
  const { operation, memory, nowMs } = run;
  const { id, type, employeeId, execution } = operation;
  const key = { id, execution };
  const person = await findAdopted(run, personID);
  const requireFree = (known: Employee | undefined) => {
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
    {
      key,
      isSilentBehind: true,
      prepare: (next) => link(run, person, next),
    },
  );
  memory.employment = item;
  if (!runs(item, key))
    throw new StepFailure("employee-busy", { retryable: true });
  const look = lookOf(situationOf(item, run, nowMs()));
  const told = {
    ...(item.operationId === id && { told: "onboarded" as const }),
  };
  return { look: { ...look, ...told } };
}

/** The person of the employee, unless the caller may not adopt. A person who is known already stays as we saw them. */
async function link(
  run: AdoptionRun,
  person: Person,
  next: Employee,
): Promise<NonNullable<EmployeePatch["set"]>> {
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
  const seen: Employee["person"] = isNew
    ? { is: "enabled", fields: fieldsOfHires(next, run) }
    : asShown(next.person, person, run.nowMs());
  return {
    ...known,
    otherUsernames: [],
    otherEmailHashes: [],
    person: seen,
    state: stateOf({ ...next, person: seen }, run, run.nowMs()),
    ...(isNew && { operationId: id }),
    ...(added.length > 0 && { identities: [...noted, ...added] }),
    ...(wanted.length > 0 && extrasOf === undefined && { extrasOf: id }),
  };
}

/** The person as we saw them, with the access that the platform shows. Somebody may have changed it by hand. */
function asShown(
  seen: Employee["person"],
  { svc }: Person,
  nowMs: number,
): Employee["person"] {
  const isEnabled = svc?.enabled !== false;
  if (seen.is === "disabled" && isEnabled)
    return { is: "enabled", fields: seen.fields };
  return seen.is === "enabled" && !isEnabled
    ? { is: "disabled", sinceMs: nowMs, for: "by-hand", fields: seen.fields }
    : seen;
}

/** A hire that came before its adoption changes nothing on the platform. */
function fieldsOfHires(item: Employee, run: AdoptionRun): FieldTime[] {
  const { fields } = situationOf(item, run, run.nowMs()).wanted;
  const hires = item.statements.filter(({ kind }) => kind === "hired");
  return fields.filter(({ by }) => hires.some(({ id }) => id === by));
}

/** An adoption, before it has a person. */
type SearchingRun = PlatformDependencies &
  WorkflowRun &
  Pick<EmploymentSettings, "protectedUsernames"> & {
    /** The event's data. @throws StepFailure `data-erased` */
    adoption: () => Promise<Adoption>;
  };

/** A part of the search has twice as many pages as the one before, but at most so many. */
const maxPagesOfPart = 32;

/** Steps "find person", "find person 2", ... The calls of the first page are a part of the first reservation. */
async function searchPerson(run: SearchingRun) {
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
    if ("personID" in found) return found;
    startIndex = found.next;
  }
}

/**
 * Looks for the person of the event: by their id, or by their username on some pages of the list of all people.
 *
 * @returns where the list goes on, if the person is not on these pages
 */
async function searchPages(
  run: SearchingRun,
  startIndex: number,
  maxPages: number,
): Promise<{ personID: string; hasIdentities: boolean } | { next: number }> {
  const { username, personID, identities } = await run.adoption();
  const hasIdentities = identitiesOf(identities).length > 0;
  if (personID !== undefined)
    return { personID: (await findAdopted(run, personID)).id, hasIdentities };
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
    : { personID: (await check(run, found.person)).id, hasIdentities };
}

/**
 * Reads a person whom the employee may have.
 *
 * @throws StepFailure `person-missing`; `person-differs`; `person-protected`;
 * `person-belongs-to-another`
 */
async function findAdopted(run: SearchingRun, id: string): Promise<Person> {
  const person = await run.platformAuth.service.people.find(id);
  if (person === undefined) throw new StepFailure("person-missing");
  return check(run, person);
}

/** Resolves to the person, if the employee may have them. */
async function check(
  { adoption, platformAuth, store, protectedUsernames }: SearchingRun,
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

/** The list of all people from an offset on. */
export type ListPeople = (query: { count: number; startIndex: number }) => {
  page: () => Promise<CommunityPage<Person>>;
};

/** What a part of the search has found: the person, that there is none, or where the next part begins. */
type Searched = { person: Person } | { next: number } | "none";

const pageSize = 100;

/**
 * Looks for a person on some pages of the list of all people. The platform may leave out whom the service account does
 * not see, so a page can be short or empty, and only the last one ends the search. A part that has got no further goes
 * on with the next page.
 *
 * @param startIndex - the offset of the first page
 */
export async function searchPeople(
  list: ListPeople,
  isWanted: (person: Person) => boolean,
  startIndex: number,
  maxPages: number,
): Promise<Searched> {
  let page = await list({ count: pageSize, startIndex }).page();
  let next = startIndex;
  for (let read = 1; ; read++) {
    const person = page.items.find(isWanted);
    if (person) return { person };
    next = Math.max(next, page.startIndex ?? 0) + page.items.length;
    if (page.next === undefined) return "none";
    if (read >= maxPages && next > startIndex) return { next };
    page = await page.next();
  }
}
