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
    /** The operations that wait for the end of an outage, the oldest first. The index may be a moment old. */
    async blockedBy(
      outage: Blocker,
    ): Promise<{ terminations: string[]; others: string[] }> {
      const list = async (upTo: number) =>
        table.ids({
          index: "outage",
          partition: ["outage", outage],
          upTo: ["wakeOrder", upTo],
        });
      const terminations = await list(lastTermination);
      const all = await list(Number.MAX_SAFE_INTEGER);
      return {
        terminations: terminations.map(idOf),
        others: all.slice(terminations.length).map(idOf),
      };
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
