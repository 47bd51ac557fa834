import { absent, type Where } from "../dynamodb/expressions.ts";
import type { ReasonCode } from "../reason-codes.ts";
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
     * Cancels a waiting operation and erases its payload. An offboarding whose person may be disabled already is accepted
     * again, to enable the person. A hire whose person exists already cannot be cancelled, and a caller cannot cancel an
     * operation that is blocked and may have another effect.
     *
     * @param sameAs - the later operation that overtakes this one; it takes care of the person itself, and also of an
     *   operation that ended without success
     */
    async cancel(
      {
        id,
        status = "waiting",
        phase,
        effect,
        ...held
      }: Pick<
        Operation,
        "id" | "phase" | "effect" | "apart" | "payloadUntilMs"
      > &
        Partial<Pick<Operation, "status">>,
      by: string,
      reason: ReasonCode,
      sameAs?: string,
    ): Promise<Operation | undefined> {
      if (phase === "avatar" && sameAs === undefined) return undefined;
      const isEnded = status === "needs_attention" || status === "failed";
      const where: Where = {
        status: isEnded && sameAs !== undefined ? status : "waiting",
        phase: phase ?? absent,
        effect: effect ?? absent,
      };
      // A later event that overtakes an operation has looked at its effect.
      if (effect === "lasting" && sameAs === undefined) return undefined;
      const isToUndo =
        phase === "grace" || phase === "suspended" || effect === "undoable";
      if (isToUndo && sameAs === undefined)
        return acceptAgain(id, by, reason, where, {
          isUndone: true,
        });
      return endAsCancelled({ id, ...held }, by, where, reason, { sameAs });
    },

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

    /** Runs an operation again that ended because there was no person, and now there is one, or a hire that waits. */
    retryWithPerson: (
      id: string,
      by: string,
      reason: "person-created" | "hire-arrived" = "person-created",
    ) =>
      acceptAgain(id, by, reason, {
        status: "needs_attention",
        reason: { oneOf: ["unknown-employee", "hire-failed"] },
      }),

    /**
     * Runs an offboarding again whose person the platform did not show, because an operator knows that they are gone.
     */
    confirmGone: (id: string, by: string) =>
      acceptAgain(
        id,
        by,
        "confirmed-gone",
        { status: "needs_attention", reason: "person-missing" },
        { isConfirmedGone: true },
      ),

    /** Ends the grace period of an offboarding: the person is deleted now. */
    deleteNow: (id: string, by: string) =>
      acceptAgain(id, by, "deleted-now", { status: "waiting", phase: "grace" }),

    /** Runs a held operation again. Until the given time, the same reason does not hold it. */
    async release(
      { id, reason }: Pick<Operation, "id" | "reason">,
      by: string,
      untilMs: number,
    ): Promise<Operation | undefined> {
      if (!isHoldReason(reason)) return undefined;
      return acceptAgain(
        id,
        by,
        "released",
        { status: "needs_attention", reason },
        { releasedFrom: reason, releasedUntilMs: untilMs },
      );
    },

    /**
     * Ends a held operation without what its event asks. A held rename has changed no name. A termination or a suspension
     * is accepted again, to remove its note from the employee's item.
     */
    async reject(
      operation: Pick<Operation, "id" | "reason" | "apart" | "payloadUntilMs">,
      by: string,
    ): Promise<Operation | undefined> {
      const { id, reason } = operation;
      if (!isHoldReason(reason)) return undefined;
      const where: Where = { status: "needs_attention", reason };
      if (reason === "rename-limit")
        return endAsCancelled(operation, by, where, "rejected");
      return acceptAgain(id, by, "rejected", where, { rejectedFrom: reason });
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
      trail: "cancelled-by-caller" | "rejected" | "enabled",
    ) =>
      acceptAgain(id, by, trail, {
        status,
        reason: reason ?? absent,
        phase: phase ?? absent,
      }),

    /** Runs a termination again that has ended and has kept the person, to enable them. */
    enable: (id: string, by: string) =>
      acceptAgain(
        id,
        by,
        "enabled",
        [
          { status: "cancelled", reason: "rejected" },
          { status: "succeeded", disposition: "disable" },
        ],
        { isUndone: true },
      ),
  };
}
