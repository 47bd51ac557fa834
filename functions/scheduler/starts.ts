import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import type { Log } from "../../shared/log.ts";
import { OperationFailure } from "./operation-failure.ts";

/** The starts of workflows in one run of the scheduler. */
export type Starts = {
  /** @throws OperationFailure */
  start: StartWorkflow;
  /** Whether Lambda throttled a start. More starts would only add to the load. */
  areStopped: () => boolean;
};

export function createStarts({
  startWorkflow,
  isThrottled,
  log,
}: {
  startWorkflow: StartWorkflow;
  isThrottled: (error: unknown) => boolean;
  log: Log;
}): Starts {
  let areStopped = false;
  return {
    areStopped: () => areStopped,
    async start(operation) {
      try {
        await startWorkflow(operation);
      } catch (error) {
        if (isThrottled(error) && !areStopped) {
          areStopped = true;
          log.warn("starts stopped", {});
        }
        throw new OperationFailure(operation, error);
      }
    },
  };
}
