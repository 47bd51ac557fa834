import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import {
  isPartOfOutage,
  requireNoOutage,
} from "../../shared/workflow/choose-pause.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { settle, type Settled } from "../../shared/workflow/settle.ts";
import { adoptionSchema } from "./adoption.ts";
import { attachAvatarOfHire, uploadAvatarOfHire } from "./avatar-steps.ts";
import { claimHire, claimHireOnce, type ClaimedHire } from "./claim-hire.ts";
import { comparePerson } from "./compare-person.ts";
import { createPerson } from "./create-person.ts";
import { enablePerson } from "./enable-person.ts";
import { type Extras, countCalls } from "./extras.ts";
import { blockedOrFailed, finishOnboarding } from "./finish-onboarding.ts";
import { createHireReader } from "./hire-reader.ts";
import { linkIdentities } from "./link-identities.ts";
import type {
  AdoptionRun,
  ClaimedRun,
  HireRun,
  OnboardingDependencies,
  OnboardingRun,
} from "./onboarding-run.ts";
import {
  cancelled,
  outcomeOfHire,
  outcomeOfPostponedAvatar,
  repeatedOutcome,
} from "./outcomes.ts";
import { repeatHire } from "./repeat-hire.ts";
import { runAdoption } from "./run-adoption.ts";
import { seedStreams } from "./seed-streams.ts";
import { seedTasks } from "./seed-tasks.ts";

/** Brings an employee onto the platform: a hire creates the person, an adoption finds the person who is there. */
export function createOnboarding(dependencies: OnboardingDependencies) {
  return createWorkflow(dependencies, {
    name: "onboarding",
    countCalls,
    claim: async (run: OnboardingRun) =>
      isAdoption(run) || run.operation.phase === "avatar"
        ? undefined
        : claimHireOnce(hireRunOf(run)),
    execute: async (run: OnboardingRun, claimed) => {
      const settled = await settle(
        isAdoption(run)
          ? runAdoption(adoptionRunOf(run))
          : runHire(hireRunOf(run), claimed),
      );
      return finishOnboarding(
        run,
        settled.ok
          ? settled.value
          : await blockedOrFailed(run, settled.failure),
      );
    },
  });
}

function isAdoption({ operation }: OnboardingRun): boolean {
  return operation.type === "employee.adopted";
}

function adoptionRunOf(run: OnboardingRun): AdoptionRun {
  return { ...run, adoption: readEventData(run, adoptionSchema) };
}

function hireRunOf(run: OnboardingRun): HireRun {
  return { ...run, reader: createHireReader(run) };
}

/**
 * A hire, in two round trips to the platform. Only "attach avatar" waits for both branches:
 *
 *     claim ─┬─> create person ─┬─> seed tasks ───────┐
 *            │                  ├─> seed streams ─────┤
 *            │                  ├─> link identities ──┼─> record
 *            └─> upload avatar ─┴─> attach avatar ────┘
 *
 * The claim is a part of the step "start". It is a step of its own if a rate limit is configured, if the operation was
 * blocked before, if another operation is at work on the employee, or if the first claim failed.
 *
 * The person is the commit point, from which the employee is active. A failure after it leaves a warning, blocks the
 * operation or needs attention, and never creates a second person. The hire waits at most three seconds for the host of
 * the avatar. If the host is slower, the operation waits, and another run adds the postponed avatar. A rehire in the
 * grace period enables the same person again, and from then on the employee is active.
 */
async function runHire(
  run: HireRun,
  claimed: ClaimedHire | undefined,
): Promise<WorkflowOutcome> {
  await requireNoOutage(run);
  if (run.operation.phase === "avatar") return addPostponedAvatar(run);
  const claim = await claimHire(run, claimed);
  switch (claim.kind) {
    case "claimed":
      return onboardPerson(
        { ...run, wasBegunBefore: claim.wasBegunBefore },
        claim.extras,
      );
    case "rehired":
      await enablePerson(run, claim.personID);
      return repeatedOutcome(await repeatHire(run, claim.personID));
    case "done":
      return repeatedOutcome(
        await repeatHire(run, claim.personID),
        claim.by === run.operation.id ? undefined : claim.by,
      );
    case "replaced":
      return cancelled("hired-since", claim.by);
    case "outdated":
      return cancelled(claim.reason);
    case "stuck":
      throw new StepFailure("deletion-unfinished");
  }
}

async function onboardPerson(
  run: ClaimedRun,
  extras: Extras,
): Promise<WorkflowOutcome> {
  const uploading = settleIf(extras.hasAvatar, () => uploadAvatarOfHire(run));
  const created = await settle(createPerson(run));
  if (!created.ok) {
    // A workflow must not end while a branch runs.
    await uploading;
    throw created.failure;
  }
  const [avatar, tasks, streams, identities] = await Promise.all([
    uploading.then((upload) => attachAvatarOfHire(run, upload)),
    settleIf(extras.tasks > 0, () => seedTasks(run)),
    settleIf(extras.streams > 0, () => seedStreams(run)),
    extras.hasIdentities ? linkIdentities(run, run.reader.hire) : [],
  ]);
  await requireNoPartOfOutage(run, [avatar, tasks, streams]);
  const differences = run.wasBegunBefore
    ? await comparePerson(run, created.value.personID)
    : [];
  const parts = { avatar, tasks, streams, identities, differences };
  return outcomeOfHire(extras, parts, run.nowMs());
}

/** The employee is active, so no other operation waits for this run. */
async function addPostponedAvatar(run: HireRun): Promise<WorkflowOutcome> {
  const upload = await settle(uploadAvatarOfHire(run));
  const begun = { ...run, wasBegunBefore: true };
  const avatar = await attachAvatarOfHire(begun, upload);
  await requireNoPartOfOutage(run, [avatar]);
  return outcomeOfPostponedAvatar(avatar, run.operation.warnings);
}

/**
 * In an outage, the hire waits, so that nothing of it is lost. Otherwise the operation ends without the parts that
 * failed.
 *
 * @throws StepFailure of a part, if it belongs to an outage
 */
async function requireNoPartOfOutage(
  run: HireRun,
  parts: readonly Settled<unknown>[],
): Promise<void> {
  for (const part of parts)
    if (!part.ok && (await isPartOfOutage(run, part.failure)))
      throw part.failure;
}

/** Runs a step that has something to do. Each step costs money, so a step with nothing to do is left out. */
async function settleIf<T>(
  isNeeded: boolean,
  step: () => Promise<T>,
): Promise<Settled<T | null>> {
  return isNeeded ? settle(step()) : { ok: true, value: null };
}
