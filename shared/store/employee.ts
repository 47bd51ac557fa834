import * as z from "zod/mini";
import type { Where } from "../dynamodb/expressions.ts";

/** The states of an employee. */
export const employeeStates = [
  "expected",
  "onboarding",
  "active",
  "suspended",
  "leaving",
  "kept",
  "deleting",
  "left",
] as const;
export type EmployeeState = (typeof employeeStates)[number];

/** The employment goes on. */
export const employedStates: readonly EmployeeState[] = [
  "onboarding",
  "active",
  "suspended",
];

/** The deletion of the person has not begun. */
export const undeletedStates: readonly EmployeeState[] = [
  ...employedStates,
  "leaving",
  "kept",
];

/** The person exists, and the employment goes on, or can go on. */
export const changeableStates: readonly EmployeeState[] = [
  "active",
  "suspended",
  "leaving",
];

/** The times of the latest change of each field, by JSON Pointer into the event: effective time and event time. */
export const fieldTimesSchema = z.record(
  z.string(),
  z.tuple([z.number(), z.number()]),
);
export type FieldTimes = z.infer<typeof fieldTimesSchema>;

/** One employee of the HR system, as one item of the store (decision 17). */
export const employeeSchema = z.object({
  /** Counts the employments: 1 for the first, 0 for an employee of whom only a termination is known. */
  generation: z.number(),
  /**
   * - `onboarding`: the person is being created;
   * - `active`: the person exists and can sign in; avatar, tasks and streams may still follow;
   * - `suspended`: the person is disabled, and the employment goes on;
   * - `leaving`: the person is disabled, and will be deleted;
   * - `kept`: the employment ended, and the person is disabled and is not deleted;
   * - `deleting`: the deletion may have begun;
   * - `left`: the person is gone, and this item is a tombstone;
   * - `expected`: only events are known that do not create the person; this item holds their facts.
   */
  state: z.enum(employeeStates),
  /** The time of the event that opened this generation. */
  openedAtMs: z.optional(z.number()),
  /**
   * The time of the latest event that hired the employee or confirmed the employment. 0 before the first one, because
   * the index `state` lists only items that have it.
   */
  hiredAtMs: z.optional(z.number()),
  /** The start date of the employment, or the time of the event that hired the employee or confirmed the employment. */
  startsAtMs: z.optional(z.number()),
  /** The time of the latest event that terminated the employee. */
  terminatedAtMs: z.optional(z.number()),
  /** The end of the last day that the latest termination names, or the time of its event. */
  lastDayAtMs: z.optional(z.number()),
  /** The time of the latest event that cancelled terminations. Older terminations have no effect. */
  terminationCancelledAtMs: z.optional(z.number()),
  /** When the latest termination disabled the person. The grace period counts from here. */
  disabledAtMs: z.optional(z.number()),
  /** The operation that lets, or let, the employee leave. It is deleted before the employee, so its caller is kept too. */
  terminatedBy: z.optional(z.string()),
  terminatedByCaller: z.optional(z.string()),
  /** The time of the latest event that suspended the employee, or ended a suspension. */
  suspensionAtMs: z.optional(z.number()),
  /** The operation that suspends the employee, and its caller. Absent while no suspension holds. */
  suspendedBy: z.optional(z.string()),
  suspendedByCaller: z.optional(z.string()),
  /** From when and until when, if the event names it. */
  suspendedFromMs: z.optional(z.number()),
  suspendedUntilMs: z.optional(z.number()),
  /**
   * Operations that ended with `unknown-employee` or `hire-failed`. The hire or the adoption that brings the person runs
   * them again.
   */
  awaiting: z.optional(z.set(z.string())),
  /** The operation that onboards, or onboarded, this generation. */
  operationId: z.optional(z.string()),
  /**
   * Random part of the initial password. With it, an onboarding proves after a crash that it created a person, and
   * signs in as that person to seed tasks and streams. It is erased once they are seeded, and then the password cannot
   * be derived any more.
   */
  passwordSalt: z.optional(z.string()),
  /** When the salt of a person who exists is no longer used, and is erased although tasks or streams are missing. */
  saltUntilMs: z.optional(z.number()),
  /** The username with which the person is, or was, created, or which the platform has shown since. */
  username: z.optional(z.string()),
  /** Usernames that the person may have as well, because no read has shown yet how a rename ended. */
  otherUsernames: z.optional(z.array(z.string())),
  /** Set when certainly no attempt so far has created the person. */
  isNotCreated: z.optional(z.boolean()),
  personID: z.optional(z.string()),
  /** The refs of the person, by resource name. */
  refs: z.optional(z.record(z.string(), z.string())),
  /** A keyed hash, which can be compared with an address and does not reveal it. */
  emailHash: z.optional(z.string()),
  /** Hashes of addresses that the person may have as well, because no read has shown yet how a rename ended. */
  otherEmailHashes: z.optional(z.array(z.string())),
  fieldTimes: z.optional(fieldTimesSchema),
  /** Counts the writes of `fieldTimes` and of `identities`. Each of them names the version that it has read. */
  fieldsVersion: z.optional(z.number()),
  /** The identities in other systems, which are unlinked when the employee leaves. */
  identities: z.optional(
    z.array(z.object({ kind: z.string(), id: z.string() })),
  ),
  /** The time of the event whose status is shown, and its operation. */
  statusAtMs: z.optional(z.number()),
  statusBy: z.optional(z.string()),
});
export type Employee = z.infer<typeof employeeSchema>;
export type Identity = NonNullable<Employee["identities"]>[number];

/** What our store keeps of a person who exists on the platform. */
export type KnownPerson = {
  personID: string;
  username: string;
  emailHash: string;
  refs: Record<string, string> | undefined;
  /** The identities that the hire names which created the person. */
  identities?: Identity[];
};

/** What a new generation starts with. */
export type Opening = {
  operationId: string;
  hiredAtMs: number;
  /** The start date, if the hire names one. */
  startsAtMs?: number | undefined;
  passwordSalt: string;
  username: string;
  /** The times of the fields that changes have set while the hire waited. */
  fieldTimes?: FieldTimes | undefined;
};

/** The operation that lets the employee leave. The times of its event are not among these attributes, and stay. */
export const ofTermination = ["terminatedBy", "terminatedByCaller"] as const;

/** The attributes of an employee whose suspension holds. The time of its event is not one of them, and stays. */
export const ofSuspension = [
  "suspendedBy",
  "suspendedByCaller",
  "suspendedFromMs",
  "suspendedUntilMs",
] as const;

/** Attributes that are personal data, or belong to one generation only. */
export const ofOneGeneration = [
  "openedAtMs",
  "disabledAtMs",
  "suspensionAtMs",
  ...ofSuspension,
  "awaiting",
  "operationId",
  "passwordSalt",
  "saltUntilMs",
  "username",
  "otherUsernames",
  "isNotCreated",
  "personID",
  "refs",
  "emailHash",
  "otherEmailHashes",
  "fieldTimes",
  "fieldsVersion",
  "identities",
  "statusAtMs",
  "statusBy",
  "leaseBy",
  "leaseUntilMs",
  "lateWriteUntilMs",
] as const;

const prefix = "employee#";

/** The key of an employee's item. */
export function keyOfEmployee(employeeId: string): string {
  return prefix + employeeId;
}

/** The id of the employee of an item. */
export function idOfEmployee(itemId: string): string {
  return itemId.slice(prefix.length);
}

/** Writes an employee if the conditions hold, and resolves to whether it did. */
export type UpdateEmployee = (
  employeeId: string,
  where: Where,
  set: Partial<Record<keyof Employee, unknown>>,
  remove?: readonly string[],
) => Promise<boolean>;
