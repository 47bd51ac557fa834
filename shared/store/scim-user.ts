import * as z from "zod/mini";
import { absent } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";

const pendingSchema = z.object({
  /** The delivery id of the event, which is the id of its operation too. */
  deliveryId: z.string(),
  /** The event as JSON. */
  document: z.string(),
});
export type PendingEvent = z.infer<typeof pendingSchema>;

const valueSchema = z.union([z.string(), z.boolean()]);

/** One value of a multi-valued attribute, by the names of its parts. */
const entrySchema = z.record(z.string(), valueSchema);
export type ScimEntry = z.infer<typeof entrySchema>;

/**
 * What we keep of a user, without levels: `{"userName": "ada", "name.givenName": "Ada", "emails": [{…}]}`. The names
 * are those of our attributes, so none comes from a request.
 */
const resourceSchema = z.record(
  z.string(),
  z.union([valueSchema, z.array(entrySchema)]),
);
export type ScimResource = z.infer<typeof resourceSchema>;

export const scimUserSchema = z.object({
  employeeId: z.string(),
  /** The user as the identity provider said it last. Absent after a deletion. */
  resource: z.optional(resourceSchema),
  /** Counts the writes. */
  turn: z.number(),
  /** The time of the last event, so that the next one is later. */
  atMs: z.number(),
  /** Events that this item's last write has decided, and that may not be stored yet. */
  pending: z.optional(z.array(pendingSchema)),
  /** The keys of the items that lead to this user. */
  aliases: z.array(z.string()),
  /** The key of its `externalId`, if it has one. It stays after a deletion. */
  externalIdKey: z.optional(z.string()),
  /** The operation that created the person, or is to. Absent while the user has never been active. */
  hireId: z.optional(z.string()),
  /** The provider has taken the access away, before it deleted the user. */
  isSuspended: z.optional(z.boolean()),
  /** The operation of the last event. */
  operationId: z.optional(z.string()),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

/** A user of an identity provider that speaks SCIM: what it said, and what is still to be done of it. */
export type ScimUser = z.infer<typeof scimUserSchema> & { id: string };

/** An item that leads to users: to one of each caller. */
export const aliasSchema = z.record(z.string(), z.unknown());
export const claimSchema = z.object({
  user: z.string(),
  /** A request that has claimed an alias writes its user until then, or never. */
  untilMs: z.number(),
  /** The deleted user to whom the alias led before, as long as the new one may never be written. */
  before: z.optional(z.string()),
  /** The provider has deleted the user, and the person is gone: the next hire of the employee needs a start date. */
  hasLeft: z.optional(z.boolean()),
});

export function keyOfUser(caller: string, id: string): string {
  return `scim-user#${caller}#${id}`;
}

/** The key of the item that leads from an employee to its users. */
export function keyOfScimEmployee(employeeId: string): string {
  return `scim-employee#${employeeId}`;
}

/** The attribute of an alias for a caller. A caller's name has no dot. */
export function attributeOfCaller(caller: string): string {
  return `of-${caller}`;
}

/** Notes that a provider has deleted its user of an employee whose person is gone. */
export function noteLeft(
  table: Table,
  caller: string,
  { id, employeeId }: { id: string; employeeId: string },
  leadsTo: "user" | "nobody",
): Promise<boolean> {
  const attribute = attributeOfCaller(caller);
  return table.update(keyOfScimEmployee(employeeId), {
    set: { [attribute]: { user: id, untilMs: 0, hasLeft: true } },
    where:
      leadsTo === "user"
        ? { [`${attribute}.user`]: id }
        : { [attribute]: absent },
    createsItem: leadsTo === "nobody",
  });
}

/** Takes an alias away if it leads to this user. The alias of an employee stays for the users of other callers. */
export function releaseAlias(
  table: Table,
  key: string,
  caller: string,
  user: string,
): Promise<boolean> {
  const attribute = attributeOfCaller(caller);
  const where = { [`${attribute}.user`]: user };
  return key.startsWith(keyOfScimEmployee(""))
    ? table.update(key, { remove: [attribute], where })
    : table.delete(key, where);
}
