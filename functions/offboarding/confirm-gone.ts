import { stepOfRound } from "../../shared/store/step-names.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/** Pauses double up to a minute, so the rounds take a quarter of an hour. */
const maxRounds = 20;
/** Each round reads several times in quick succession, because most platforms delete at once. */
const readsOfRound = { maxReads: 3, pauseMs: 100 };

/**
 * Steps "confirm", "confirm 2", ...: reads until the platform says that the person is gone. The platform may delete in
 * the background, and it may give up.
 *
 * @throws StepFailure `deletion-unfinished` when the person still exists after the last round
 */
export async function confirmGone(
  { platformAuth, steps, context }: OffboardingRun,
  personID: string,
): Promise<void> {
  const { people } = platformAuth.service;
  for (let round = 1; round <= maxRounds; round++) {
    const isGone = await steps.idempotent(stepOfRound("confirm", round), () =>
      people.confirmRemoved(personID, readsOfRound),
    );
    if (isGone) return;
    const seconds = Math.min(60, 2 ** round);
    await context.wait(`before confirm ${round + 1}`, { seconds });
  }
  throw new StepFailure("deletion-unfinished");
}
