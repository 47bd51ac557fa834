import {
  type EventFacts,
  eventFactsOf,
  type StoredEventType,
} from "../event-types.ts";

/** The durable function of each workflow, with its alias. */
export type WorkflowFunctions = Record<
  `${EventFacts["workflow"]}Workflow`,
  string
>;

/**
 * The durable function for operations of a type.
 *
 * @throws Error when a newer version has stored the operation, and this version does not know its type
 */
export function workflowFunctionOf(
  type: StoredEventType,
  config: WorkflowFunctions,
): string {
  const facts = eventFactsOf(type);
  if (facts === undefined)
    throw new Error(
      "a newer version stored an operation of a type that this version does not know: deploy that version again",
    );
  return config[`${facts.workflow}Workflow`];
}
