import type { Blocker } from "./operation.ts";
import {
  idOf,
  lastTermination,
  type OperationWriter,
} from "./operation-writer.ts";

/** What the end of an outage does with the operations that wait for it. */
export function createBlockedOperations({
  table,
  acceptAgain,
}: OperationWriter) {
  return {
    /** The operations that wait for the end of an outage, the oldest first. Terminations alone as long as there are any. */
    async blockedBy(outage: Blocker, limit: number): Promise<string[]> {
      const list = (last = Number.MAX_SAFE_INTEGER) =>
        table.ids({
          index: "outage",
          partition: ["outage", outage],
          upTo: ["wakeOrder", last],
          limit,
        });
      const terminations = await list(lastTermination);
      const ids = terminations.length > 0 ? terminations : await list();
      return ids.map(idOf);
    },

    /** Accepts an operation that waits for the end of an outage. Its own pauses begin anew. */
    unblock: (id: string, outage: Blocker) =>
      acceptAgain(
        id,
        "scheduler",
        undefined,
        { status: "waiting", outage },
        { pauses: 0 },
      ),
  };
}
