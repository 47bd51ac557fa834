import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import { isProtected } from "../../shared/person/is-protected.ts";
import type { Person } from "../../shared/community/person.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { newSalt } from "../../shared/keyring.ts";
import { hashEmail } from "../../shared/store/email-hash.ts";
import type { KnownPerson } from "../../shared/store/employees.ts";
import type { Store } from "../../shared/store/store.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import { createMemo } from "../../shared/memo.ts";
import { type Adoption, adoptionSchema } from "./adoption.ts";
import { claimAdoption } from "./claim-adoption.ts";
import type { OnboardingOutcome } from "./finish-onboarding.ts";
import { refsOf } from "./refs.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/** Reads the event's data from our store when a step needs it, for the engine's history must not hold it. */
export function openAdoption(
  operation: StartedOperation,
  { payloads }: Store,
): () => Promise<Adoption> {
  const data = createMemo(async () => {
    const found = await payloads.data(operation, adoptionSchema);
    if (found) return found;
    throw new StepFailure("data-erased");
  });
  return () => data.get();
}

/**
 * The story of an adoption: somebody who was on the platform before us becomes an employee that we know. Nothing on the
 * platform changes. Who they are is said twice, by username and e-mail, and the platform must agree with both.
 *
 * @throws StepFailure `person-missing`, `person-differs`, `person-protected`, `person-belongs-to-another`,
 *   `employee-has-person`
 */
export async function runAdoption(
  adoption: () => Promise<Adoption>,
  run: OnboardingRun,
): Promise<OnboardingOutcome> {
  const { operation, store, platformAuth, steps, context } = run;
  const { id, employeeId } = operation;
  const personID = await steps.idempotent("find person", async () =>
    findPerson(await adoption(), run).then((person) => person.id),
  );
  const claim = await awaitTurn(context, steps, () =>
    claimAdoption(operation, personID, store, async () => ({
      passwordSalt: newSalt(await platformAuth.keyring()),
      username: (await adoption()).username,
    })),
  );
  switch (claim.outcome) {
    case "done":
      // Username and e-mail may have changed on the platform since; both have been compared just now.
      await steps.idempotent("refresh person", async () => {
        const person = await findPerson(
          { ...(await adoption()), personID },
          run,
        );
        const known = await knownPersonOf(person, platformAuth);
        await store.employees.refreshPerson(employeeId, known);
      });
      return { status: "succeeded", sameAs: claim.by, warnings: [] };
    case "late":
      return {
        status: "needs_attention",
        reason: "terminated-since",
        warnings: [],
      };
    case "claimed":
      break;
  }
  await steps.idempotent("link person", async () => {
    const person = await findPerson({ ...(await adoption()), personID }, run);
    const isRecorded =
      (await store.persons.link(personID, employeeId)) &&
      (await store.employees.recordPerson(
        employeeId,
        id,
        await knownPersonOf(person, platformAuth),
      ));
    if (!isRecorded) throw new StepFailure("person-belongs-to-another");
  });
  const { terminatedBy } = claim;
  if (terminatedBy !== undefined)
    await steps.store("let the termination go on", async () => {
      await store.employees.activate(employeeId, id);
      await store.operations.retry(terminatedBy, `operation:${id}`);
    });
  return { status: "succeeded", warnings: [] };
}

async function findPerson(
  { employeeId, username, email, personID }: Adoption,
  { platformAuth, store, protectedUsernames }: OnboardingRun,
): Promise<Person> {
  const isNamed = ({ svc }: Person) => isSame(svc?.username ?? "", username);
  const person =
    personID === undefined
      ? await findFirst(
          platformAuth.service.people.list({ count: 100 }),
          isNamed,
        )
      : await platformAuth.service.people.find(personID);
  if (person === undefined) throw new StepFailure("person-missing");
  if (!isNamed(person) || !isSame(emailOf(person), email))
    throw new StepFailure("person-differs");
  if (await isProtected(platformAuth, protectedUsernames, username))
    throw new StepFailure("person-protected");
  const owner = await store.persons.find(person.id);
  if (owner !== undefined && owner !== employeeId)
    throw new StepFailure("person-belongs-to-another");
  return person;
}

async function knownPersonOf(
  person: Person,
  platformAuth: PlatformAuth,
): Promise<KnownPerson> {
  return {
    personID: person.id,
    refs: refsOf(person),
    username: person.svc?.username ?? "",
    emailHash: hashEmail(await platformAuth.keyring(), emailOf(person)),
  };
}

async function findFirst<T>(
  list: AsyncIterable<T>,
  isWanted: (item: T) => boolean,
): Promise<T | undefined> {
  for await (const item of list) if (isWanted(item)) return item;
  return undefined;
}

function emailOf({ emails = [] }: Person): string {
  const primary = emails.find(({ primary }) => primary) ?? emails[0];
  return primary?.value ?? "";
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
