import type { ReasonCode } from "../reason-codes.ts";
import { keyOf, type OperationWriter } from "./operation-writer.ts";
import type { StartedOperation, Step } from "./operation.ts";

/** What an operation says of itself while it runs. Its outcome repeats or replaces it. */
export function createProgress({ table, nowMs }: OperationWriter) {
  return {
    /**
     * Notes which fields of a person the operation writes next, because an attempt after a crash finds no difference.
     */
    noteChanges: (
      { id, execution }: Pick<StartedOperation, "id" | "execution">,
      personID: string,
      changed: readonly string[],
    ): Promise<boolean> =>
      table.update(keyOf(id), {
        set: { result: { personID, refs: {}, changed } },
        where: { status: "running", execution },
      }),

    /** Shows that a step of a running operation has ended. This write may be lost. */
    async recordStep(id: string, name: string, step: Step): Promise<void> {
      await table.update(keyOf(id), {
        set: { [`steps.${name}`]: step, updatedAtMs: step.atMs },
        remove: ["reason"],
        where: { status: "running" },
      });
    },

    /** Shows why the latest attempt of a step of a running operation failed, until a step succeeds or the end. */
    async recordFailure(id: string, reason: ReasonCode): Promise<void> {
      await table.update(keyOf(id), {
        set: { reason, updatedAtMs: nowMs() },
        where: { status: "running" },
      });
    },
  };
}
