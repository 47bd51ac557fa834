import type { Person } from "../../shared/community/person.ts";
import { isSameEmailAddress } from "../../shared/email-address.ts";
import { newSalt } from "../../shared/keyring.ts";
import { isProtected } from "../../shared/person/is-protected.ts";
import { isSameUsername } from "../../shared/person/is-same-username.ts";
import { emailOf, knownPersonOf } from "../../shared/person/known-person.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { requireNoOutage } from "../../shared/workflow/choose-pause.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import { claimAdoption } from "./claim-adoption.ts";
import { identitiesOf, linkIdentities } from "./link-identities.ts";
import type { AdoptionRun } from "./onboarding-run.ts";
import { succeeded } from "./outcomes.ts";
import { searchPeople } from "./search-people.ts";

/**
 * An adoption: a person who was on the platform before this system becomes an employee. The event names the person by
 * username and e-mail, and the platform must agree with both. Nothing on the platform changes.
 *
 *     find person ─> claim ─> link person ─> link identities ─> record
 *
 * Without the id of the person, the search for the username goes through all people. Its later parts are steps of their
 * own, "find person 2" and so on, because each waits for the rate limit.
 *
 * @throws StepFailure `person-missing`, `person-differs`, `person-protected`, `person-belongs-to-another`,
 *   `employee-has-person`, `termination-goes-on`, `employee-busy`, `employee-blocked`, `data-erased`
 */
export async function runAdoption(run: AdoptionRun): Promise<WorkflowOutcome> {
  const { adoption, operation, store, steps } = run;
  const { id, employeeId } = operation;
  await requireNoOutage(run);
  const { personID, hasIdentities } = await searchPerson(run);
  const link = async () => (hasIdentities ? linkIdentities(run, adoption) : []);
  const claim = await awaitClaim(run, personID);
  switch (claim.kind) {
    case "done":
      // Username and e-mail may have changed on the platform since the first adoption. Both were compared just now.
      await steps.idempotent("refresh person", async () => {
        const person = await findPerson(run, personID);
        const known = await knownPersonOf(run.platformAuth, person);
        await store.employees.refreshPerson(employeeId, known);
      });
      return succeeded(await link(), claim.by);
    case "late":
      return {
        status: "needs_attention",
        reason: "terminated-since",
        warnings: [],
      };
    case "claimed":
      break;
  }
  await steps.idempotent("link person", () => linkPerson(run, personID));
  const warnings = await link();
  const { terminatedBy } = claim;
  if (terminatedBy !== undefined)
    await steps.store("restart termination", async () => {
      await store.employees.endOnboarding(employeeId, id);
      await store.operations.retry(terminatedBy, `operation:${id}`);
    });
  return succeeded(warnings);
}

/** A part of the search has twice as many pages as the one before, but at most so many. */
const maxPagesOfPart = 32;

/** Steps "find person", "find person 2", ... The calls of the first page are a part of the first reservation. */
async function searchPerson(run: AdoptionRun) {
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
  run: AdoptionRun,
  startIndex: number,
  maxPages: number,
): Promise<{ personID: string; hasIdentities: boolean } | { next: number }> {
  const { username, personID, identities } = await run.adoption();
  const hasIdentities = identitiesOf(identities).length > 0;
  if (personID !== undefined)
    return { personID: (await findPerson(run, personID)).id, hasIdentities };
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

function awaitClaim(run: AdoptionRun, personID: string) {
  const { adoption, operation, store, platformAuth, steps, context } = run;
  return awaitTurn(context, steps, () =>
    claimAdoption(operation, personID, store, async () => ({
      passwordSalt: newSalt(await platformAuth.keyring()),
      username: (await adoption()).username,
    })),
  );
}

async function linkPerson(run: AdoptionRun, personID: string): Promise<void> {
  const { operation, store, platformAuth } = run;
  const { id, employeeId } = operation;
  const person = await findPerson(run, personID);
  const isRecorded =
    (await store.persons.link(personID, employeeId)) &&
    (await store.employees.recordPerson(
      employeeId,
      id,
      await knownPersonOf(platformAuth, person),
    ));
  if (!isRecorded) throw new StepFailure("person-belongs-to-another");
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
