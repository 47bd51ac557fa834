import { cancelOlder } from "./cancel-older.ts";
import {
  type CountedContents,
  countBeforeDeletion,
  countInAdvance,
} from "./count-contents.ts";
import type { HoldReason } from "../../shared/store/hold-reasons.ts";
import type { Warning, WorkflowOutcome } from "../../shared/store/operation.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import {
  isWithinLimit,
  requireWithinLimit,
} from "../../shared/workflow/limits.ts";
import { checkPerson } from "./check-person.ts";
import {
  claimTermination,
  type TerminationClaim,
} from "./claim-termination.ts";
import { confirmGone } from "./confirm-gone.ts";
import { erasePersonalData } from "./erase-personal-data.ts";
import {
  type EmploymentEvents,
  findLaterEvents,
  isLaterHireIgnored,
  readEmployment,
} from "./find-later-events.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { cancelled, held, succeeded, waiting } from "./outcomes.ts";
import type { RunTerms } from "./read-terms.ts";
import { restorePerson } from "./restore-person.ts";
import { disablePerson } from "./set-person-enabled.ts";
import { dayMs } from "../../shared/durations.ts";

/** It is deleted, and read once more. */
const callsOfDeletion = 2;

type Claimed = Extract<TerminationClaim, { kind: "claimed" }>;

/**
 * A termination:
 *
 *     claim ─> check person ─> disable limit ─> disable ─> count contents ─> (grace period) ─> count contents
 *                                                  └─> keep       ─> deletion limit ─> delete ─> confirm gone ─> erase
 *
 * The claim is a part of the step "start", unless the operation waits first or for its turn. In the grace period the
 * operation waits, and then runs this function again. Without a grace period, the contents are counted once. Nothing
 * irreversible happens before the person is checked, and nothing else before the person is disabled. The employee's
 * state says how far the termination got, so that an operation that runs again goes on from there.
 */
export async function runTermination(
  run: OffboardingRun,
  terms: RunTerms,
  first?: ComparedClaim,
): Promise<WorkflowOutcome> {
  const { steps, context } = run;
  const claim = await awaitTurn(
    context,
    steps,
    () => claimAndCompare(run, terms),
    first,
  );
  if (claim.kind === "outdated") return cancelled("hired-since");
  if (claim.kind === "withdrawn") return cancelled("termination-cancelled");
  if (claim.kind === "replaced") return cancelled("terminated-since", claim.by);
  if (claim.kind === "repeated") return cancelled("sent-before", claim.of);
  const { others } = claim;
  if (claim.kind === "done") return succeeded({ sameAs: claim.by });
  if (claim.kind === "unknown") {
    // The employee was only expected: the hire that waited is cancelled, so nothing is left to delete.
    if (others.cancelledTypes.includes("employee.hired")) return succeeded({});
    throw new StepFailure("person-unknown");
  }
  const warnings = [...terms.warnings, ...others.warnings];
  return leave(run, claim, { ...terms, warnings });
}

async function leave(
  run: OffboardingRun,
  claim: Claimed & Grace,
  { disposition, warnings }: RunTerms,
): Promise<WorkflowOutcome> {
  const { operation } = run;
  const { personID, isDeleting } = claim;
  let contents: number | undefined;
  if (personID !== undefined) {
    const isThere = await checkPerson(run, personID, isDeleting);
    if (isThere && !isDeleting && operation.phase !== "grace") {
      // The state says that the person is disabled from before the write, so an earlier run has counted them.
      if (!claim.isDisabled)
        await requireWithinLimit(
          run,
          "disable-limit",
          personID,
          run.disableLimit,
        );
      await disablePerson(run, personID, claim.disabledAtMs);
      if (disposition === "disable") {
        await keepPerson(run);
        return succeeded({ personID, warnings });
      }
      if (claim.graceEndsAtMs !== null) {
        const counted = await countInAdvance(run, personID);
        return waiting(personID, claim.graceEndsAtMs, {
          contents: counted.contents,
          warnings: [...warnings, ...counted.warnings],
        });
      }
    }
    // Time has passed since the person was disabled: in the grace period, or while the deletion was held.
    if (operation.phase === "grace" || claim.disabledAtMs !== undefined) {
      const { lookAgainAtMs, replacedBy } = await findLaterEvents(run);
      if (replacedBy !== undefined) {
        await restorePerson(run, personID);
        return cancelled("terminated-since", replacedBy);
      }
      // The person stays disabled until that event decides what happens to them.
      if (lookAgainAtMs !== undefined)
        return waiting(personID, lookAgainAtMs, { warnings });
    }
    if (isThere && !isDeleting) {
      const hold = await findHold(run, personID);
      if (hold.reason !== undefined) return held(hold.reason, hold);
      ({ contents } = hold);
    }
    if (!(await beginDeletion(run))) return cancelled("termination-cancelled");
    if (isThere) await deletePerson(run, personID);
    await confirmGone(run, personID);
  }
  await erasePersonalData(run, personID);
  return succeeded({ personID, contents, warnings });
}

/** What holds the deletion, if anything does. Only a deletion that its contents do not hold counts in the limit. */
async function findHold(
  run: OffboardingRun,
  personID: string,
): Promise<CountedContents & { reason?: HoldReason }> {
  const { operation, deletionLimit } = run;
  const counted = await countBeforeDeletion(
    run,
    personID,
    // The calls of a run after the grace period are reserved already.
    operation.phase === "grace" ? 0 : callsOfDeletion,
  );
  if (counted.isHeld) return { ...counted, reason: "person-has-contents" };
  return (await isWithinLimit(run, "deletion-limit", personID, deletionLimit))
    ? counted
    : { ...counted, reason: "deletion-limit" };
}

/** What the termination means for the other operations of the employee. */
type Comparison = {
  /** The types of the operations that it has overtaken. */
  cancelledTypes: string[];
  warnings: Warning[];
};

type Grace = {
  /** Null when the person is deleted at once. */
  graceEndsAtMs: number | null;
};

/**
 * When the grace period ends. It counts from the moment at which the person was disabled, so that a termination that
 * HR repeats each day does not move the deletion.
 */
function graceOf(
  { disabledAtMs }: Claimed,
  { graceDays }: RunTerms,
  atMs: number,
): Grace {
  const graceEndsAtMs = (disabledAtMs ?? atMs) + graceDays * dayMs;
  return { graceEndsAtMs: graceEndsAtMs > atMs ? graceEndsAtMs : null };
}

/** The result of claiming for a termination. It holds no personal data, because the engine's history holds it. */
export type ComparedClaim = Awaited<ReturnType<typeof claimAndCompare>>;

/**
 * One claim, which also cancels the operations that the termination overtakes. It may be repeated, also by another
 * attempt after it took effect.
 */
export async function claimAndCompare(run: OffboardingRun, terms: RunTerms) {
  const { operation, store, nowMs } = run;
  const employment = await readEmployment(run);
  const claim = await claimTermination(
    operation,
    store,
    terms.disposition,
    employment,
  );
  const compare = (isOpen: boolean, isLeaving: boolean) =>
    compareWithOthers(run, employment, isOpen, isLeaving);
  switch (claim.kind) {
    case "claimed": {
      const others = await compare(true, true);
      return { ...claim, ...graceOf(claim, terms, nowMs()), others };
    }
    case "done":
      return { ...claim, others: await compare(!claim.hasLeft, false) };
    case "unknown":
      return { ...claim, others: await compare(false, false) };
    default:
      return claim;
  }
}

/**
 * Cancels the operations that the termination overtakes. If it lets the employee leave, it also warns of later hires
 * that must not overtake it.
 *
 * @param isOpen - whether an employment is open
 */
async function compareWithOthers(
  run: OffboardingRun,
  employment: EmploymentEvents,
  isOpen: boolean,
  isLeaving: boolean,
): Promise<Comparison> {
  const { operation, store, log } = run;
  const { all } = employment;
  const cancelledTypes = await cancelOlder(store, operation, all, isOpen);
  if (!isLeaving || !isLaterHireIgnored(run, employment))
    return { cancelledTypes, warnings: [] };
  const reason = "termination-goes-on";
  log.warn("hire ignored", { operationId: operation.id, reason });
  return { cancelledTypes, warnings: [{ about: "later hire", reason }] };
}

/** The termination ends here: the person stays, disabled. */
function keepPerson({ operation, store, steps }: OffboardingRun) {
  const { id, employeeId } = operation;
  return steps.store("keep person", async () =>
    requireWritten(await store.employees.keep(employeeId, id)),
  );
}

/**
 * From here on, no hire rehires the employee as this person. Resolves to false when a later event has cancelled the
 * termination.
 */
function beginDeletion({
  operation,
  store,
  steps,
}: OffboardingRun): Promise<boolean> {
  const { id, employeeId, eventAtMs } = operation;
  return steps.store("begin deletion", async () => {
    if (await store.employees.beginDeletion(employeeId, id, eventAtMs))
      return true;
    const employee = await store.employees.get(employeeId);
    if ((employee?.terminationCancelledAtMs ?? 0) >= eventAtMs) return false;
    throw new StepFailure("employee-changed");
  });
}

function deletePerson(
  { platformAuth, steps }: OffboardingRun,
  personID: string,
): Promise<void> {
  return steps.sideEffect("delete person", () =>
    platformAuth.service.people.remove(personID),
  );
}
