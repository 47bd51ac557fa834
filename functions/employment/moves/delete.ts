import { requireKnown } from "../../../shared/person/known-person.ts";
import { namesOf } from "../../../shared/store/employee.ts";
import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove, RunnerRun } from "../employment-run.ts";
import { requireFewContents } from "./check-contents.ts";
import { findPerson } from "./confirm.ts";
import { makeErase } from "./erase.ts";

/** Pauses double up to a minute, so the rounds take a quarter of an hour. */
const maxRounds = 20;
/** Each round reads several times in quick succession, because most platforms delete at once. */
const readsOfRound = { maxReads: 3, pauseMs: 100 };

/**
 * Steps "check person", "count contents", "begin deletion", "delete person", "confirm" and "erase". Once the deletion
 * has begun, a person whom the platform does not show is gone.
 *
 * @throws StepFailure `person-missing`, `person-differs`, `person-protected`, `deletion-unfinished`
 */
export const makeDelete: MakeMove<"delete"> = async (run, look) => {
  const { steps, nameOf } = run;
  const { isThere, hasBegun, personID, by } = await steps.idempotent(
    nameOf("check person"),
    async () => {
      const { person, personID = "", unfinished } = await run.item();
      const hasBegun = person.is === "being-deleted";
      if (!hasBegun) await findPerson(run, look);
      const isThere = !hasBegun || (await isStillThere(run));
      // A next employment may have begun since.
      const by = unfinished.find(({ hasDeleted }) => hasDeleted)?.id;
      return { isThere, hasBegun, personID, by };
    },
  );
  const { because = "" } = look;
  const ofTermination = by ?? because;
  run.findings.set(ofTermination, {
    ...run.findings.get(ofTermination),
    result: { personID, refs: {} },
  });
  if (!hasBegun) {
    const held = await requireFewContents(run, look);
    if (held) return held;
    // From here on, nothing that is said keeps the person.
    const begun = await steps.store(nameOf("begin deletion"), async () => {
      const unfinished = (await run.item()).unfinished.map((one) =>
        one.id === because ? { ...one, hasDeleted: true } : one,
      );
      const person = { is: "being-deleted" } as const;
      return run.write({ set: { person, unfinished } }, look.version);
    });
    if (begun.version !== look.version) return begun;
  }
  if (isThere)
    await steps.sideEffect(nameOf("delete person"), () =>
      run.platformAuth.service.people.remove(personID),
    );
  await confirmGone(run, personID);
  return makeErase(run, { ...look, move: { do: "erase" } });
};

async function isStillThere(run: RunnerRun): Promise<boolean> {
  const item = await run.item();
  const found = await run.platformAuth.service.people.find(item.personID ?? "");
  if (found) await requireKnown(run, found, namesOf(item));
  return found !== undefined;
}

/** Steps "confirm", "confirm 2", ...: the platform may delete in the background, and it may give up. */
async function confirmGone(
  { platformAuth, steps, context, nameOf }: RunnerRun,
  personID: string,
): Promise<void> {
  const { people } = platformAuth.service;
  for (let round = 1; round <= maxRounds; round++) {
    const isGone = await steps.idempotent(nameOf("confirm"), () =>
      people.confirmRemoved(personID, readsOfRound),
    );
    if (isGone) return;
    const seconds = Math.min(60, 2 ** round);
    await context.wait(`before confirm ${round + 1}`, { seconds });
  }
  throw new StepFailure("deletion-unfinished");
}
