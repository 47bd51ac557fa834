import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { openAdoption, runAdoption } from "./adopt.ts";
import { countCalls } from "./count-calls.ts";
import { openHireRecord } from "./hire-record.ts";
import { failedOutcome, finishOnboarding } from "./finish-onboarding.ts";
import { runHire } from "./run-hire.ts";
import type {
  OnboardingDependencies,
  OnboardingRun,
} from "./onboarding-run.ts";

/** Brings an employee in, durably: a hire becomes a person, an adoption finds the person that is there. */
export function createOnboarding(dependencies: OnboardingDependencies) {
  return createWorkflow(dependencies, {
    name: "onboarding",
    countCalls,
    execute: async (run: OnboardingRun) => {
      const { operation, steps, store } = run;
      const { story, identitiesOf } =
        operation.type === "employee.adopted"
          ? startAdoption(run)
          : startHire(run);
      const settled = await settle(story);
      const outcome = settled.ok
        ? settled.value
        : failedOutcome(settled.failure);
      return finishOnboarding(operation, steps, store, outcome, identitiesOf);
    },
  });
}

function startHire(run: OnboardingRun) {
  const hireRecord = openHireRecord(run.operation, run);
  return {
    story: runHire(hireRecord, run),
    identitiesOf: async () => (await hireRecord.hire()).identities,
  };
}

function startAdoption(run: OnboardingRun) {
  const adoption = openAdoption(run.operation, run.store);
  return {
    story: runAdoption(adoption, run),
    identitiesOf: async () => (await adoption()).identities,
  };
}
