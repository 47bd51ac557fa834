import type { Person } from "../../shared/community/person.ts";
import { isSameEmailAddress } from "../../shared/email-address.ts";
import { isSameUsername } from "../../shared/fold-case.ts";
import { emailOf, isProtected } from "../../shared/person/known-person.ts";
import {
  type ListPeople,
  pagesOfPeople,
} from "../../shared/person/pages-of-people.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import type { Adoption } from "../onboarding/event.ts";
import type { RunnerRun } from "./employment-run.ts";

/** The names of the person to find. Without `personID`, the search for the username goes through all people. */
type Names = Pick<Adoption, "employeeId" | "username" | "email" | "personID">;

/** A search for the person of an employee. */
export type Search = RunnerRun & {
  /** Reads the names from the event. @throws StepFailure `data-erased` */
  readNames: () => Promise<Names>;
};

/** Each part of the search has twice as many pages as the part before, but at most this many. */
const maxPagesOfPart = 32;

/**
 * Steps "find person", "find person 2", ... The calls of the first page are a part of the first reservation.
 *
 * @returns the id of the person
 * @throws StepFailure `person-missing`, `person-differs`, `person-protected`, `person-belongs-to-another`,
 *   `data-erased`
 */
export async function searchPerson(run: Search): Promise<string> {
  let startIndex = 0;
  for (let part = 1; ; part++) {
    const from = startIndex;
    const pages = Math.min(maxPagesOfPart, 2 ** (part - 1));
    if (part > 1) await waitForReservation(run, "other", async () => pages);
    const found = await run.steps.idempotent(run.nameOf("find person"), () =>
      searchPages(run, from, pages),
    );
    if ("personID" in found) return found.personID;
    startIndex = found.next;
  }
}

/**
 * Looks for the person of the event by id, or by username on some pages of the list of all people.
 *
 * @returns the person, or where the next part of the search begins
 */
async function searchPages(
  run: Search,
  startIndex: number,
  maxPages: number,
): Promise<{ personID: string } | { next: number }> {
  const { username, personID } = await run.readNames();
  if (personID !== undefined)
    return { personID: (await readOwnPerson(run, personID)).id };
  const list: ListPeople = (query) =>
    run.platformAuth.service.people.list(query);
  let next: number | undefined;
  for await (const page of pagesOfPeople(list, startIndex, maxPages)) {
    const person = page.people.find((one) => hasUsername(one, username));
    if (person) return { personID: (await requireOwn(run, person)).id };
    next = page.next;
  }
  if (next === undefined) throw new StepFailure("person-missing");
  return { next };
}

/**
 * Reads the person with this id, and checks the names of the event, and that the person may be that of the employee.
 *
 * @throws StepFailure like `searchPerson`
 */
export async function readOwnPerson(run: Search, id: string): Promise<Person> {
  const person = await run.platformAuth.service.people.find(id);
  if (person === undefined) throw new StepFailure("person-missing");
  return requireOwn(run, person);
}

async function requireOwn(
  { readNames, platformAuth, store, protectedUsernames }: Search,
  person: Person,
): Promise<Person> {
  const { employeeId, username, email } = await readNames();
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
