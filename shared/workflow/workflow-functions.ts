import {
  type EventFacts,
  eventFactsOf,
  type StoredEventType,
} from "../event-types.ts";

/** The durable functions that a function starts, with their alias: one for each workflow, or the only one. */
export type WorkflowFunctions =
  | Record<`${EventFacts["workflow"]}Workflow`, string>
  | { workflowFunction: string };

/**
 * The durable function for operations of a type.
 *
 * @throws Error when a newer version has stored the operation, and this version does not know its type
 */
export function workflowFunctionOf(
  type: StoredEventType,
  functions: WorkflowFunctions,
): string {
  if ("workflowFunction" in functions) return functions.workflowFunction;
  const facts = eventFactsOf(type);
  if (facts === undefined)
    throw new Error(
      "a newer version stored an operation of a type that this version does not know: deploy that version again",
    );
  return functions[`${facts.workflow}Workflow`];
}
