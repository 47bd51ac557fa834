import * as z from "zod/mini";
import { toStoredEventType } from "../event-types.ts";
import { type Blocker, blockers, type ReasonCode } from "../reason-codes.ts";
import { reasonCodeSchema, rulingSchema } from "./statement-schema.ts";

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

/** The type of an event as it is stored. A type that this version does not know becomes `unknown`. */
export const storedTypeSchema = z.pipe(
  z.string(),
  z.transform(toStoredEventType),
);

const stepSchema = z.object({
  status: z.enum(["succeeded", "failed"]),
  /** The number of attempts, if it is known. */
  attempts: z.optional(z.number()),
  atMs: z.number(),
});
export type Step = z.infer<typeof stepSchema>;

export const warningSchema = z.object({
  /** The step or field it concerns. */
  about: z.string(),
  /** Never a value of the event. */
  reason: reasonCodeSchema,
});
export type Warning = z.infer<typeof warningSchema>;

const resultSchema = z.object({
  /** Absent if the operation changed only what a hire asks for. */
  personID: z.optional(z.string()),
  refs: z.record(z.string(), z.string()),
  /** The fields of the person that were changed, as JSON Pointers into the event's data. Never values. */
  changed: z.optional(z.array(z.string())),
});
export type OperationResult = z.infer<typeof resultSchema>;

/** What a run did with the person. */
export const personFactSchema = z.enum([
  "onboarded",
  "changed",
  "suspended",
  "resumed",
  "left",
]);
export type PersonFact = z.infer<typeof personFactSchema>;

/** One line of the audit trail: who set the status, when, and why. */
const auditEntrySchema = z.object({
  atMs: z.number(),
  /** `caller:<name>`, the function that did it (`workflow`, `scheduler`), or `operation:<id>`. */
  by: z.string(),
  status: statusSchema,
  reason: z.optional(z.string()),
  person: z.optional(personFactSchema),
  /** What an operator wrote. */
  note: z.optional(z.string()),
  /** Of an operation that paused again and again: how often, and when it paused last, for `reason`. */
  times: z.optional(z.number()),
  lastAtMs: z.optional(z.number()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** What remains to be done while an operation waits. Absent while nothing has been done yet. */
export const phases = [
  "avatar",
  "creation",
  "grace",
  "restore",
  "start",
  "suspended",
] as const;
const phaseSchema = z.enum(phases);
export type Phase = z.infer<typeof phaseSchema>;

/** What a termination does with the person. `disable`: they stay, disabled. */
export const dispositions = ["delete", "disable"] as const;
export type Disposition = (typeof dispositions)[number];

/** What a receiver knows of a new operation. */
const receivedSchema = z.object({
  id: z.string(),
  type: storedTypeSchema,
  /** The caller that sent the event. */
  caller: z.string(),
  employeeId: z.string(),
  /** SHA-256 of the delivery as received. It tells a repeated delivery from another one with the same id. */
  fingerprint: z.string(),
  /** The time that the event names, at most the time at which it arrived. */
  eventAtMs: z.number(),
  /** The time from which the event counts, if it names one: start date, last day, `from`, `effectiveDate`. */
  effectiveAtMs: z.optional(z.number()),
  /** The caller has the scope `offboard`. A hire needs it to overtake a termination. */
  mayOffboard: z.optional(z.boolean()),
  /** The caller has the scope `update`. A repeated hire needs it to change the person. */
  mayUpdate: z.optional(z.boolean()),
  /** The caller is an identity provider. */
  byProvider: z.optional(z.boolean()),
  /**
   * What an operator has decided with a verb, or with the approval of a list. The run that follows says it before
   * anything else.
   */
  ruling: z.optional(rulingSchema),
});
export type NewOperation = z.infer<typeof receivedSchema>;

/** What a run knows of its operation. It is no personal data, so the engine's history may contain it. */
export const startedSchema = z.extend(receivedSchema, {
  phase: z.optional(phaseSchema),
  warnings: z.array(warningSchema),
  /** Since when it has been blocked, and no attempt has succeeded. */
  blockedSinceMs: z.optional(z.number()),
  /** Counts the pauses in which it was blocked alone. */
  pauses: z.optional(z.number()),
  /** The profile may show the status of this blocked operation, so the operation cannot be cancelled. */
  mayBeShown: z.optional(z.boolean()),
  /** Until when the payload is kept. Absent when there is none any more. */
  payloadUntilMs: z.optional(z.number()),
  /** The item that has the bytes of the avatar. */
  avatarId: z.optional(z.string()),
  /** The operation that did the requested work, or that overtook this one. */
  sameAs: z.optional(z.string()),
  /** The operations of the events that a record means, if there are several. `sameAs` is the last of them. */
  ledTo: z.optional(z.array(z.string())),
});

/** An operation without its payload: that lies in the same item, and is personal data. */
export const operationSchema = z.extend(startedSchema, {
  status: statusSchema,
  /** Counts the starts of the workflow. Each start is an execution with a name of its own. */
  run: z.number(),
  /** Counts how often the scheduler started the accepted operation again, because it did not run. */
  restarts: z.optional(z.number()),
  /** The ARN of the execution that runs the operation. */
  execution: z.optional(z.string()),
  /** How many executions in a row ended without an outcome. */
  losses: z.optional(z.number()),
  /**
   * When the scheduler handles the operation next: to start it, to start it again, to check its execution, to erase
   * the salt that an operation which needs attention keeps for a retry, or to end what follows from a resolved one.
   */
  dueAtMs: z.optional(z.number()),
  /** What the operation waits for, beside its time. */
  blockedBy: z.optional(z.enum(blockers)),
  /** The outage whose end wakes it. */
  outage: z.optional(z.enum(blockers)),
  /** `disable`: a termination kept the person, whom an operator can enable again. */
  disposition: z.optional(z.enum(dispositions)),
  /** How many contents of the person a deletion takes away at least, as the service account counted them last. */
  contents: z.optional(z.number()),
  /** A chat user was told that the answer comes later. */
  isAnswerOwed: z.optional(z.boolean()),
  steps: z.record(z.string(), stepSchema),
  result: z.optional(resultSchema),
  /** The names of the template rules that chose tasks and streams of a hire. */
  templates: z.optional(z.array(z.string())),
  /** Why the operation did not simply succeed; while it runs, why the latest attempt of a step failed. */
  reason: z.optional(reasonCodeSchema),
  history: z.array(auditEntrySchema),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});
export type Operation = z.infer<typeof operationSchema>;

export type StartedOperation = z.infer<typeof startedSchema> & {
  execution: string;
  /** The entry of the audit trail that tells of the pauses before this run. */
  pausedIn?: { index: number; times: number } | undefined;
  /** What earlier runs did with the person, as the audit trail says it last. */
  told?: PersonFact | undefined;
  /** The fields of the person that an earlier run has changed, or may have changed. */
  changed?: string[] | undefined;
};

/** How an operation ends. */
export type FinalOutcome = Pick<
  Operation,
  | "steps"
  | "warnings"
  | "result"
  | "templates"
  | "contents"
  | "reason"
  | "sameAs"
  | "ledTo"
  | "disposition"
> & {
  status: "succeeded" | "failed" | "needs_attention" | "cancelled";
  /** When the scheduler erases the salt that a retry needs. */
  dueAtMs?: number | undefined;
};

/** How an operation waits until there is more to do. */
export type WaitingOutcome = Pick<
  Operation,
  "steps" | "warnings" | "result" | "templates" | "contents" | "sameAs"
> & {
  status: "waiting";
  /** Absent while nothing has been done yet. */
  phase?: Phase;
  dueAtMs: number;
};

/** How an operation that cannot go on waits. Its phase stays. */
export type BlockedOutcome = Pick<
  Operation,
  "steps" | "warnings" | "result" | "mayBeShown" | "outage"
> & {
  status: "waiting";
  reason: ReasonCode;
  blockedBy: Blocker;
  blockedSinceMs: number;
  pauses: number;
  dueAtMs: number;
  /** In this order the end of the outage wakes the operations. */
  wakeOrder?: number | undefined;
};

type Unless<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a workflow run comes to. The last step adds the steps. */
export type WorkflowOutcome = Unless<
  FinalOutcome | WaitingOutcome | BlockedOutcome,
  "steps"
> & {
  reason?: ReasonCode | undefined;
};

/** Whether an operation has ended. An operator may still retry it. */
export function isFinal({ status }: Pick<Operation, "status">): boolean {
  return !["accepted", "waiting", "running"].includes(status);
}

/** Whether an operation has ended and cannot be retried, so that the data of its event may be erased. */
export function isErasable({ status }: Pick<Operation, "status">): boolean {
  return status === "succeeded" || status === "cancelled";
}

/** Whether an operation does not run now: it is final, or waits for its time. */
export function isSettled({ status }: Pick<Operation, "status">): boolean {
  return status !== "accepted" && status !== "running";
}
