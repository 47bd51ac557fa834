import { eventBus } from "../events.ts";
import type { WorkflowName } from "../functions.ts";

/**
 * The stack and all that has a name in the account begin with this. Names are ours, not generated: an operator finds
 * them, a secret is granted before it has a value, a durable function cannot be replaced unseen (its successor would
 * not know the executions that run), and after a tear-down the tables that were kept can be taken up again.
 */
export const product = eventBus.busName;

export function nameOf(part: string): string {
  return `${product}-${part}`;
}

/** The alias of a durable function that is its newest version. */
export const liveAlias = "live";

/** A durable function as it is invoked. */
export function liveNameOf(workflow: WorkflowName): string {
  return `${nameOf(workflow)}:${liveAlias}`;
}
