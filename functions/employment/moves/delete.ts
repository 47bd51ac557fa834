import { requireKnown } from "../../../shared/person/known-person.ts";
import { namesOf } from "../../../shared/store/employee.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import { countPerson, countReleased } from "./ask.ts";
import { requireFewContents } from "./check-contents.ts";
import { findPerson } from "./confirm.ts";
import { makeErase } from "./erase.ts";

/** Pauses double up to a minute, so the rounds take a quarter of an hour. */
const maxRounds = 20;
/** Each round reads several times in quick succession, because most platforms delete at once. */
const readsOfRound = { maxReads: 3, pauseMs: 100 };

/** The deletion that has begun, or `said`: it has not begun, because something was said meanwhile. */
type BegunDeletion =
  { said: Look } | { personID: string; termination: string; isThere: boolean };

/**
 * Steps "count contents", "begin deletion", "delete person", "confirm" and "erase". Once the deletion has begun, a
 * person whom the platform does not show is gone.
 *
 * @throws StepFailure `person-missing`, `person-differs`, `person-protected`, `deletion-unfinished`
 */
export const makeDelete: MakeMove<"delete"> = async (run, look) => {
  const { steps, nameOf, platformAuth, findings } = run;
  const held = look.hasBegun ? undefined : await requireFewContents(run, look);
  if (held) return held;
  const begun = await steps.idempotent(nameOf("begin deletion"), () =>
    beginDeletion(run, look),
  );
  if ("said" in begun) return begun.said;
  const { personID, termination, isThere } = begun;
  findings.set(termination, {
    ...findings.get(termination),
    result: { personID, refs: {} },
  });
  const { people } = platformAuth.service;
  const isGone =
    !isThere ||
    (await steps.sideEffect(nameOf("delete person"), async () => {
      await people.remove(personID);
      return people.confirmRemoved(personID, readsOfRound);
    }));
  if (!isGone) await confirmGone(run, personID);
  return makeErase(run, { ...look, move: { do: "erase" } });
};

/** Notes that the deletion has begun. From then on, no statement keeps the person. */
async function beginDeletion(
  run: RunnerRun,
  look: Look,
): Promise<BegunDeletion> {
  const { person, personID = "", unfinished } = await run.item();
  const { because = "" } = look;
  if (person.is === "being-deleted") {
    // The next employment may have begun since, so `because` may be another termination.
    const by = unfinished.find(({ hasDeleted }) => hasDeleted)?.id;
    const isThere = await isStillThere(run);
    // If the platform refuses the deletion for days, it counts also on the day when it succeeds.
    if (isThere) await countPerson(run, "delete");
    return { personID, termination: by ?? because, isThere };
  }
  await findPerson(run, look);
  await countReleased(run, "delete", because);
  const set = {
    person: { is: "being-deleted" as const },
    unfinished: unfinished.map((one) =>
      one.id === because ? { ...one, hasDeleted: true } : one,
    ),
  };
  const next = await run.write({ set }, look.version);
  return next.version === look.version
    ? { personID, termination: because, isThere: true }
    : { said: next };
}

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
    const name = nameOf("confirm");
    const seconds = Math.min(60, 2 ** round);
    await context.wait(`before ${name}`, { seconds });
    const isGone = await steps.idempotent(name, () =>
      people.confirmRemoved(personID, readsOfRound),
    );
    if (isGone) return;
  }
  throw new StepFailure("deletion-unfinished");
}
