import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { beginOperation } from "../../shared/durable/begin-operation.ts";
import { settle } from "../../shared/durable/settle.ts";
import { openAdoption, tellAdoption } from "./adopt.ts";
import { openDossier } from "./dossier.ts";
import { asFailed, endOnboarding } from "./ending.ts";
import { tellHire } from "./hire-story.ts";
import type { OnboardingDependencies, Scene } from "./scene.ts";

/**
 * Brings an employee in, durably: a hire becomes a person, an adoption finds the person that is there. The operation is
 * the truth; the engine's history holds ids and codes only.
 */
export function createOnboarding(dependencies: OnboardingDependencies) {
  const { lifecycle, log } = dependencies;

  return async function onboard(
    input: unknown,
    context: DurableContext,
  ): Promise<void> {
    const begun = await beginOperation(
      input,
      context,
      lifecycle.operations,
      dependencies,
    );
    if (!begun) return;
    const { operation, steps } = begun;
    const scene = { ...dependencies, operation, steps, context };

    const { story, identitiesOf } =
      operation.type === "employee.adopted"
        ? startAdoption(scene)
        : startHire(scene);
    const told = await settle(story);
    const outcome = told.ok ? told.value : asFailed(told.failure);
    const recorded = await settle(
      endOnboarding(operation, steps, lifecycle, outcome, identitiesOf),
    );
    const { status, reason } = recorded.ok
      ? recorded.value
      : { status: "unrecorded", reason: recorded.failure.message };
    const isFine = status === "succeeded" || status === "cancelled";
    log[isFine ? "info" : "error"]("onboarding ended", {
      operationId: operation.id,
      status,
      reason,
    });
  };
}

function startHire(scene: Scene) {
  const dossier = openDossier(scene.operation, scene);
  return {
    story: tellHire(dossier, scene),
    identitiesOf: async () => (await dossier.hire()).identities,
  };
}

function startAdoption(scene: Scene) {
  const adoption = openAdoption(scene.operation, scene.lifecycle);
  return {
    story: tellAdoption(adoption, scene),
    identitiesOf: async () => (await adoption()).identities,
  };
}
