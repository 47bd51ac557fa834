import { isAmendable } from "../../shared/store/amendments.ts";
import { newSalt } from "../../shared/keyring.ts";
import { amendedPart } from "../../shared/person/amend-hire.ts";
import { amendWaiting } from "../../shared/person/amend-waiting.ts";
import { timesOfHire } from "../../shared/person/field-times.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { awaitTurn, busyBehind } from "../../shared/workflow/await-turn.ts";
import { claimEmployee } from "./claim-employee.ts";
import { extrasOf, missingExtras } from "./extras.ts";
import { openGeneration } from "./generations.ts";
import { usernameOf } from "../../shared/person/new-person.ts";
import type { HireRun } from "./onboarding-run.ts";

/** The result of claiming for a hire. It has no value of the event, because the engine's history holds it. */
export type ClaimedHire = Awaited<ReturnType<typeof claimHireOnce>>;

/**
 * Step "claim": makes this operation the one that onboards the employee, or finds out why it must not. Repeats, with
 * pauses, as long as another operation is at work on the employee.
 *
 * @param first - the result of the first claim, if the step "start" has made it
 */
export function claimHire(run: HireRun, first: ClaimedHire | undefined) {
  const { steps, context } = run;
  return awaitTurn(context, steps, () => claimHireOnce(run), first);
}

/** One claim. It may be repeated, also by another attempt after it took effect. */
export async function claimHireOnce(run: HireRun) {
  const { reader, operation, store, platformAuth, memory } = run;
  const { templates, rehireWithoutStartDate } = run;
  const hire = await reader.hire();
  const open = async (known: Employee | undefined): Promise<void> => {
    const opening = {
      passwordSalt: newSalt(await platformAuth.keyring()),
      username: usernameOf(hire),
    };
    memory.employee = await openGeneration(operation, store, opening, known);
  };
  const claim = await claimEmployee(
    operation,
    store,
    rehireWithoutStartDate,
    open,
  );
  if (claim.kind === "replaced" && !(await isHandedOn(run, claim.by)))
    return busyBehind({});
  const extras = extrasOf(hire, templates);
  return { ...claim, extras: missingExtras(extras, operation.warnings) };
}

/**
 * Hands what changes have made of this hire on to the later hire that replaces it. Resolves to false when that one
 * began meanwhile.
 */
async function isHandedOn(run: HireRun, by: string): Promise<boolean> {
  const { reader, operation, store } = run;
  const { amendment } = operation;
  const newer = amendment && (await store.operations.get(by));
  if (!newer) return true;
  if (!isAmendable(newer)) return false;
  const readChange = async () =>
    amendedPart(await reader.hire(), amendment.fieldTimes);
  const at = timesOfHire(operation);
  return (await amendWaiting(run, newer, { readChange, at })) !== undefined;
}
