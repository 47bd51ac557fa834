import { newSalt } from "../../shared/keyring.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { claimForHire } from "./claim-for-hire.ts";
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
  rehireWithoutStartDate,
}: HireRun) {
  return awaitTurn(context, steps, async () => {
    const hire = await record.hire();
    const claim = await claimForHire(
      operation,
      store,
      rehireWithoutStartDate,
      async () => ({
        passwordSalt: newSalt(await platformAuth.keyring()),
        username: usernameOf(hire),
      }),
    );
    const extras = extrasOf(hire, templates);
    return { ...claim, extras: missingExtras(extras, operation.warnings) };
  });
}
