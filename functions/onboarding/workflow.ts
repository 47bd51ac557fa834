import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { openAdoption, tellAdoption } from "./adopt.ts";
import { countCalls } from "./count-calls.ts";
import { openDossier } from "./dossier.ts";
import { asFailed, endOnboarding } from "./ending.ts";
import { tellHire } from "./hire-story.ts";
import type { OnboardingDependencies, Scene } from "./scene.ts";

/** Brings an employee in, durably: a hire becomes a person, an adoption finds the person that is there. */
export function createOnboarding(dependencies: OnboardingDependencies) {
  return createWorkflow(dependencies, {
    name: "onboarding",
    countCalls,
    tell: async (scene: Scene) => {
      const { operation, steps, store } = scene;
      const { story, identitiesOf } =
        operation.type === "employee.adopted"
          ? startAdoption(scene)
          : startHire(scene);
      const told = await settle(story);
      const outcome = told.ok ? told.value : asFailed(told.failure);
      return endOnboarding(operation, steps, store, outcome, identitiesOf);
    },
  });
}

function startHire(scene: Scene) {
  const dossier = openDossier(scene.operation, scene);
  return {
    story: tellHire(dossier, scene),
    identitiesOf: async () => (await dossier.hire()).identities,
  };
}

function startAdoption(scene: Scene) {
  const adoption = openAdoption(scene.operation, scene.store);
  return {
    story: tellAdoption(adoption, scene),
    identitiesOf: async () => (await adoption()).identities,
  };
}
