import type { NewOperation, Operation } from "./operation.ts";
import { ofAll, openOf, sentBy } from "./operation-indexes.ts";
import { keyOf, type OperationWriter } from "./operation-writer.ts";
import { againAfterMs } from "./due-list.ts";
import type { StoredPayload } from "./payloads.ts";

/** What the receiver of an event writes: a new operation, and who sends the answer in chat. */
export function createAcceptance({ table, nowMs, get }: OperationWriter) {
  return {
    /** Stores a new operation and its payload. Resolves to the stored operation when the id was used before. */
    async accept(
      operation: NewOperation,
      payload?: StoredPayload,
    ): Promise<Operation> {
      const atMs = nowMs();
      const status = "accepted";
      const accepted: Operation = {
        ...operation,
        status,
        run: 1,
        dueAtMs: atMs + againAfterMs,
        steps: {},
        warnings: [],
        history: [{ atMs, by: `caller:${operation.caller}`, status }],
        createdAtMs: atMs,
        updatedAtMs: atMs,
        ...(payload && { payloadUntilMs: payload.payloadUntilMs }),
        ...(payload?.avatarId !== undefined && { avatarId: payload.avatarId }),
      };
      const isNew = await table.putIfAbsent({
        ...accepted,
        ...payload,
        id: keyOf(operation.id),
        open: openOf(status),
        ...ofAll,
        sentBy: sentBy(operation),
      });
      if (isNew) return accepted;
      const existing = await get(operation.id);
      if (!existing)
        throw new Error("an operation vanished while it was accepted again");
      return existing;
    },

    /** Leaves the answer in chat to the workflow. Resolves to false when the operation is settled already. */
    oweAnswer: (id: string) =>
      table.update(keyOf(id), {
        set: { isAnswerOwed: true },
        where: { status: { oneOf: ["accepted", "running"] } },
      }),
  };
}
