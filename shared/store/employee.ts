import * as z from "zod/mini";
import {
  personFactSchema,
  storedTypeSchema,
  warningSchema,
} from "./operation.ts";
import {
  fieldsSchema,
  seenPersonOf,
  storedPersonSchema,
} from "./seen-person.ts";
import { reasonCodeSchema, statementsSchema } from "./statement-schema.ts";

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

const verdictSchema = z.union([
  z.object({ is: z.literal("repeats"), of: z.string() }),
  z.object({
    is: z.literal("overtaken"),
    because: reasonCodeSchema,
    by: z.exactOptional(z.string()),
  }),
]);

/** An operation that is not final: something is to come of it, or an operator decides. Unknown fields are kept. */
const openSchema = z.looseObject({
  id: z.string(),
  type: storedTypeSchema,
  /** When it was accepted. */
  atMs: z.number(),
  /** A digest of what it showed last, so that nothing is written twice. */
  shown: z.exactOptional(z.string()),
  /** The verdict of its statement, if that was merged with others or dropped. */
  verdict: z.exactOptional(verdictSchema),
  /** The platform has refused it for a reason that no time heals. */
  isRefused: z.exactOptional(z.boolean()),
  /** The operation is a termination, and its deletion has begun. Nothing stops the deletion. */
  hasDeleted: z.exactOptional(z.boolean()),
  /** What its event asked for without effect. */
  warnings: z.exactOptional(z.array(warningSchema)),
});
export type OpenOperation = z.infer<typeof openSchema>;

const limitSchema = z.exactOptional(
  z.object({ answer: z.enum(["pass", "hold"]), atMs: z.number() }),
);

const runnerSchema = z.object({
  /** The operation, and its execution. */
  id: z.string(),
  execution: z.string(),
  /** A runner that has not written until then is dead. */
  untilMs: z.number(),
});

const itemSchema = z.object({
  /** Counts the writes of `statements`. */
  version: z.number(),
  statements: statementsSchema,
  unfinished: z.array(openSchema),
  person: storedPersonSchema,
  /** What was done last with the person's access, and by which operation. The end of that operation tells it. */
  fact: z.exactOptional(
    z.looseObject({ is: personFactSchema, by: z.string() }),
  ),
  /** The fields that the person has, from which statements. */
  seenFields: z.optional(fieldsSchema),
  limits: z.object({
    disable: limitSchema,
    delete: limitSchema,
    rename: limitSchema,
  }),
  /** The one execution that does what follows from all that was said. */
  runner: z.exactOptional(runnerSchema),
  /** The operation of the hire whose avatar, tasks, streams and identities are not done. */
  extrasOf: z.exactOptional(z.string()),
  /**
   * What operators see of the person. It follows from what was said and seen.
   *
   * - `expected`: there is no person yet, or one who was created before the start, disabled;
   * - `onboarding`: the person is being created;
   * - `active`: the person exists and can sign in; avatar, tasks and streams may still follow;
   * - `suspended`: the person is disabled, and the employment goes on;
   * - `leaving`: the person is disabled, and will be deleted;
   * - `kept`: the employment ended, and the person is disabled and is not deleted;
   * - `deleting`: the deletion may have begun;
   * - `left`: the employment ended, and there is no person.
   */
  state: z.enum(employeeStates),
  /** The time of the event that opened the newest employment, else 0: the index `state` lists only items with it. */
  hiredAtMs: z.optional(z.number()),
  /** The caller that opened the newest employment. */
  hiredBy: z.exactOptional(z.string()),
  /** The operation for which the person was created, or is being created. */
  operationId: z.optional(z.string()),
  /** When the last attempt began that may have created the person disabled. Kept until the person has access. */
  createdFromMs: z.optional(z.number()),
  /**
   * Random part of the initial password. With it, a creation proves after a crash that it made a person, and signs in
   * as that person to seed tasks and streams. It is erased once they are seeded, and then the password cannot be
   * derived any more.
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
  /** The identities in other systems, which are unlinked when the employee leaves. */
  identities: z.optional(
    z.array(z.looseObject({ kind: z.string(), id: z.string() })),
  ),
  /** The time of the event whose status is shown, and its operation. */
  statusAtMs: z.optional(z.number()),
  statusBy: z.optional(z.string()),
  /** Who writes the person, and until when. */
  leaseBy: z.optional(z.string()),
  leaseUntilMs: z.optional(z.number()),
  /** Until then, a request without an answer may still change the person. */
  lateWriteUntilMs: z.optional(z.number()),
});

/** One employee: what was said, what we did and saw, and what we keep of the person. */
export const employeeSchema = z.pipe(
  itemSchema,
  z.transform((item) => ({
    ...item,
    person: seenPersonOf(item.person, item.seenFields),
  })),
);
export type Employee = z.infer<typeof employeeSchema>;
export type Identity = NonNullable<Employee["identities"]>[number];

/** What a write changes of an employee. */
export type EmployeePatch = {
  set?: Partial<Omit<Employee, "version" | "statements" | "runner">>;
  remove?: readonly string[];
};

/** What our store keeps of a person who exists on the platform. */
export type KnownPerson = {
  personID: string;
  username: string;
  otherUsernames: string[];
  emailHash: string;
  otherEmailHashes: string[];
  refs: Record<string, string> | undefined;
};

/** What stays of an employee whose person is gone: what was said and came of it, without personal data. */
const staysForever: readonly string[] = [
  "version",
  "statements",
  "unfinished",
  "person",
  "fact",
  "limits",
  "runner",
  "state",
  "hiredAtMs",
  "hiredBy",
] satisfies (keyof Employee)[];

/** All other attributes: personal data, and data of one person only. */
export const fieldsOfPerson = Object.keys(itemSchema.shape).filter(
  (attribute) => !staysForever.includes(attribute),
);

const prefix = "employee#";

export function keyOfEmployee(employeeId: string): string {
  return prefix + employeeId;
}

export function idOfEmployee(itemId: string): string {
  return itemId.slice(prefix.length);
}

/**
 * The usernames and hashes of e-mail addresses that a person may have. The first of each is the one that a read showed
 * last, unless a late write could have changed it since.
 */
export type KnownNames = {
  usernames: readonly string[];
  emailHashes: readonly string[];
};

/** The names of an employee's person. Both lists are empty if our store does not know the person. */
export function namesOf({
  username,
  otherUsernames = [],
  emailHash,
  otherEmailHashes = [],
}: Partial<Employee>): KnownNames {
  return {
    usernames: username === undefined ? [] : [username, ...otherUsernames],
    emailHashes:
      emailHash === undefined ? [] : [emailHash, ...otherEmailHashes],
  };
}

/** The attributes of the names that a person may have. */
export function attributesOfNames({
  usernames,
  emailHashes,
}: KnownNames): EmployeePatch {
  const [username, ...otherUsernames] = usernames;
  const [emailHash, ...otherEmailHashes] = emailHashes;
  return { set: { username, otherUsernames, emailHash, otherEmailHashes } };
}
