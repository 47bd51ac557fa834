import type { Person } from "../../shared/community/person.ts";
import { isSameEmailAddress } from "../../shared/email-address.ts";
import { isProtected } from "../../shared/person/is-protected.ts";
import { isSameUsername } from "../../shared/person/is-same-username.ts";
import { emailOf } from "../../shared/person/known-person.ts";
import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import type { Adoption } from "../onboarding/event.ts";
import type { EmploymentSettings } from "./config.ts";
import { identitiesOf } from "./extras/extras.ts";
import { searchPeople } from "./search-people.ts";

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
export async function searchPerson(run: SearchingRun) {
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
export async function findAdopted(
  run: SearchingRun,
  id: string,
): Promise<Person> {
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
