import { isDeepStrictEqual } from "node:util";
import type { ReasonCode } from "../reason-codes.ts";
import {
  isErasable,
  type Operation,
  operationStatuses,
  type WorkflowOutcome,
} from "./operation.ts";
import { personFactOf } from "./notices.ts";
import {
  blockFields,
  missing,
  type OperationWriter,
} from "./operation-writer.ts";
import {
  endOfPayload,
  erasePayload,
  keepNeeded,
  keepPayload,
} from "./payloads.ts";

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
     * Writes what an operation comes to by what was said since, also while it waits. One that has ended stays as it is,
     * and so does one that shows this already.
     *
     * @param by - the operation of the runner
     * @param options.neededUntilMs - until when what it says is needed
     * @param options.only - nothing is written unless it has this status
     * @returns whether its status or its reason is another one now
     */
    async show(
      id: string,
      outcome: WorkflowOutcome,
      by: string,
      { neededUntilMs, only = openStatuses }: ShowOptions = {},
    ): Promise<boolean> {
      const operation = await get(id);
      if (!operation || !only.includes(operation.status)) return false;
      if (isShown(outcome, operation)) return false;
      const reason: ReasonCode | undefined = outcome.reason;
      const isClosed = isErasable(outcome);
      const end =
        isClosed && neededUntilMs === undefined
          ? endOfPayload(operation, nowMs())
          : undefined;
      const kept =
        outcome.status === "waiting"
          ? await keepPayload(table, operation, outcome.dueAtMs)
          : neededUntilMs !== undefined
            ? await keepNeeded(table, operation, neededUntilMs)
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
        person: personFactOf(outcome),
      });
      if (written && end) await erasePayload(table, written);
      return (
        written !== undefined &&
        (written.status !== operation.status || reason !== operation.reason)
      );
    },
  };
}

/** Whether an operation has all that it is to show. */
function isShown(
  { warnings, ...outcome }: WorkflowOutcome,
  operation: Operation,
): boolean {
  const shown = new Map<string, unknown>(Object.entries(operation));
  const wanted = { ...outcome, ...(warnings.length > 0 && { warnings }) };
  return (
    missing(outcome, mayBeMissing).every((name) => !shown.has(name)) &&
    Object.entries(wanted).every(([name, value]) =>
      isDeepStrictEqual(value, shown.get(name)),
    )
  );
}

const mayBeMissing = ["dueAtMs", "reason", "sameAs", "phase", ...blockFields];

type ShowOptions = {
  neededUntilMs?: number | undefined;
  only?: readonly Operation["status"][];
};
