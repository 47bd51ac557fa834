import { timelineOf } from "../../../shared/employment/timeline-of.ts";
import { isRuled } from "../../../shared/employment/timeline.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import { blockerOf } from "../../../shared/reason-codes.ts";
import { waitForReservation } from "../../../shared/workflow/reserve-calls.ts";
import { settle } from "../../../shared/workflow/settle.ts";
import type { Look, RunnerRun } from "../employment-run.ts";
import { addFindings } from "./add-findings.ts";

/** Of a request. The platform may answer smaller pages. */
const pageSize = 100;
/** In the grace period, the number is only shown, and it is counted again before the deletion. */
const attemptsInAdvance = 3;
/** The person is deleted and read; then the list of people is read, and the person once more. */
const callsOfDeletion = 4;

/** At least so many contents, at most one more than `maxContentsDeleted`. Undefined if they were not counted. */
type Counted = { contents?: number; isHeld: boolean };

/**
 * Counts the contents that the due deletion would take away, once in an execution. A count that the platform refuses
 * holds the deletion too, because its effect is unknown.
 *
 * @returns the look of a deletion that waits for an operator. Undefined if nothing holds it
 * @throws StepFailure if the platform may answer later
 */
export async function requireFewContents(
  run: RunnerRun,
  look: Look,
): Promise<Look | undefined> {
  const { because = "" } = look;
  if (run.findings.get(because)?.isCounted) return undefined;
  const counted = await settle(
    countContents(run, because, { callsAfter: callsOfDeletion }),
  );
  if (!counted.ok && blockerOf(counted.failure.code) !== undefined)
    throw counted.failure;
  const { contents, isHeld } = counted.ok ? counted.value : { isHeld: true };
  addFindings(run, because, {
    ...(contents !== undefined && { contents }),
    ...(!counted.ok && { warnings: [warningOf(counted.failure.code)] }),
    isCounted: !isHeld,
  });
  return isHeld
    ? { ...look, move: { do: "nothing", because: "person-has-contents" } }
    : undefined;
}

/**
 * Counts the contents when the grace period begins, so that an operator sees the number while there is time to act.
 * Nothing depends on it yet: a count that fails is a warning.
 */
export async function countInAdvance(
  run: RunnerRun,
  because: string,
): Promise<void> {
  const counted = await settle(
    countContents(run, because, { maxAttempts: attemptsInAdvance }),
  );
  const { contents, isHeld } = counted.ok ? counted.value : { isHeld: false };
  const warnings = counted.ok
    ? isHeld
      ? [warningOf("person-has-contents")]
      : []
    : [warningOf(counted.failure.code)];
  addFindings(run, because, {
    ...(contents !== undefined && { contents }),
    warnings,
  });
}

/**
 * Step "count contents", after a reservation of its calls: how many contents the service account sees of the person. It
 * is quick for a person with thousands. Contents are not counted when nothing depends on their number.
 */
async function countContents(
  run: RunnerRun,
  because: string,
  {
    callsAfter = 0,
    maxAttempts,
  }: { callsAfter?: number; maxAttempts?: number },
): Promise<Counted> {
  const { maxContentsDeleted, platformAuth, steps } = run;
  if (maxContentsDeleted === "unlimited") return { isHeld: false };
  const maxItems = maxContentsDeleted + 1;
  // Not in the share of terminations: the person has no access any more.
  await waitForReservation(
    { ...run, waitsFor: "the platform to count contents" },
    run,
    "other",
    async () => Math.ceil(maxItems / pageSize) + callsAfter,
  );
  return steps.idempotent(
    run.nameOf("count contents"),
    async () => {
      const { statements, personID = "" } = await run.item();
      const timeline = timelineOf(statements, run);
      // A deletion that the limit held had passed this question before.
      const isReleased = (["contents", "delete"] as const).some((limit) =>
        isRuled(timeline, because, "released", limit, run.nowMs()),
      );
      if (isReleased) return { isHeld: false };
      const seen = await Array.fromAsync(
        platformAuth.service.contents.list({
          author: personID,
          count: Math.min(maxItems, pageSize),
          fields: ["id"],
          maxItems,
        }),
      );
      const contents = seen.length;
      return { contents, isHeld: contents > maxContentsDeleted };
    },
    maxAttempts === undefined ? {} : { maxAttempts },
  );
}

function warningOf(reason: Warning["reason"]): Warning {
  return { about: "contents", reason };
}
