import type { Operations } from "../../shared/store/operations.ts";
import { listDue } from "./list-due.ts";
import type { Pass } from "./pass.ts";
import type { Starts } from "./starts.ts";

/** Starts the waiting operations whose time has come. */
export function wakeWaiting(
  operations: Pick<Operations, "due" | "postpone" | "wake">,
  { start, areStopped }: Starts,
): Pass {
  return {
    ...listDue(operations, "waiting"),
    // An operation that stays waiting is started by the next run. One that is woken would wait for two minutes.
    isOver: areStopped,
    async handle({ id, dueAtMs }) {
      const operation = await operations.wake(id);
      if (!operation) return "outdated";
      await start(operation);
      return { dueSinceMs: dueAtMs };
    },
  };
}
