import { expect, test } from "vitest";
import { workflowFunctionOf } from "../../../shared/workflow/workflow-functions.ts";

const config = {
  employmentWorkflow: "employment",
  statusRelayWorkflow: "status",
  eventsWorkflow: "events",
};

test("an operation of a type that this version does not know runs in no workflow", () => {
  expect(() => workflowFunctionOf("unknown", config)).toThrow(
    "deploy that version again",
  );
});
