import { newSalt } from "../../shared/keyring.ts";
import { findReplacement } from "../../shared/store/find-replacement.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { claimForHire } from "./claim-employee.ts";
import { extrasOf, missingExtras } from "./extras.ts";
import { usernameOf } from "../../shared/person/new-person.ts";
import type { HireRun } from "./hire-record.ts";

/**
 * Step "claim": makes this operation the one that onboards the employee, or finds out why it must not. Repeats, with
 * pauses, as long as another operation is at work on the employee.
 */
export function claimHire({
  record,
  operation,
  store,
  platformAuth,
  steps,
  context,
  templates,
}: HireRun) {
  return awaitTurn(context, steps, async () => {
    const hire = await record.hire();
    // Only a hire with a start date can have been moved to another date.
    const newer =
      hire.startDate === undefined
        ? undefined
        : await findReplacement(store.operations, operation);
    if (newer !== undefined)
      return { outcome: "replaced" as const, by: newer.id };
    const claim = await claimForHire(operation, store, async () => ({
      passwordSalt: newSalt(await platformAuth.keyring()),
      username: usernameOf(hire),
    }));
    const extras = extrasOf(hire, templates);
    return { ...claim, extras: missingExtras(extras, operation.warnings) };
  });
}
