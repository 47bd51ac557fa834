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
  ["record.changed", "events"],
  ["status.set", "status"],
  ["status.show", "status"],
])("operations of type %s run in the %s workflow", (type, workflow) => {
  const config = {
    onboardingWorkflow: "onboarding",
    offboardingWorkflow: "offboarding",
    profileUpdateWorkflow: "profile-update",
    statusRelayWorkflow: "status",
    eventsWorkflow: "events",
  };
  expect(workflowFunctionOf(type, config)).toBe(workflow);
});
