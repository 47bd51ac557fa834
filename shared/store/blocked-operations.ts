import * as z from "zod/mini";
import type { Cursor } from "../dynamodb/table.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { Blocker } from "./operation.ts";
import {
  idOf,
  keyOf,
  lastTermination,
  type OperationWriter,
} from "./operation-writer.ts";

/** Operations that wait for the end of an outage, by their first and last place among those that it wakes. */
const groups = {
  terminations: [0, lastTermination],
  others: [lastTermination, Number.MAX_SAFE_INTEGER],
  all: [0, Number.MAX_SAFE_INTEGER],
} as const;

const blockedEntrySchema = z.pipe(
  z.object({ id: z.string(), wakeOrder: z.number() }),
  z.transform(({ id, wakeOrder }) => ({
    id: idOf(id),
    dueAtMs: wakeOrder % lastTermination,
  })),
);

/** What the end of an outage does with the operations that wait for it. */
export function createBlockedOperations({
  table,
  nowMs,
  acceptAgain,
}: OperationWriter) {
  return {
    /** A page of the operations that wait for the end of an outage, the oldest first. The index may be a moment old. */
    blockedBy: (
      outage: Blocker,
      group: keyof typeof groups,
      limit: number,
      from?: Cursor,
    ) =>
      table.page(
        {
          index: "outage",
          partition: ["outage", outage],
          between: ["wakeOrder", ...groups[group]],
          limit,
        },
        blockedEntrySchema,
        from,
      ),

    /** Accepts an operation that waits for the end of an outage. Its own pauses begin anew. */
    unblock: (id: string, outage: Blocker) =>
      acceptAgain(
        id,
        "scheduler",
        undefined,
        { status: "waiting", outage },
        { pauses: 0 },
        "silent",
      ),

    /** Lets an operation that waits for the end of an outage show its cause. False: there was nothing to do. */
    showCause: (
      id: string,
      outage: Blocker,
      reason: ReasonCode,
    ): Promise<boolean> =>
      table.update(keyOf(id), {
        set: { reason, updatedAtMs: nowMs() },
        where: { status: "waiting", outage, reason: { noneOf: [reason] } },
      }),
  };
}
