import { expect, test } from "vitest";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";

test.each([
  ["employee.hired", "onboarding"],
  ["employee.adopted", "onboarding"],
  ["employee.terminated", "offboarding"],
  ["employee.suspended", "offboarding"],
  ["employee.resumed", "offboarding"],
  ["employee.changed", "profile-update"],
  ["employee.termination_cancelled", "offboarding"],
  ["status.set", "status"],
  ["status.show", "status"],
])("operations of type %s run in the %s workflow", (type, workflow) => {
  const config = {
    onboardingWorkflow: "onboarding",
    offboardingWorkflow: "offboarding",
    profileUpdateWorkflow: "profile-update",
    statusRelayWorkflow: "status",
  };
  expect(workflowFunctionOf(type, config)).toBe(workflow);
});
