import type { SeenPerson } from "../../../shared/employment/move.ts";
import { requireKnown } from "../../../shared/person/known-person.ts";
import { namesOf } from "../../../shared/store/employee.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import { situationOf } from "../look.ts";
import { confirmBeforeStart, confirmCreation } from "./create.ts";

/**
 * Step "check person": looks at the platform what became of a write without an answer.
 *
 * @throws StepFailure `person-missing`; `person-differs`; `person-protected`
 */
export const makeConfirm: MakeMove<"confirm"> = (run, look) =>
  look.personID !== undefined
    ? checkPerson(run, look)
    : look.isBeforeStart
      ? confirmBeforeStart(run, look)
      : confirmCreation(run, look);

function checkPerson(run: RunnerRun, look: Look): Promise<Look> {
  return run.steps.idempotent(run.nameOf("check person"), async () => {
    const item = await run.item();
    const found = await findPerson(run, look);
    const fields = item.seenFields ?? [];
    const { lateWriteUntilMs: againAtMs = 0 } = item;
    const { wanted } = situationOf(item, run, run.nowMs());
    // A late write may still take the access away. A person to be disabled needs no wait: the next move disables them.
    const isAsWanted = found.svc?.enabled && wanted.is === "enabled";
    if (isAsWanted && againAtMs > run.nowMs()) return { ...look, againAtMs };
    const { createdFromMs, operationId: by = "" } = item;
    const person: SeenPerson = found.svc?.enabled
      ? { is: "enabled", fields }
      : createdFromMs === undefined
        ? // Why they are disabled is not known.
          { is: "disabled", sinceMs: run.nowMs(), for: "", fields }
        : { is: "created", by, fields };
    return run.write({ set: { person } });
  });
}

/**
 * Reads the person of the employee, checks that it is the person whom our store knows, and that they are not protected.
 * If the platform does not show the person, they are gone, or hidden from us: an operator decides.
 *
 * @throws StepFailure `person-missing`; `person-differs`; `person-protected`
 */
export async function findPerson(run: RunnerRun, { because }: Look) {
  const item = await run.item();
  const found = await run.platformAuth.service.people.find(item.personID ?? "");
  if (found) {
    await requireKnown(run, found, namesOf(item));
    return found;
  }
  await run.write({
    set: {
      person: { is: "unsure", of: "delete", because: because ?? "" },
    },
  });
  throw new StepFailure("person-missing");
}
