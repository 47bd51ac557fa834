import { timelineOf } from "../../../shared/employment/timeline-of.ts";
import { isRuled } from "../../../shared/employment/timeline.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import { blockerOf } from "../../../shared/reason-codes.ts";
import { waitForReservation } from "../../../shared/workflow/reserve-calls.ts";
import { settle } from "../../../shared/workflow/settle.ts";
import type { Look, RunnerRun } from "../employment-run.ts";
import { addFindings } from "./add-findings.ts";

/** Contents of one request. The platform may answer smaller pages. */
const pageSize = 100;
/** In the grace period, the number is only shown. Before the deletion, the contents are counted again. */
const attemptsInAdvance = 3;
/** A deletion deletes and reads the person, reads the list of people, and reads the person once more. */
const callsOfDeletion = 4;

/**
 * Counts the contents that the due deletion would take away, once in an execution. If the platform refuses to count,
 * that holds the deletion too, because its effect is unknown.
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

/** Counts the contents when the grace period begins, so that an operator can act. It holds nothing yet. */
export async function countInAdvance(
  run: RunnerRun,
  because: string,
): Promise<void> {
  const counted = await settle(
    countContents(run, because, { maxAttempts: attemptsInAdvance }),
  );
  const { contents, isHeld } = counted.ok ? counted.value : { isHeld: false };
  const reason = counted.ok ? "person-has-contents" : counted.failure.code;
  addFindings(run, because, {
    ...(contents !== undefined && { contents }),
    warnings: isHeld || !counted.ok ? [warningOf(reason)] : [],
  });
}

/**
 * Step "count contents", after a reservation of its calls: how many contents of the person the service account sees. It
 * stops above the limit. Without a limit, or if an operator has released the deletion, it counts nothing.
 */
async function countContents(
  run: RunnerRun,
  because: string,
  {
    callsAfter = 0,
    maxAttempts,
  }: { callsAfter?: number; maxAttempts?: number },
): Promise<{
  /** At most one more than `maxContentsDeleted`, even if there are more. Undefined if they were not counted. */
  contents?: number;
  /** The contents hold the deletion. */
  isHeld: boolean;
}> {
  const { maxContentsDeleted, platformAuth, steps } = run;
  if (maxContentsDeleted === "unlimited") return { isHeld: false };
  const maxItems = maxContentsDeleted + 1;
  // Not in the share of terminations: the person has no access any more.
  await waitForReservation(
    { ...run, waitsFor: "the platform to count contents" },
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
