import { eventBus } from "../events.ts";
import type { WorkflowName } from "../functions.ts";

/**
 * The prefix of every resource name in the account. Names are fixed, not generated, for four reasons: an operator
 * finds the resources; a secret can be granted before it has a value; an update cannot silently replace a durable
 * function, whose running executions would be lost; and a new stack can import the tables that a deleted stack left
 * behind.
 */
export const product = eventBus.busName;

/** The full name of a resource, such as `community-automation-store`. */
export function nameOf(part: string): string {
  return `${product}-${part}`;
}

/** The alias that points to the newest version of a durable function. */
export const liveAlias = "live";

/** The qualified name with which callers invoke a durable function. */
export function liveNameOf(workflow: WorkflowName): string {
  return `${nameOf(workflow)}:${liveAlias}`;
}
