import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Warning, WorkflowOutcome } from "../../shared/store/operation.ts";
import {
  isPartOfOutage,
  requireNoOutage,
} from "../../shared/workflow/choose-pause.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { settle, type Settled } from "../../shared/workflow/settle.ts";
import { runAdoption } from "./run-adoption.ts";
import { adoptionSchema } from "./adoption.ts";
import {
  attachUploaded,
  type Upload,
  uploadAvatarOfHire,
} from "./avatar-steps.ts";
import { claimHire, claimHireOnce, type ClaimedHire } from "./claim-hire.ts";
import { comparePerson } from "./compare-person.ts";
import { createPerson } from "./create-person.ts";
import { enablePerson } from "./enable-person.ts";
import { type Extras, countCalls } from "./extras.ts";
import { blockedOrFailed, finishOnboarding } from "./finish-onboarding.ts";
import { createHireReader } from "./hire-reader.ts";
import { linkIdentitiesOfHire } from "./link-identities.ts";
import type {
  ClaimedRun,
  HireRun,
  OnboardingDependencies,
  OnboardingRun,
} from "./onboarding-run.ts";
import { type Repeated, repeatHire } from "./repeat-hire.ts";
import { seedStreams } from "./seed-streams.ts";
import { seedTasks } from "./seed-tasks.ts";
import type { Seeded } from "./seeding.ts";

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
      const { readIdentities, outcome } = isAdoption(run)
        ? startAdoption(run)
        : startHire(run, claimed);
      const settled = await settle(outcome);
      return finishOnboarding(
        run,
        settled.ok
          ? settled.value
          : await blockedOrFailed(run, settled.failure),
        readIdentities,
      );
    },
  });
}

function isAdoption({ operation }: OnboardingRun): boolean {
  return operation.type === "employee.adopted";
}

function startAdoption(run: OnboardingRun) {
  const adoption = readEventData(run, adoptionSchema);
  return {
    outcome: runAdoption({ ...run, adoption }),
    readIdentities: async () => (await adoption()).identities,
  };
}

function startHire(run: OnboardingRun, claimed: ClaimedHire | undefined) {
  const outcome = runHire(hireRunOf(run), claimed);
  return { outcome, readIdentities: undefined };
}

function hireRunOf(run: OnboardingRun): HireRun {
  return { ...run, reader: createHireReader(run) };
}

/** A host that was slow or failed is asked for the avatar again after this time. */
const avatarFollowsAfterMs = 60_000;

/**
 * A hire, in two round trips to the platform:
 *
 *     claim ─┬─> upload avatar ─┬─> attach avatar ────┐
 *            └─> create person ─┼─> seed tasks ───────┼─> record
 *                               ├─> seed streams ─────┤
 *                               └─> link identities ──┘
 *
 * The claim is a part of the step "start", unless the operation waits first or for its turn. The person is the commit
 * point, from which the employee is active. A failure after it leaves a warning or needs attention, and never creates a
 * second person. The host of an avatar is not waited for: if it is slow, the operation waits, and its avatar follows in
 * another run. A leaver who is hired again before the deletion is enabled again as the same person.
 */
async function runHire(
  run: HireRun,
  claimed: ClaimedHire | undefined,
): Promise<WorkflowOutcome> {
  await requireNoOutage(run);
  if (run.operation.phase === "avatar") return addAvatar(run);
  const claim = await claimHire(run, claimed);
  switch (claim.kind) {
    case "claimed":
      return onboardPerson(
        { ...run, wasBegunBefore: claim.wasBegunBefore },
        claim,
      );
    case "returned":
      await enablePerson(run, claim.personID);
      return repeated(await repeatHire(run, claim.personID));
    case "done":
      return repeated(
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
  { extras }: { extras: Extras },
): Promise<WorkflowOutcome> {
  // Started first and awaited below, because the upload needs no person.
  const uploading = settleIf(extras.hasAvatar, () => uploadAvatarOfHire(run));
  const created = await settle(createPerson(run));
  if (!created.ok) {
    await uploading;
    throw created.failure;
  }

  const [avatar, tasks, streams, identities] = await Promise.all([
    attachUploaded(run, uploading),
    settleIf(extras.tasks > 0, () => seedTasks(run)),
    settleIf(extras.streams > 0, () => seedStreams(run)),
    settleIf(extras.hasIdentities, () => linkIdentitiesOfHire(run)),
  ]);
  await requireNoPartOfOutage(run, [avatar, tasks, streams]);
  const differences = run.wasBegunBefore
    ? await comparePerson(run, created.value.personID)
    : [];
  const warnings = [
    ...(identities.ok ? (identities.value ?? []) : []),
    ...warningsOf({
      identities: identities.ok ? undefined : identities.failure.code,
      avatar: missingAvatarOf(avatar),
      tasks: missingOf(tasks),
      streams: missingOf(streams),
    }),
    ...differences,
  ];
  const chosen = extras.templates.length > 0 && { templates: extras.templates };
  if (!tasks.ok || !streams.ok)
    return {
      status: "needs_attention",
      reason: "tasks-or-streams-incomplete",
      warnings,
      ...chosen,
    };
  return avatar.ok && avatar.value?.postponedBy !== undefined
    ? { ...avatarFollows(run, warnings), ...chosen }
    : { ...succeeded(warnings), ...chosen };
}

/** The run in which the avatar follows. The employee is active, so no other operation waits for it. */
async function addAvatar(run: HireRun): Promise<WorkflowOutcome> {
  const uploading = settle(uploadAvatarOfHire(run));
  const begun = { ...run, wasBegunBefore: true };
  const avatar = await attachUploaded(begun, uploading);
  await requireNoPartOfOutage(run, [avatar]);
  const { warnings } = run.operation;
  return succeeded([
    ...warnings.filter(({ about }) => about !== "avatar"),
    ...warningsOf({ avatar: missingAvatarOf(avatar) }),
  ]);
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

function succeeded(warnings: Warning[], sameAs?: string): WorkflowOutcome {
  return { status: "succeeded", sameAs, warnings };
}

function repeated(
  { personID, changed, warnings }: Repeated,
  sameAs?: string,
): WorkflowOutcome {
  return {
    ...succeeded(warnings, sameAs),
    ...(changed && { result: { personID, refs: {}, changed } }),
  };
}

function avatarFollows(run: HireRun, warnings: Warning[]): WorkflowOutcome {
  const dueAtMs = run.nowMs() + avatarFollowsAfterMs;
  return { status: "waiting", phase: "avatar", dueAtMs, warnings };
}

function cancelled(reason: ReasonCode, sameAs?: string): WorkflowOutcome {
  return { status: "cancelled", reason, sameAs, warnings: [] };
}

function missingAvatarOf(
  avatar: Settled<Upload | null>,
): ReasonCode | undefined {
  return avatar.ok ? avatar.value?.postponedBy : avatar.failure.code;
}

function missingOf(seeding: Settled<Seeded | null>): ReasonCode | undefined {
  return seeding.ok ? seeding.value?.refused : seeding.failure.code;
}

/** One warning for each part of the hire that is missing. */
function warningsOf(
  missing: Record<string, ReasonCode | undefined>,
): Warning[] {
  return Object.entries(missing).flatMap(([about, reason]) =>
    reason === undefined ? [] : [{ about, reason }],
  );
}
