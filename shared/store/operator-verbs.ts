import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Ruling } from "../employment/statement.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { TrailReason } from "./trail-reasons.ts";
import { holdReasons } from "./hold-reasons.ts";
import { blockers, type Operation } from "./operation.ts";
import { endOfPayload, erasePayload } from "./payloads.ts";
import { blockFields, type OperationWriter } from "./operation-writer.ts";

/** An operation that ended without success, and that is not held. */
const endedBadly: Where = {
  status: { oneOf: ["failed", "needs_attention"] },
  reason: { noneOf: holdReasons },
};

/**
 * What operators, and later events, do with operations that are settled. Each verb resolves to the operation as stored
 * afterwards, or to undefined when it does not apply.
 */
export function createOperatorVerbs({
  table,
  nowMs,
  setStatus,
  acceptAgain,
}: OperationWriter) {
  async function endAsCancelled(
    { id, ...held }: Pick<Operation, "id" | "apart" | "payloadUntilMs">,
    by: string,
    where: Where,
    reason: ReasonCode,
    {
      note,
      ...set
    }: {
      sameAs?: string | undefined;
      note?: string;
      ruling?: Ruling | undefined;
      dueAtMs?: number;
    } = {},
  ): Promise<Operation | undefined> {
    const end = endOfPayload(held, nowMs());
    const cancelled = await setStatus(id, "cancelled", {
      by,
      where,
      set: {
        ...set,
        reason,
        ...end.set,
      },
      remove: [
        ...(set.dueAtMs === undefined ? ["dueAtMs"] : []),
        "phase",
        ...blockFields,
        ...end.remove,
      ],
      reason,
      note,
    });
    if (cancelled) await erasePayload(table, cancelled);
    return cancelled;
  }

  return {
    /**
     * Cancels a waiting operation that says nothing about an employment, and erases its payload.
     *
     * @param sameAs - the operation that overtakes this one
     */
    cancel: (
      operation: Pick<Operation, "id" | "phase" | "apart" | "payloadUntilMs">,
      by: string,
      reason: ReasonCode,
      sameAs?: string,
    ): Promise<Operation | undefined> =>
      endAsCancelled(
        operation,
        by,
        { status: "waiting", phase: operation.phase ?? absent },
        reason,
        { sameAs },
      ),

    /**
     * Runs an operation again that ended without success and that is not held, or that is blocked. No answer is owed
     * any more: the user knows the first outcome.
     */
    retry: (id: string, by: string) =>
      acceptAgain(
        id,
        by,
        "retried",
        [
          endedBadly,
          {
            status: "waiting",
            blockedBy: { oneOf: blockers },
          },
        ],
        { isAnswerOwed: false },
      ),

    /**
     * Runs a hire again that ended, or waits for a time, without the avatar, tasks and streams of its person.
     *
     * @param isIdle - its execution, if it has one, does not bring them
     */
    retryExtras: (id: string, by: string, isIdle: boolean) =>
      acceptAgain(id, by, "person-created", [
        endedBadly,
        { status: "waiting", phase: absent, blockedBy: absent },
        ...(isIdle ? [{ status: "running" }] : []),
      ]),

    /**
     * Closes an operation that an operator has repaired by hand, unless it has changed since it was read. Its payload is
     * erased.
     *
     * @param said.isOpen - something is left to be done of it, at the employee: by `closeResolved`, or by the scheduler
     */
    resolve(
      operation: Operation,
      by: string,
      note: string,
      { ruling, isOpen }: { ruling: Ruling | undefined; isOpen: boolean },
    ): Promise<Operation | undefined> {
      const { dueAtMs = absent } = operation;
      const where = { ...unchanged(operation), dueAtMs };
      return endAsCancelled(operation, by, where, "resolved", {
        note,
        ruling,
        ...((isOpen || dueAtMs !== absent) && { dueAtMs: nowMs() }),
      });
    },

    /**
     * Runs an operation again because of a verb, unless it has changed since it was read. This write is all that a verb
     * does: what the operator has decided lies in it, and the run says that first.
     */
    runAgain: (
      operation: Operation,
      by: string,
      trail: TrailReason,
      ruling: Ruling | undefined,
    ) =>
      acceptAgain(
        operation.id,
        by,
        trail,
        unchanged(operation),
        ruling && { ruling },
      ),
  };
}

function unchanged({ status, run, reason, phase }: Operation): Where {
  return { status, run, reason: reason ?? absent, phase: phase ?? absent };
}
