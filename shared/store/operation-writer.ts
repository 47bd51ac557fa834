import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import type { Update } from "../dynamodb/expressions.ts";
import {
  type ConditionalWrite,
  sweepAt,
  type Table,
} from "../dynamodb/table.ts";
import { againAfterMs } from "./due-list.ts";
import { mayHaveNotice, type NoticeType } from "./notices.ts";
import {
  type AuditEntry,
  type Operation,
  operationSchema,
  type PersonFact,
  type StartedOperation,
} from "./operation.ts";
import { openOf } from "./operation-indexes.ts";
import type { TrailReason } from "./verbs.ts";
import { dayMs, minuteMs } from "../durations.ts";

/** The scheduler checks at this interval whether the execution of a running operation is alive. */
export const checkEveryMs = 10 * minuteMs;
/**
 * An operation that succeeded or was cancelled stays readable for this time, and as long as its data is needed. One
 * that an operator has not closed yet is kept, however old it is.
 */
export const keptAfterEndMs = 90 * dayMs;

/**
 * A place in the order in which the end of an outage wakes operations, above each time in milliseconds. A leaver must
 * not keep access, so all terminations are below this place, and all other operations above.
 */
export const lastTermination = 1e15;

/** The attributes that only a blocked operation has. */
export const blockFields = ["blockedBy", "outage", "wakeOrder"] as const;

type Change = {
  /** Who changes the operation, as the audit trail says it. */
  by: string;
  /** What must be true of the operation for the write. */
  where: Update["where"];
  set?: { payloadUntilMs?: number | undefined } & Record<string, unknown>;
  remove?: readonly string[];
  add?: Record<string, number>;
  /** As the audit trail says it. */
  reason?: TrailReason | undefined;
  /** What the run did with the person. */
  person?: PersonFact | undefined;
  /** What an operator wrote. */
  note?: string | undefined;
  /**
   * Another pause of a blocked operation, and what leads to it, must not make the audit trail longer, because some
   * operations wait without end. `silent`: no entry is added. The entry of earlier pauses: this pause is counted there.
   */
  repeats?: "silent" | NonNullable<StartedOperation["pausedIn"]> | undefined;
};

/** `operationSchema`, or more attributes of the item. */
type OperationSchema = z.ZodMiniType<Operation>;

export type OperationWriter = ReturnType<typeof createOperationWriter>;

/**
 * Reads operations and changes their status. Every change is one conditional write that also extends the audit trail
 * and, if others must know of it, marks the item for the outbox (decision 20).
 */
export function createOperationWriter(table: Table, nowMs: () => number) {
  /** Like `setStatus`, but resolves to what `schema` knows of the operation, also when nothing was written. */
  async function setStatusAs<S extends OperationSchema>(
    schema: S,
    id: string,
    status: Operation["status"],
    { by, where, set = {}, remove = [], add = {}, repeats, ...said }: Change,
  ): Promise<ConditionalWrite<z.output<S> & { id: string }>> {
    const atMs = nowMs();
    const { reason, person, note } = said;
    const { payloadUntilMs = 0 } = set;
    const keptUntilMs = Math.max(payloadUntilMs, atMs + keptAfterEndMs);
    const entry: AuditEntry = {
      atMs,
      by,
      status,
      ...(reason !== undefined && { reason }),
      ...(person !== undefined && { person }),
      ...(note !== undefined && { note }),
    };
    const mark = mayHaveNotice(where, entry) ? noticeMark(atMs) : {};
    const open = openOf(status);
    const isClosed = open === undefined;
    const { applied, item } = await table.updateOrRead(
      keyOf(id),
      {
        set: {
          ...set,
          status,
          open,
          updatedAtMs: atMs,
          ...(isClosed && sweepAt(keptUntilMs)),
          ...mark,
          ...(typeof repeats === "object" &&
            countedPause(repeats, atMs, reason)),
        },
        remove: [...remove, isClosed ? "open" : "expiresAtSeconds"],
        add,
        append: repeats === undefined ? { history: [entry] } : {},
        where,
      },
      schema,
      // Whether this write has taken effect, if the SDK has repeated the request.
      (stored) =>
        repeats === undefined
          ? isDeepStrictEqual(stored.history.at(-1), entry)
          : stored.status === status && stored.updatedAtMs === atMs,
    );
    return applied
      ? { applied, item: { ...item, id } }
      : { applied, item: item && { ...item, id } };
  }

  /** The operation as stored afterwards. Undefined when `where` is not true. */
  const setStatus = async (
    id: string,
    status: Operation["status"],
    change: Change,
  ): Promise<Operation | undefined> => {
    const written = await setStatusAs(operationSchema, id, status, change);
    return written.applied ? written.item : undefined;
  };

  return {
    table,
    nowMs,
    setStatusAs,
    setStatus,

    /** Resolves to undefined for an id that no operation has, or that is undefined. */
    get: async (id: string | undefined): Promise<Operation | undefined> => {
      if (id === undefined) return undefined;
      const item = await table.get(keyOf(id), operationSchema);
      return item && { ...item, id };
    },

    /** Accepts an operation for another run, which is an execution with a name of its own. */
    acceptAgain: (
      id: string,
      by: string,
      reason: TrailReason | undefined,
      where: Update["where"],
      set: Record<string, unknown> = {},
      repeats?: Change["repeats"],
    ) =>
      setStatus(id, "accepted", {
        by,
        where,
        reason,
        repeats,
        set: { ...set, dueAtMs: nowMs() + againAfterMs },
        remove: ["execution", "losses", "restarts", "reason", ...blockFields],
        add: { run: 1 },
      }),
  };
}

/** What another pause changes in the entry of the pauses before. */
function countedPause(
  { index, times }: NonNullable<StartedOperation["pausedIn"]>,
  lastAtMs: number,
  reason: TrailReason | undefined,
): Record<string, unknown> {
  const entry = `history[${index}]`;
  return {
    [`${entry}.times`]: times + 1,
    [`${entry}.lastAtMs`]: lastAtMs,
    [`${entry}.reason`]: reason,
  };
}

/** Marks an item for the index of notices, until they are told. */
export function noticeMark(noticeAtMs: number) {
  return { notice: "pending", noticeAtMs };
}

/** The item of a notice about no operation. It has one entry, so it is delivered like a change of an operation. */
export function noticeItem(about: NoticeType, atMs: number) {
  return { about, history: [{ atMs }], ...noticeMark(atMs) };
}

export const operationPrefix = "operation#";

export function keyOf(id: string): string {
  return operationPrefix + id;
}

export function idOf(itemId: string): string {
  return itemId.slice(operationPrefix.length);
}

/** The attributes to which a write gives no value, so that it must remove them. */
export function missingOf(
  written: object,
  attributes: readonly string[],
): string[] {
  const known = new Map<string, unknown>(Object.entries(written));
  return attributes.filter((attribute) => known.get(attribute) === undefined);
}
