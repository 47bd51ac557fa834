import type { ReasonCode } from "../reason-codes.ts";
import {
  isErasable,
  type Operation,
  operationStatuses,
  type WorkflowOutcome,
} from "./operation.ts";
import {
  blockFields,
  missing,
  type OperationWriter,
} from "./operation-writer.ts";
import { endOfPayload, erasePayload, keepPayload } from "./payloads.ts";

/** Of an operation that has not ended. One that needs attention can be moved on by a later word. */
const openStatuses = operationStatuses.filter(
  (status) => !["succeeded", "failed", "cancelled"].includes(status),
);

/** What the runner of an employee writes of the operations of other executions. */
export function createShownOutcomes({
  table,
  nowMs,
  get,
  setStatus,
}: OperationWriter) {
  return {
    /**
     * Writes what an operation comes to by what was said since, also while it waits. One that has ended stays as it is.
     *
     * @param by - the operation of the runner
     * @param options.keepsData - what it says is needed later
     * @param options.only - nothing is written unless it has this status
     */
    async show(
      id: string,
      outcome: WorkflowOutcome,
      by: string,
      { keepsData = false, only = openStatuses }: ShowOptions = {},
    ): Promise<void> {
      const operation = await get(id);
      if (!operation || !only.includes(operation.status)) return;
      const reason: ReasonCode | undefined = outcome.reason;
      const isClosed = isErasable(outcome);
      const end =
        isClosed && !keepsData ? endOfPayload(operation, nowMs()) : undefined;
      const kept =
        outcome.status === "waiting"
          ? await keepPayload(table, operation, outcome.dueAtMs)
          : {};
      const { warnings, ...rest } = outcome;
      const written = await setStatus(id, outcome.status, {
        by: `operation:${by}`,
        where: { status: operation.status, run: operation.run },
        set: {
          ...rest,
          ...(warnings.length > 0 && { warnings }),
          ...kept,
          ...end?.set,
        },
        remove: [
          "execution",
          "losses",
          ...missing(rest, ["dueAtMs", "reason", "sameAs", ...blockFields]),
          ...("blockedBy" in rest ? [] : missing(rest, ["phase"])),
          ...(end?.remove ?? []),
        ],
        reason: "phase" in rest ? rest.phase : reason,
      });
      if (written && end) await erasePayload(table, written);
    },
  };
}

type ShowOptions = {
  keepsData?: boolean;
  only?: readonly Operation["status"][];
};
