import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import type { Access } from "../../shared/access/access.ts";
import { StepFailure } from "../../shared/durable/failure.ts";
import { settle, type Settled } from "../../shared/durable/settle.ts";
import {
  createSteps,
  type Steps,
  type Try,
} from "../../shared/durable/steps.ts";
import { newSalt } from "../../shared/keyring.ts";
import type { Lifecycle } from "../../shared/lifecycle/lifecycle.ts";
import type { Warning } from "../../shared/lifecycle/operations.ts";
import type { Log } from "../../shared/log.ts";
import { attachAvatar, uploadAvatar } from "./avatar-steps.ts";
import { awaitClaim, claimEmployee } from "./claim.ts";
import { createPerson } from "./create-person.ts";
import { differencesOf } from "./differences.ts";
import { type Dossier, openDossier } from "./dossier.ts";
import { asFailed, endOnboarding, type Outcome } from "./ending.ts";
import type { HireTask } from "./hire.ts";
import { usernameOf } from "./new-person.ts";
import type { PasswordPolicy } from "./password.ts";
import { seedStreams } from "./seed-streams.ts";
import { seedTasks } from "./seed-tasks.ts";
import type { Seeded } from "./seeding.ts";

export type OnboardingDependencies = {
  lifecycle: Lifecycle;
  access: Access;
  taskTemplate: readonly HireTask[];
  passwordPolicy: PasswordPolicy;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

const inputSchema = z.object({ operationId: z.string() });

/**
 * The story of a hire, durable: a person with a face and first tasks, in two round trips to the platform.
 *
 *     upload image ──────┐
 *     create person ─────┴─> attach image
 *                    └─────> tasks, streams (as the new person) ──> record
 *
 * The person is the commit point: what fails after it leaves a warning, or asks for attention, and never a second
 * person. The operation is the truth; the engine's history holds ids and codes only.
 */
export function createOnboarding(dependencies: OnboardingDependencies) {
  const { lifecycle, access, taskTemplate, nowMs, random, log } = dependencies;
  const { operations, employees, payloads } = lifecycle;

  return async function onboard(
    input: unknown,
    context: DurableContext,
  ): Promise<void> {
    const { operationId } = inputSchema.parse(input);
    const steps = createSteps({
      context,
      operationId,
      recordStep: (...step) => operations.recordStep(...step),
      nowMs,
      random,
      log,
    });
    // All that touches the outside world is in a step, our own store too: a replay must not depend on it.
    const operation = await steps.persistent("start", () =>
      operations.start(operationId),
    );
    if (!operation) return;
    const dossier = openDossier(operation, dependencies);
    const ending = await settle(tell(dossier, steps, context));
    const outcome = ending.ok ? ending.value : asFailed(ending.failure);
    const recorded = await settle(
      endOnboarding(dossier, steps, lifecycle, outcome),
    );
    const { status, reason } = recorded.ok
      ? recorded.value
      : { status: "unrecorded", reason: recorded.failure.message };
    const level = status === "succeeded" ? "info" : "error";
    log[level]("onboarding ended", { operationId, status, reason });
  };

  async function tell(
    dossier: Dossier,
    steps: Steps,
    context: DurableContext,
  ): Promise<Outcome> {
    const claim = await awaitClaim(context, steps, () =>
      claimEmployee(dossier.operation, lifecycle, async () => ({
        passwordSalt: newSalt(await access.keyring()),
        username: usernameOf(await dossier.hire()),
      })),
    );
    return claim.outcome === "claimed"
      ? hire(dossier, steps, claim.isTakenOver)
      : repeatHire(dossier, steps, claim);
  }

  async function hire(
    dossier: Dossier,
    steps: Steps,
    isTakenOver: boolean,
  ): Promise<Outcome> {
    const avatarParts = { service: access.service, payloads };
    const effect = <T>(name: string, body: (tries: Try) => Promise<T>) =>
      steps.effect(name, ({ attempt, repeated }) =>
        body({ attempt, repeated: repeated || isTakenOver }),
      );

    // Started here and awaited below: the image needs no person yet.
    const uploading = settle(
      steps.repeatable("upload avatar", () =>
        uploadAvatar(dossier, avatarParts),
      ),
    );
    const created = await settle(
      effect("create person", ({ repeated }) =>
        createPerson(dossier, { access, employees }, repeated),
      ),
    );
    if (!created.ok) {
      await uploading;
      throw created.failure;
    }

    const seedingTasks = settle(
      effect("seed tasks", (tries) => seedTasks(dossier, taskTemplate, tries)),
    );
    const seedingStreams = settle(
      effect("seed streams", (tries) => seedStreams(dossier, tries)),
    );
    const uploaded = await uploading;
    const imageURI = uploaded.ok ? uploaded.value : null;
    const attached =
      imageURI === null
        ? uploaded
        : await settle(
            effect("attach avatar", ({ repeated }) =>
              attachAvatar(dossier, avatarParts, imageURI, repeated),
            ),
          );

    const [tasks, streams] = await Promise.all([seedingTasks, seedingStreams]);
    const differences = isTakenOver
      ? await compare(dossier, steps, created.value.personID)
      : [];
    const incomplete = [tasks, streams].find(({ ok }) => !ok);
    return {
      status: incomplete ? "needs_attention" : "succeeded",
      ...(incomplete && { reason: "tasks-or-streams-incomplete" }),
      warnings: [
        ...(attached.ok ? [] : warn("avatar", attached.failure.message)),
        ...warningsOf("tasks", tasks),
        ...warningsOf("streams", streams),
        ...differences,
      ],
    };
  }

  /** Somebody hired them before: nothing changes, and what this event says otherwise is listed. */
  async function repeatHire(
    dossier: Dossier,
    steps: Steps,
    { by, personID }: { by: string; personID: string },
  ): Promise<Outcome> {
    const warnings = await compare(dossier, steps, personID);
    return { status: "succeeded", sameAs: by, warnings };
  }

  async function compare(
    dossier: Dossier,
    steps: Steps,
    personID: string,
  ): Promise<Warning[]> {
    const compared = await settle(
      steps.repeatable("compare", async () => {
        const person = await access.service.people.find(personID);
        if (!person) throw new StepFailure("person-missing");
        return differencesOf(await dossier.hire(), person);
      }),
    );
    if (compared.ok)
      return compared.value.flatMap((about) => warn(about, "differs"));
    // The platform is sure: whoever we know to be there is not.
    if (compared.failure.message === "person-missing") throw compared.failure;
    return warn("comparison", compared.failure.message);
  }
}

function warningsOf(about: string, seeded: Settled<Seeded>): Warning[] {
  if (!seeded.ok) return warn(about, seeded.failure.message);
  return seeded.value.refused === undefined
    ? []
    : warn(about, seeded.value.refused);
}

function warn(about: string, reason: string): Warning[] {
  return [{ about, reason }];
}
