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

/** The person exists, and the employment goes on, or can go on. */
export const changeableStates: readonly EmployeeState[] = [
  "active",
  "suspended",
  "leaving",
];

/** What we keep of the person of an employee, on the item of the employee. */
export const employeeSchema = z.object({
  /**
   * What operators see of the person. It follows from what was said and seen.
   *
   * - `expected`: there is no person yet;
   * - `onboarding`: the person is being created;
   * - `active`: the person exists and can sign in; avatar, tasks and streams may still follow;
   * - `suspended`: the person is disabled, and the employment goes on;
   * - `leaving`: the person is disabled, and will be deleted;
   * - `kept`: the employment ended, and the person is disabled and is not deleted;
   * - `deleting`: the deletion may have begun;
   * - `left`: the employment ended, and there is no person.
   */
  state: z.enum(employeeStates),
  /** The time of the event that opened the newest employment. 0 without one: the index `state` lists items that have it. */
  hiredAtMs: z.optional(z.number()),
  /** The operation for which the person was created, or is being created. */
  operationId: z.optional(z.string()),
  /**
   * Random part of the initial password. With it, a creation proves after a crash that it made a person, and signs in as
   * that person to seed tasks and streams. It is erased once they are seeded, and then the password cannot be derived any
   * more.
   */
  passwordSalt: z.optional(z.string()),
  /** When the salt of a person who exists is no longer used, and is erased although tasks or streams are missing. */
  saltUntilMs: z.optional(z.number()),
  /** The username with which the person is, or was, created, or which the platform has shown since. */
  username: z.optional(z.string()),
  /** Usernames that the person may have as well, because no read has shown yet how a rename ended. */
  otherUsernames: z.optional(z.array(z.string())),
  personID: z.optional(z.string()),
  /** The refs of the person, by resource name. */
  refs: z.optional(z.record(z.string(), z.string())),
  /** A keyed hash, which can be compared with an address and does not reveal it. */
  emailHash: z.optional(z.string()),
  /** Hashes of addresses that the person may have as well, because no read has shown yet how a rename ended. */
  otherEmailHashes: z.optional(z.array(z.string())),
  /** Counts the writes of `identities`. Each of them names the version that it has read. */
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
};

/** What is personal data, or belongs to one person only. */
export const ofPerson = [
  "operationId",
  "passwordSalt",
  "saltUntilMs",
  "username",
  "otherUsernames",
  "personID",
  "refs",
  "emailHash",
  "otherEmailHashes",
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
