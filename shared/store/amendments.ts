import * as z from "zod/mini";
import { absent } from "../dynamodb/expressions.ts";
import { sweepAt } from "../dynamodb/table.ts";
import {
  apartIdOf,
  deleteApart,
  isAvatarId,
  isLarge,
  keepApart,
} from "./apart.ts";
import type { FieldTimes } from "./employee.ts";
import type { Operation } from "./operation.ts";
import { missing, type OperationWriter } from "./operation-writer.ts";
import { keptUntilMs, readStoredPayload } from "./payloads.ts";
import { payloadSchema } from "./payload.ts";

const documentSchema = z.record(z.string(), z.unknown());

/** The data of an event, as JSON. */
export type EventDocument = z.infer<typeof documentSchema>;

/** What a later event makes of the data of an operation that waits. */
export type Amended = {
  data: EventDocument;
  /** Image bytes in place of those that the operation has. Without them, these stay if the data names them. */
  avatar?: Uint8Array | undefined;
  /** When the operation starts, if that changes, and from which time its event counts. */
  due?: { dueAtMs: number; effectiveAtMs: number | undefined } | undefined;
  /** The fields that differ, as JSON Pointers. */
  changed: string[];
  fieldTimes: FieldTimes;
};

/** What the operation says of its last amendment. */
export type Amendment = NonNullable<Operation["amendment"]>;

/** Whether the data of an operation can still be amended: it waits for its time, and nothing of it has begun. */
export function isAmendable({
  status,
  phase,
  blockedBy,
}: Pick<Operation, "status" | "phase" | "blockedBy">): boolean {
  return status === "waiting" && phase === undefined && blockedBy === undefined;
}

/** Changes the data of an operation that waits for its time, because a later event changes what it asks for. */
export function createAmendments({
  table,
  nowMs,
  get,
  setStatus,
}: OperationWriter) {
  return {
    /**
     * Merges a later event into the data of an operation, in one conditional write. Data that lies apart is stored
     * before this write, and the data that it replaces is deleted after. Repeating it changes nothing.
     *
     * @param by - the operation of the later event
     * @param merge - makes the new data
     * @returns the amendment, or undefined when the operation began or was amended meanwhile
     */
    async amend(
      operation: Operation,
      by: Pick<Operation, "id" | "fingerprint">,
      merge: (data: EventDocument) => Amended,
    ): Promise<Amendment | undefined> {
      const { id, amendment, apart = [] } = operation;
      if (amendment?.by === by.id) return amendment;
      const stored = await readStoredPayload(table, operation);
      if (stored === undefined) return undefined;
      const { data, avatar, due, changed, fieldTimes } = merge(
        documentSchema.parse(JSON.parse(stored.json)),
      );
      const payload = payloadSchema.parse({
        version: stored.version,
        json: JSON.stringify(data),
      });
      const dueAtMs = due?.dueAtMs ?? operation.dueAtMs ?? nowMs();
      const payloadUntilMs = keptUntilMs(Math.max(nowMs(), dueAtMs));
      const idOf = (kind: "data" | "avatar") =>
        apartIdOf(kind, operation, by.id);
      const added = [
        ...(isLarge(payload) ? [{ id: idOf("data"), payload }] : []),
        ...(avatar ? [{ id: idOf("avatar"), bytes: avatar }] : []),
      ];
      const kept = apart.filter(
        (one) =>
          isAvatarId(one) && avatar === undefined && namesInlineAvatar(data),
      );
      await Promise.all([
        ...added.map((item) =>
          table.put({ ...item, ...sweepAt(payloadUntilMs) }),
        ),
        keepApart(table, kept, payloadUntilMs),
      ]);
      const nowApart = [...kept, ...added.map((item) => item.id)];
      const done = { by: by.id, changed, fieldTimes };
      // An attribute without a value is removed.
      const next = {
        payload: isLarge(payload) ? undefined : payload,
        apart: nowApart.length > 0 ? nowApart : undefined,
        ...(due && { dueAtMs, effectiveAtMs: due.effectiveAtMs }),
      };
      const written = await setStatus(id, "waiting", {
        by: `operation:${by.id}`,
        reason: "amended",
        where: {
          status: "waiting",
          phase: absent,
          blockedBy: absent,
          ...(amendment === undefined
            ? { amendment: absent }
            : { "amendment.by": amendment.by }),
        },
        set: { amendment: done, payloadUntilMs, ...next },
        remove: missing(next, Object.keys(next)),
      });
      const now = written ?? (await get(id));
      const unused = [...apart, ...added.map((item) => item.id)].filter(
        (one) => !now?.apart?.includes(one),
      );
      await deleteApart(table, unused);
      return written?.amendment;
    },
  };
}

function namesInlineAvatar({ avatar }: EventDocument): boolean {
  return typeof avatar === "object" && avatar !== null && "inline" in avatar;
}
