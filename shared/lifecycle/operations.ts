import * as z from "zod/mini";
import { sweepAt, type Table } from "./table.ts";

export const operationStatuses = [
  "accepted",
  "waiting",
  "running",
  "succeeded",
  "failed",
  "needs_attention",
  "cancelled",
] as const;

const stepSchema = z.object({
  status: z.enum(["succeeded", "failed"]),
  /** How often it was tried, where that is known. */
  attempts: z.optional(z.number()),
  atMs: z.number(),
});
export type Step = z.infer<typeof stepSchema>;

const warningSchema = z.object({
  /** The step or field it concerns. */
  about: z.string(),
  /** A code, never a value of the event. */
  reason: z.string(),
});
export type Warning = z.infer<typeof warningSchema>;

const resultSchema = z.object({
  personID: z.string(),
  refs: z.record(z.string(), z.string()),
});
export type Result = z.infer<typeof resultSchema>;

const operationSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(operationStatuses),
  /** The caller that sent the event. */
  caller: z.string(),
  employeeId: z.string(),
  /** SHA-256 of the delivery as received: tells a repeated delivery from another one under the same id. */
  fingerprint: z.string(),
  /** The event's own time. */
  eventAtMs: z.number(),
  steps: z.record(z.string(), stepSchema),
  warnings: z.array(warningSchema),
  result: z.optional(resultSchema),
  /** Why it ended as it did, as a code. */
  reason: z.optional(z.string()),
  /** The operation that did the work this one asked for. */
  sameAs: z.optional(z.string()),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});
export type Operation = z.infer<typeof operationSchema>;

/** What never changes of an operation, and is nothing personal: all that a workflow may keep of it. */
export type StartedOperation = Pick<
  Operation,
  "id" | "employeeId" | "eventAtMs" | "fingerprint"
>;

/** How an operation ends. */
export type Ending = Pick<
  Operation,
  "steps" | "warnings" | "result" | "reason" | "sameAs"
> & {
  status: "succeeded" | "failed" | "needs_attention" | "cancelled";
};

/** An ended operation can be asked for this long; personal data is not in it. */
const keptAfterEndMs = 90 * 24 * 60 * 60 * 1000;

export type Operations = ReturnType<typeof createOperations>;

/** Operations: the truth about what was asked and how far it got. */
export function createOperations(table: Table, nowMs: () => number) {
  const get = async (id: string): Promise<Operation | undefined> => {
    const item = await table.get(key(id), operationSchema);
    return item && { ...item, id };
  };

  return {
    get,

    /** Stores a new operation. Resolves to the one that is there already when the id was used before. */
    async accept(
      operation: Pick<
        Operation,
        "id" | "type" | "caller" | "employeeId" | "fingerprint" | "eventAtMs"
      >,
    ): Promise<{ operation: Operation; isNew: boolean }> {
      const atMs = nowMs();
      const accepted: Operation = {
        ...operation,
        status: "accepted",
        steps: {},
        warnings: [],
        createdAtMs: atMs,
        updatedAtMs: atMs,
      };
      const isNew = await table.putIfAbsent({
        ...accepted,
        id: key(operation.id),
      });
      if (isNew) return { operation: accepted, isNew };
      const existing = await get(operation.id);
      if (!existing)
        throw new Error("an operation vanished while it was accepted again");
      return { operation: existing, isNew };
    },

    /** Resolves to undefined when the operation is not there to be run: unknown, ended or cancelled. */
    async start(id: string): Promise<StartedOperation | undefined> {
      const set = { status: "running", updatedAtMs: nowMs() };
      const isRunning =
        (await table.update(key(id), { set, where: { status: "accepted" } })) ||
        (await table.update(key(id), { set, where: { status: "running" } }));
      const operation = isRunning ? await get(id) : undefined;
      if (!operation) return undefined;
      const { employeeId, eventAtMs, fingerprint } = operation;
      return { id, employeeId, eventAtMs, fingerprint };
    },

    /** Progress for those who watch; the truth is written by {@link finish}. */
    async recordStep(id: string, name: string, step: Step): Promise<void> {
      await table.update(key(id), {
        set: { [`steps.${name}`]: step, updatedAtMs: step.atMs },
        where: { status: "running" },
      });
    },

    /** Ends a running operation. Ending it again changes nothing. */
    async finish(id: string, ending: Ending): Promise<void> {
      const atMs = nowMs();
      await table.update(key(id), {
        set: {
          ...ending,
          updatedAtMs: atMs,
          ...sweepAt(atMs + keptAfterEndMs),
        },
        where: { status: "running" },
      });
    },
  };
}

/** Whether nothing more will happen to an operation. */
export function hasEnded({ status }: Pick<Operation, "status">): boolean {
  return status !== "accepted" && status !== "waiting" && status !== "running";
}

function key(id: string): string {
  return `operation#${id}`;
}
