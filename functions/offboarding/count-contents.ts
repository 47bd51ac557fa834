import type { Warning } from "../../shared/store/operation.ts";
import { blockerOf } from "../../shared/workflow/blocker-of.ts";
import { isReleased } from "../../shared/workflow/limits.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/** What a deletion takes away beside the person. */
export type CountedContents = {
  /** At least so many contents, at most one more than `maxContentsDeleted`. Undefined if they were not counted. */
  contents?: number | undefined;
  /** Whether the deletion waits for a release. */
  isHeld: boolean;
  warnings: Warning[];
};

/** Of a request. The platform may answer smaller pages. */
const pageSize = 100;
/** While the grace period lasts, the number is only shown, and it is counted again before the deletion. */
const attemptsInAdvance = 3;

/**
 * Counts what a deletion will take away when the grace period begins, so that an operator sees it while there is time
 * to act. Nothing depends on it yet: a count that fails is a warning.
 */
export async function countInAdvance(
  run: OffboardingRun,
  personID: string,
): Promise<CountedContents> {
  const counted = await settle(
    countContents(run, personID, { maxAttempts: attemptsInAdvance }),
  );
  if (!counted.ok) return notCounted(counted.failure.code);
  const { contents, isHeld } = counted.value;
  return {
    contents,
    isHeld,
    warnings: isHeld ? [warningOf("person-has-contents")] : [],
  };
}

/**
 * Counts what a deletion takes away that is due. If the platform refuses the count, the deletion is
 * held, too, because its size is unknown.
 *
 * @param callsAfter - how many calls follow in this run
 * @throws StepFailure if the platform may answer later
 */
export async function countBeforeDeletion(
  run: OffboardingRun,
  personID: string,
  callsAfter: number,
): Promise<CountedContents> {
  const counted = await settle(countContents(run, personID, { callsAfter }));
  if (counted.ok) return { ...counted.value, warnings: [] };
  const { failure } = counted;
  if (blockerOf(failure.code) !== undefined) throw failure;
  return notCounted(failure.code);
}

/**
 * Step "count contents", after a reservation of its calls: how many contents the service account sees of the person. It
 * ends at one more than `maxContentsDeleted`, so it is quick for a person with thousands. Contents are not counted when
 * nothing depends on their number.
 */
async function countContents(
  run: OffboardingRun,
  personID: string,
  {
    callsAfter = 0,
    maxAttempts,
  }: { callsAfter?: number; maxAttempts?: number },
): Promise<{ contents?: number; isHeld: boolean }> {
  const { maxContentsDeleted, platformAuth, steps } = run;
  if (maxContentsDeleted === "unlimited") return { isHeld: false };
  const maxItems = maxContentsDeleted + 1;
  // Not in the share of terminations: the person has no access any more.
  await waitForReservation(
    { ...run, callee: "the platform to count contents" },
    run,
    "other",
    async () => Math.ceil(maxItems / pageSize) + callsAfter,
  );
  return steps.idempotent(
    "count contents",
    async () => {
      if (isReleased(run, "person-has-contents")) return { isHeld: false };
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

function notCounted(reason: Warning["reason"]): CountedContents {
  return { isHeld: true, warnings: [warningOf(reason)] };
}

function warningOf(reason: Warning["reason"]): Warning {
  return { about: "contents", reason };
}
