import { StepFailure } from "../../shared/workflow/failure.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/** The first rounds look more often: most platforms delete at once. With pauses that double up to a minute: a quarter of an hour. */
const maxRounds = 20;
const quickly = { maxReads: 3, pauseMs: 100 };

/**
 * Looks until the platform says that the person is gone. It may delete in the background, and it may give up.
 *
 * @throws StepFailure `deletion-unfinished` when the person is still there in the end
 */
export async function confirmGone(
  { platformAuth, steps, context }: OffboardingRun,
  personID: string,
): Promise<void> {
  const { people } = platformAuth.service;
  for (let round = 1; round <= maxRounds; round++) {
    const name = round === 1 ? "confirm" : `confirm ${round}`;
    const isGone = await steps.idempotent(name, () =>
      people.confirmRemoved(personID, quickly),
    );
    if (isGone) return;
    const seconds = Math.min(60, 2 ** round);
    await context.wait(`before confirm ${round + 1}`, { seconds });
  }
  throw new StepFailure("deletion-unfinished");
}
