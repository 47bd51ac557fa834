import * as z from "zod/mini";

/** One employee of the HR system, as one item of the store. */
export const employeeSchema = z.object({
  /** Counts the employments: 1 for the first, 0 for an employee of whom only a termination is known. */
  generation: z.number(),
  /**
   * - `onboarding`: the person is being created;
   * - `active`: the person exists and can sign in; avatar, tasks and streams may still follow;
   * - `leaving`: the person is disabled, and will be deleted;
   * - `deleting`: the deletion may have begun;
   * - `left`: the person is gone, and this item is a tombstone.
   */
  state: z.enum(["onboarding", "active", "leaving", "deleting", "left"]),
  /** The time of the event that opened this generation. */
  openedAtMs: z.optional(z.number()),
  /** The time of the latest event that hired the employee or confirmed the employment. */
  hiredAtMs: z.optional(z.number()),
  /** The time of the latest event that terminated the employee. */
  terminatedAtMs: z.optional(z.number()),
  /** The operation that lets, or let, the employee leave. */
  terminatedBy: z.optional(z.string()),
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
  /** The username with which the person is, or was, created. */
  username: z.optional(z.string()),
  /** Set when certainly no attempt so far has created the person. */
  isNotCreated: z.optional(z.boolean()),
  personID: z.optional(z.string()),
  /** The refs of the person, by resource name. */
  refs: z.optional(z.record(z.string(), z.string())),
  /** A keyed hash, which can be compared with an address and does not reveal it. */
  emailHash: z.optional(z.string()),
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

/** What a new generation starts with. */
export type Opening = {
  operationId: string;
  hiredAtMs: number;
  passwordSalt: string;
  username: string;
};

/** Attributes that are personal data, or belong to one generation only. */
export const ofOneGeneration = [
  "openedAtMs",
  "operationId",
  "passwordSalt",
  "saltUntilMs",
  "username",
  "isNotCreated",
  "personID",
  "refs",
  "emailHash",
  "identities",
  "statusAtMs",
  "statusBy",
  "leaseBy",
  "leaseUntilMs",
  "lateWriteUntilMs",
] as const;
