import { setEnabled } from "../../shared/person/set-enabled.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { settle, type Settled } from "../../shared/workflow/settle.ts";
import type { Attempt } from "../../shared/workflow/steps.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import { newSalt } from "../../shared/keyring.ts";
import type { Warning } from "../../shared/store/operation.ts";
import { attachAvatar, uploadAvatar } from "./avatar-steps.ts";
import { claimEmployee } from "./claim.ts";
import { createPerson } from "./create-person.ts";
import { differencesOf } from "./differences.ts";
import type { HireRecord } from "./hire-record.ts";
import type { OnboardingOutcome } from "./finish-onboarding.ts";
import { type Extras, extrasOf } from "./extras.ts";
import { newerHire } from "./newer-hire.ts";
import { usernameOf } from "./new-person.ts";
import { seedStreams } from "./seed-streams.ts";
import { seedTasks } from "./seed-tasks.ts";
import type { Seeded } from "./seeding.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/**
 * The story of a hire: a person with a face and first tasks, in two round trips to the platform.
 *
 *     upload image ──────┐
 *     create person ─────┴─> attach image
 *                    └─────> tasks, streams (as the new person) ──> record
 *
 * The person is the commit point: what fails after it leaves a warning, or asks for attention, and never a second
 * person. Somebody who was leaving comes back as the same person.
 */
export async function runHire(
  hireRecord: HireRecord,
  run: OnboardingRun,
): Promise<OnboardingOutcome> {
  const { operation, store, platformAuth, steps, context, taskTemplate } = run;
  const claim = await awaitTurn(context, steps, async () => {
    const hire = await hireRecord.hire();
    const newer = await newerHire(operation, hire, store);
    if (newer !== undefined) return { outcome: "replaced" as const, by: newer };
    const claim = await claimEmployee(operation, store, async () => ({
      passwordSalt: newSalt(await platformAuth.keyring()),
      username: usernameOf(hire),
    }));
    return { ...claim, extras: extrasOf(hire, taskTemplate) };
  });
  switch (claim.outcome) {
    case "claimed":
      return create(hireRecord, run, claim);
    case "returned":
      return bringBack(hireRecord, run, claim.personID);
    case "done": {
      const { by, personID } = claim;
      const sameAs = by === operation.id ? undefined : by;
      const warnings = await compare(hireRecord, run, personID);
      return { status: "succeeded", sameAs, warnings };
    }
    case "replaced":
      return cancelled("hired-since", claim.by);
    case "outdated":
      return cancelled(claim.reason);
    case "stuck":
      throw new StepFailure("deletion-unfinished");
  }
}

async function create(
  hireRecord: HireRecord,
  run: OnboardingRun,
  { isTakenOver, extras }: { isTakenOver: boolean; extras: Extras },
): Promise<OnboardingOutcome> {
  const { platformAuth, store, steps, taskTemplate } = run;
  const { payloads } = store;
  const avatarParts = { service: platformAuth.service, payloads };
  const sideEffect = <T>(
    name: string,
    body: (attempt: Attempt) => Promise<T>,
  ) =>
    steps.sideEffect(name, ({ attempt, mayHaveRun }) =>
      body({ attempt, mayHaveRun: mayHaveRun || isTakenOver }),
    );

  // Started here and awaited below: the image needs no person yet.
  const uploading = settleIf(extras.hasAvatar, () =>
    steps.idempotent("upload avatar", () =>
      uploadAvatar(hireRecord, avatarParts),
    ),
  );
  const created = await settle(
    sideEffect("create person", ({ mayHaveRun }) =>
      createPerson(hireRecord, { platformAuth, store }, mayHaveRun),
    ),
  );
  if (!created.ok) {
    await uploading;
    throw created.failure;
  }

  const seedingTasks = settleIf(extras.tasks > 0, () =>
    sideEffect("seed tasks", (attempt) =>
      seedTasks(hireRecord, taskTemplate, attempt),
    ),
  );
  const seedingStreams = settleIf(extras.streams > 0, () =>
    sideEffect("seed streams", (attempt) => seedStreams(hireRecord, attempt)),
  );
  const uploaded = await uploading;
  const imageURI = uploaded.ok ? uploaded.value : null;
  const attached =
    imageURI === null
      ? uploaded
      : await settle(
          sideEffect("attach avatar", ({ mayHaveRun }) =>
            attachAvatar(hireRecord, avatarParts, imageURI, mayHaveRun),
          ),
        );

  const [tasks, streams] = await Promise.all([seedingTasks, seedingStreams]);
  const differences = isTakenOver
    ? await compare(hireRecord, run, created.value.personID)
    : [];
  const incomplete = [tasks, streams].find(({ ok }) => !ok);
  return {
    status: incomplete ? "needs_attention" : "succeeded",
    ...(incomplete && { reason: "tasks-or-streams-incomplete" }),
    warnings: [
      ...(attached.ok ? [] : warn("avatar", attached.failure.code)),
      ...warningsOf("tasks", tasks),
      ...warningsOf("streams", streams),
      ...differences,
    ],
  };
}

/** A step that would have nothing to do costs as much as any other, and so is none. */
async function settleIf<T>(
  isNeeded: boolean,
  step: () => Promise<T>,
): Promise<Settled<T | null>> {
  return isNeeded ? settle(step()) : { ok: true, value: null };
}

/** The person is still there, disabled: they are enabled again, and nothing else changes. */
async function bringBack(
  hireRecord: HireRecord,
  run: OnboardingRun,
  personID: string,
): Promise<OnboardingOutcome> {
  const { operation, store, platformAuth, steps } = run;
  const { id: operationId, employeeId } = operation;
  const where = { state: "leaving", operationId };
  await steps.sideEffect("enable person", () =>
    setEnabled(
      platformAuth.service,
      store.leases,
      { employeeId, personID, operationId, where },
      true,
    ),
  );
  const warnings = await compare(hireRecord, run, personID);
  return { status: "succeeded", warnings };
}

/** Nothing of the person changes; what this event says otherwise is listed. */
async function compare(
  hireRecord: HireRecord,
  { platformAuth, steps }: OnboardingRun,
  personID: string,
): Promise<Warning[]> {
  const compared = await settle(
    steps.idempotent("compare", async () => {
      const person = await platformAuth.service.people.find(personID);
      if (!person) throw new StepFailure("person-missing");
      return differencesOf(await hireRecord.hire(), person);
    }),
  );
  if (compared.ok)
    return compared.value.flatMap((about) => warn(about, "differs"));
  // The platform is sure: whoever we know to be there is not.
  if (compared.failure.code === "person-missing") throw compared.failure;
  return warn("comparison", compared.failure.code);
}

function cancelled(reason: ReasonCode, sameAs?: string): OnboardingOutcome {
  return { status: "cancelled", reason, sameAs, warnings: [] };
}

function warningsOf(about: string, seeded: Settled<Seeded | null>): Warning[] {
  if (!seeded.ok) return warn(about, seeded.failure.code);
  const { refused } = seeded.value ?? {};
  return refused === undefined ? [] : warn(about, refused);
}

function warn(about: string, reason: ReasonCode): Warning[] {
  return [{ about, reason }];
}
