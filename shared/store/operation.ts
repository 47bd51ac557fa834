import * as z from "zod/mini";
import { type ReasonCode, toReasonCode } from "../reason-codes.ts";

export const operationStatuses = [
  "accepted",
  "waiting",
  "running",
  "succeeded",
  "failed",
  "needs_attention",
  "cancelled",
] as const;
const statusSchema = z.enum(operationStatuses);

const reasonSchema = z.pipe(z.string(), z.transform(toReasonCode));

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
  /** Never a value of the event. */
  reason: reasonSchema,
});
export type Warning = z.infer<typeof warningSchema>;

const resultSchema = z.object({
  personID: z.string(),
  refs: z.record(z.string(), z.string()),
});
export type OperationResult = z.infer<typeof resultSchema>;

/** One line of the audit trail: who brought the operation into a status, when, and why. */
const changeSchema = z.object({
  atMs: z.number(),
  /** `caller:<name>`, or the function that did it: `workflow`, `scheduler`. */
  by: z.string(),
  status: statusSchema,
  reason: z.optional(z.string()),
});
type Change = z.infer<typeof changeSchema>;

/** What is left to do while an operation waits; absent while nothing has been done yet. */
const phaseSchema = z.enum(["grace", "restore"]);
export type Phase = z.infer<typeof phaseSchema>;

export const operationSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: statusSchema,
  /** The caller that sent the event. */
  caller: z.string(),
  employeeId: z.string(),
  /** SHA-256 of the delivery as received: tells a repeated delivery from another one under the same id. */
  fingerprint: z.string(),
  /** The event's own time. */
  eventAtMs: z.number(),
  /** Counts how often its workflow was started; each start is an execution with a name of its own. */
  run: z.number(),
  /** The execution that runs it. */
  execution: z.optional(z.string()),
  /** When somebody has to look at it: to start it, to start it again, or to see whether its execution is alive. */
  dueAtMs: z.optional(z.number()),
  phase: z.optional(phaseSchema),
  /** What was begun is to be taken back. */
  isUndone: z.optional(z.boolean()),
  /** Somebody has made sure that a person whom the platform does not show is gone. */
  isConfirmedGone: z.optional(z.boolean()),
  /** Until when the deletion limit does not hold it. */
  releasedUntilMs: z.optional(z.number()),
  /** Whoever asked was told to expect the answer later. */
  isAnswerOwed: z.optional(z.boolean()),
  steps: z.record(z.string(), stepSchema),
  warnings: z.array(warningSchema),
  result: z.optional(resultSchema),
  /** Why the operation did not simply succeed. */
  reason: z.optional(reasonSchema),
  /** The operation that did the work this one asked for. */
  sameAs: z.optional(z.string()),
  history: z.array(changeSchema),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});
export type Operation = z.infer<typeof operationSchema>;

/** What a receiver knows of a new operation. */
export type NewOperation = Pick<
  Operation,
  "id" | "type" | "caller" | "employeeId" | "fingerprint" | "eventAtMs"
>;

/** What does not change while an operation runs, and is nothing personal: all that a workflow may keep of it. */
export type StartedOperation = NewOperation &
  Pick<
    Operation,
    "phase" | "isUndone" | "isConfirmedGone" | "releasedUntilMs" | "warnings"
  > & {
    execution: string;
  };

/** How an operation ends. */
export type FinalOutcome = Pick<
  Operation,
  "steps" | "warnings" | "result" | "reason" | "sameAs"
> & {
  status: "succeeded" | "failed" | "needs_attention" | "cancelled";
};

/** How an operation goes to sleep until there is more to do. */
export type WaitingOutcome = Pick<
  Operation,
  "steps" | "warnings" | "result"
> & {
  status: "waiting";
  phase: Phase;
  dueAtMs: number;
};

type Unless<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a story comes to: an end or a pause, but for the steps it took. */
export type WorkflowOutcome = Unless<FinalOutcome | WaitingOutcome, "steps"> & {
  reason?: ReasonCode | undefined;
};

/** A status as it is entered in the audit trail. */
export function change(
  status: Change["status"],
  by: string,
  atMs: number,
  reason?: string,
): Change {
  return { atMs, by, status, ...(reason !== undefined && { reason }) };
}

/** Whether nothing more will happen to an operation. */
export function isFinal({ status }: Pick<Operation, "status">): boolean {
  return !["accepted", "waiting", "running"].includes(status);
}

/** Whether nothing is left to do of an operation, not even for a person: what it brought may be erased. */
export function isErasable({ status }: Pick<Operation, "status">): boolean {
  return status === "succeeded" || status === "cancelled";
}

/** Whether nothing happens to an operation now: it has ended, or waits for its time. */
export function isSettled({ status }: Pick<Operation, "status">): boolean {
  return status !== "accepted" && status !== "running";
}
