import { absent, type Where } from "../dynamodb/expressions.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { TrailReason } from "./trail-reasons.ts";
import { holdReasons, isHoldReason } from "./hold-reasons.ts";
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
      sameAs,
      note,
      saltDueAtMs,
    }: {
      sameAs?: string | undefined;
      note?: string;
      saltDueAtMs?: number | undefined;
    } = {},
  ): Promise<Operation | undefined> {
    const end = endOfPayload(held, nowMs());
    const cancelled = await setStatus(id, "cancelled", {
      by,
      where,
      set: {
        reason,
        sameAs,
        ...(saltDueAtMs !== undefined && { dueAtMs: saltDueAtMs }),
        ...end.set,
      },
      remove: [
        ...(saltDueAtMs === undefined ? ["dueAtMs"] : []),
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
     * Runs an offboarding again whose person the platform did not show, because an operator knows that they are gone.
     */
    confirmGone: (id: string, by: string) =>
      acceptAgain(id, by, "confirmed-gone", {
        status: "needs_attention",
        reason: "person-missing",
      }),

    /** Ends the grace period of an offboarding: the person is deleted now. */
    deleteNow: (id: string, by: string) =>
      acceptAgain(id, by, "deleted-now", { status: "waiting", phase: "grace" }),

    /** Runs a held operation again, which is released from its reason. */
    async release(
      { id, reason }: Pick<Operation, "id" | "reason">,
      by: string,
    ): Promise<Operation | undefined> {
      if (!isHoldReason(reason)) return undefined;
      return acceptAgain(id, by, "released", {
        status: "needs_attention",
        reason,
      });
    },

    /**
     * Closes an operation that ended without success and that is not held, because an operator has repaired it by
     * hand. Its payload is erased. A hire that keeps a salt for a retry becomes due now, so that the salt is erased:
     * by the caller, or by the scheduler.
     */
    resolve(
      {
        dueAtMs,
        ...operation
      }: Pick<Operation, "id" | "apart" | "payloadUntilMs" | "dueAtMs">,
      by: string,
      note: string,
    ): Promise<Operation | undefined> {
      const where: Where = {
        ...endedBadly,
        dueAtMs: dueAtMs ?? absent,
      };
      const saltDueAtMs = dueAtMs === undefined ? undefined : nowMs();
      const rest = { note, saltDueAtMs };
      return endAsCancelled(operation, by, where, "resolved", rest);
    },

    /** Runs an operation again about which an operator has ruled, unless it has changed since it was read. */
    runAgainRuled: (
      {
        id,
        status,
        reason,
        phase,
      }: Pick<Operation, "id" | "status" | "reason" | "phase">,
      by: string,
      trail: TrailReason,
    ) =>
      acceptAgain(id, by, trail, {
        status,
        reason: reason ?? absent,
        phase: phase ?? absent,
      }),
  };
}
