import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Ruling } from "../employment/statement.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { Operation } from "./operation.ts";
import { blockFields, type OperationWriter } from "./operation-writer.ts";
import { payloadAttributes } from "./payloads.ts";
import { heldReasons, type TrailReason } from "./verbs.ts";

/**
 * What operators, and later events, do with operations that are settled. Each write resolves to the operation as stored
 * afterwards, or to undefined when it has changed since it was read.
 */
export function createOperatorVerbs(writer: OperationWriter) {
  const { nowMs, setStatus, acceptAgain } = writer;
  async function endAsCancelled(
    id: string,
    by: string,
    where: Where,
    reason: ReasonCode,
    {
      dueAtMs,
      note,
      ...set
    }: {
      sameAs?: string | undefined;
      ruling?: Ruling | undefined;
      dueAtMs?: number | undefined;
      note?: string;
    },
  ): Promise<Operation | undefined> {
    return setStatus(id, "cancelled", {
      by,
      where,
      set: { ...set, dueAtMs, reason },
      remove: [
        ...(dueAtMs === undefined ? ["dueAtMs"] : []),
        "phase",
        ...blockFields,
        ...payloadAttributes,
      ],
      reason,
      note,
    });
  }

  return {
    /**
     * Cancels a waiting operation that says nothing about an employment, and erases its payload.
     *
     * @param sameAs - the operation that overtakes this one
     */
    cancel: (
      { id, phase }: Pick<Operation, "id" | "phase">,
      by: string,
      reason: ReasonCode,
      sameAs?: string,
    ): Promise<Operation | undefined> => {
      const where: Where = { status: "waiting", phase: phase ?? absent };
      return endAsCancelled(id, by, where, reason, { sameAs });
    },

    /**
     * Runs a hire again that ended, or waits for a time, before its person had avatar, tasks and streams. A termination
     * that was cancelled later may have cancelled the hire.
     *
     * @param isIdle - its execution, if it has one, does not add them
     */
    retryExtras: (id: string, by: string, isIdle: boolean) =>
      acceptAgain(id, by, "person-created", [
        {
          status: { oneOf: ["failed", "needs_attention"] },
          reason: { noneOf: heldReasons },
        },
        { status: "cancelled", reason: "terminated-since" },
        { status: "waiting", phase: absent, blockedBy: absent },
        {
          status: "waiting",
          phase: { oneOf: ["creation", "start"] },
          blockedBy: absent,
        },
        ...(isIdle ? [{ status: "running" }] : []),
      ]),

    /** Runs an operation again that waits for a decision about another one. `by` has ended the other one. */
    endWait: (id: string, by: string) =>
      acceptAgain(id, by, undefined, {
        status: "needs_attention",
        reason: "waits-for-decision",
      }),

    /** Lets an operation that an operator has resolved wait for what is to come of the employee. */
    waitOn: (
      { id, dueAtMs = 0 }: Pick<Operation, "id" | "dueAtMs">,
      untilMs: number,
    ) =>
      setStatus(id, "waiting", {
        by: "scheduler",
        where: { status: "cancelled", reason: "resolved", dueAtMs },
        set: { dueAtMs: untilMs },
        remove: ["reason"],
      }),

    /**
     * Closes an operation that an operator has repaired by hand. Its payload is erased.
     *
     * @param options.isOpen - something is left to be done of it, at the employee: by `closeOperation`, or by the
     *   scheduler
     */
    resolve: (
      operation: Operation,
      by: string,
      note: string,
      { ruling, isOpen }: { ruling: Ruling | undefined; isOpen: boolean },
    ): Promise<Operation | undefined> => {
      const { dueAtMs = absent } = operation;
      // A ruling is still to be said.
      const isLeft = isOpen || ruling !== undefined || dueAtMs !== absent;
      const where = { ...whereUnchanged(operation), dueAtMs };
      return endAsCancelled(operation.id, by, where, "resolved", {
        note,
        ruling,
        dueAtMs: isLeft ? nowMs() : undefined,
      });
    },

    /**
     * Runs an operation again because of a verb. This write is all that a verb does: what the operator has decided lies
     * in it, and the run says that first. No answer in chat is owed any more: the user knows the first outcome.
     */
    runAgain: (
      operation: Operation,
      by: string,
      trail: TrailReason,
      ruling?: Ruling,
    ) =>
      acceptAgain(operation.id, by, trail, whereUnchanged(operation), {
        ruling,
        ...(operation.isAnswerOwed && { isAnswerOwed: false }),
      }),
  };
}

function whereUnchanged({ status, run, reason, phase }: Operation): Where {
  return { status, run, reason: reason ?? absent, phase: phase ?? absent };
}
