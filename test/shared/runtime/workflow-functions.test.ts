import { expect, test } from "vitest";
import type { EventType } from "../../../shared/event-types.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";

const config = {
  employmentWorkflow: "employment",
  statusRelayWorkflow: "status",
  eventsWorkflow: "events",
};

test.each<[EventType, string]>([
  ["employee.hired", "employment"],
  ["employee.adopted", "employment"],
  ["employee.terminated", "employment"],
  ["employee.suspended", "employment"],
  ["employee.resumed", "employment"],
  ["employee.changed", "employment"],
  ["employee.termination_cancelled", "employment"],
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
