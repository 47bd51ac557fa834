import { expect, test } from "vitest";
import type { EventType } from "../../../shared/event-types.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";

const config = {
  onboardingWorkflow: "onboarding",
  offboardingWorkflow: "offboarding",
  profileUpdateWorkflow: "profile-update",
  statusRelayWorkflow: "status",
  eventsWorkflow: "events",
};

test.each<[EventType, string]>([
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
  expect(workflowFunctionOf(type, config)).toBe(workflow);
});

test("an operation of a type that this version does not know runs in no workflow", () => {
  expect(() => workflowFunctionOf("unknown", config)).toThrow(
    "deploy that version again",
  );
});
