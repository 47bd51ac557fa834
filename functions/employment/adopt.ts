import type { FieldTime } from "../../shared/employment/timeline.ts";
import { timelineOf } from "../../shared/employment/timeline-of.ts";
import type { Person } from "../../shared/community/person.ts";
import { isSameUsername } from "../../shared/fold-case.ts";
import { knownPersonOf } from "../../shared/person/known-person.ts";
import type { Employee, EmployeePatch } from "../../shared/store/employee.ts";
import { isRunner } from "../../shared/store/employees.ts";
import { isSameIdentity } from "../../shared/store/links.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { type Adoption, adoptionSchema } from "../onboarding/event.ts";
import type { Begun } from "./begin.ts";
import type { RunnerRun } from "./employment-run.ts";
import { readOwnPerson, type Search, searchPerson } from "./search-person.ts";
import { identitiesOf } from "./extras/extras.ts";
import { lookOf, situationOf } from "./look.ts";
import { sayStatement } from "../../shared/store/say-statement.ts";
import { stateOf } from "../../shared/store/state-of.ts";
import { statementOf } from "./statement-of.ts";

type AdoptionRun = Search & { adoption: () => Promise<Adoption> };

/**
 * An adoption: a person who was on the platform before this system becomes an employee. The event names the person by
 * username and e-mail address, and the platform must show both. Nothing on the platform changes.
 *
 *     find person ─> link person ─> moves ─> link identities ─> record
 *
 * The statement is said only when the person is found, in the write that stores the person. Without the id of the
 * person, the search for the username goes through all people. Each part of the search is a step of its own ("find
 * person 2" and so on), because it waits for the rate limit.
 *
 * @throws StepFailure `person-missing`, `person-differs`, `person-protected`, `person-belongs-to-another`,
 *   `employee-has-person`, `employee-busy`, `data-erased`; `outcome-unknown` while a creation may have made another
 *   person
 */
export async function beginAdoption(run: RunnerRun): Promise<Begun> {
  const adoption = readEventData(run, adoptionSchema);
  const adopting = { ...run, adoption, readNames: adoption };
  const personID = await searchPerson(adopting);
  return run.steps.store("say", () => adopt(adopting, personID), {
    maxAttempts: attemptsBehindRunner,
  });
}

/** A runner that died holds the employee for 75 minutes. The pauses of these attempts are longer in sum. */
const attemptsBehindRunner = 38;

/** Says the adoption and links the person. If another runner is at work, the step is repeated later. */
async function adopt(run: AdoptionRun, personID: string): Promise<Begun> {
  const { operation, memory, nowMs, store } = run;
  const { id, type, employeeId, execution } = operation;
  const key = { id, execution };
  const person = await readOwnPerson(run, personID);
  const requireNoOtherPerson = async (said: Employee) => {
    if (said.personID === undefined || said.personID === personID) return;
    // The old account is gone, so its link goes, too.
    if (await isMadeAnew(run, said, person))
      return store.persons.unlink(said.personID, employeeId);
    // An earlier attempt may have linked this person, and then lost the race against another adoption.
    await store.persons.unlink(personID, employeeId);
    throw new StepFailure("employee-has-person");
  };
  const item = await sayStatement(
    run,
    employeeId,
    async (said) => {
      if (said) await requireNoOtherPerson(said);
      if (said?.statements.some((one) => one.id === id)) return undefined;
      return statementOf(operation, await run.adoption(), run);
    },
    { id, type, atMs: nowMs() },
    {
      key,
      onlyIfFree: true,
      set: (next) => link(run, person, next),
    },
  );
  memory.employment = item;
  if (!isRunner(item, key))
    throw new StepFailure("employee-busy", { retryable: true });
  return { look: lookOf(situationOf(item, run, nowMs())) };
}

/** What the write sets about the person. Nothing if the adoption needs a decision. */
async function link(
  run: AdoptionRun,
  person: Person,
  next: Employee,
): Promise<NonNullable<EmployeePatch["set"]>> {
  const { operation, store, platformAuth } = run;
  const { id, employeeId } = operation;
  const verdict = timelineOf(next.statements, run).verdicts.get(id);
  if (verdict?.is === "needs-decision") return {};
  const { personID, username, identities: noted = [], extrasOf } = next;
  // A creation without an answer may have made a person with the names of the hire. A second person must not follow.
  const isOther = !isSameUsername(person.svc?.username, username);
  if (personID === undefined && next.person.is === "unsure" && isOther)
    throw new StepFailure("outcome-unknown");
  if (!(await store.persons.link(person.id, employeeId)))
    throw new StepFailure("person-belongs-to-another");
  const adoption = await run.adoption();
  const known = await knownPersonOf(platformAuth, person, adoption);
  const wanted = identitiesOf(adoption.identities);
  const added = wanted.filter(
    (one) => !noted.some((other) => isSameIdentity(one, other)),
  );
  const seen: Employee["person"] =
    personID === undefined
      ? { is: "enabled", fields: fieldsOfHires(next, run) }
      : asShown(next.person, person, run.nowMs(), personID !== person.id);
  return {
    ...known,
    person: seen,
    state: stateOf({ ...next, person: seen }, run.nowMs()),
    // For an account that was made anew, the hire stays the operation of the employee: its extras may not be done yet.
    ...(personID === undefined && { operationId: id }),
    ...(personID !== person.id && { fact: { is: "onboarded", by: id } }),
    ...(added.length > 0 && { identities: [...noted, ...added] }),
    ...(wanted.length > 0 && extrasOf === undefined && { extrasOf: id }),
  };
}

/**
 * Whether the account of the employee was deleted by hand and made anew: the old account is gone, and the new one has
 * its username, which the platform never gives to two people. A deletion of ours goes on to its end.
 */
async function isMadeAnew(
  { platformAuth }: AdoptionRun,
  { person: { is }, personID = "", username }: Employee,
  { svc }: Person,
): Promise<boolean> {
  return (
    is !== "being-deleted" &&
    isSameUsername(username, svc?.username) &&
    !(await platformAuth.service.people.find(personID))
  );
}

/**
 * The person as we saw them, with the access that the platform shows. An administrator may have changed it. The grace
 * period of an account that was made anew (`isAnew`) begins anew.
 */
function asShown(
  seen: Employee["person"],
  { svc }: Person,
  nowMs: number,
  isAnew: boolean,
): Employee["person"] {
  if (!("fields" in seen)) return seen;
  const { fields } = seen;
  if (svc?.enabled !== false) return { is: "enabled", fields };
  if (seen.is === "enabled")
    return { is: "disabled", sinceMs: nowMs, for: "by-hand", fields };
  return seen.is === "disabled" && isAnew ? { ...seen, sinceMs: nowMs } : seen;
}

/** A hire that came before the adoption changes nothing on the platform, so its fields count as written. */
function fieldsOfHires(item: Employee, run: AdoptionRun): FieldTime[] {
  const { fields } = situationOf(item, run, run.nowMs()).wanted;
  const hires = item.statements.filter(({ kind }) => kind === "hired");
  return fields.filter(({ by }) => hires.some(({ id }) => id === by));
}
