import { newSalt } from "../../shared/keyring.ts";
import { knownPersonOf } from "../../shared/person/known-person.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { requireNoOutage } from "../../shared/workflow/choose-pause.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { claimAdoption } from "./claim-adoption.ts";
import { linkIdentities } from "./link-identities.ts";
import type { AdoptionRun } from "./onboarding-run.ts";
import { succeeded } from "./outcomes.ts";
import { findPerson, searchPerson } from "./find-adopted-person.ts";

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
