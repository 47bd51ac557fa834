import { createHmac, randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { minuteMs } from "../durations.ts";
import { absent } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import { createMemo } from "../memo.ts";
import {
  type EmployeeState,
  employeeStates,
  keyOfEmployee,
} from "./employee.ts";
import {
  aliasSchema,
  attributeOfCaller,
  claimSchema,
  keyOfScimEmployee,
  keyOfUser,
  noteLeft,
  releaseAlias,
  type ScimUser,
  scimUserSchema,
} from "./scim-user.ts";

/** What a write of a user sets. A part that is undefined is removed. */
export type ScimUserChange = Pick<
  ScimUser,
  "atMs" | "aliases" | (typeof optionalParts)[number]
>;

const optionalParts = [
  "resource",
  "pending",
  "hireId",
  "isSuspended",
  "externalIdKey",
  "operationId",
] as const;

/** What can lead to a user. Each leads to one user of a caller. */
export type AliasKind = "userName" | "externalId" | "email" | "employee";

/** `busy`: another request is about to create the user. */
export type Claim = "claimed" | "taken" | "busy";

export type ScimUsers = ReturnType<typeof createScimUsers>;

/** A request that has claimed an alias writes its user within this time, or never. */
const claimMs = minuteMs;

const keySchema = z.object({ key: z.string() });
const stateSchema = z.object({ state: z.optional(z.enum(employeeStates)) });

/**
 * The users of identity providers that speak SCIM. A user is one item. An alias is an item that leads to the user; its
 * key is a keyed hash, because keys of items appear in logs of AWS. What an alias says is only a guess: the user
 * decides.
 */
export function createScimUsers(table: Table, nowMs: () => number) {
  /** The key of the hashes. It lies beside the users, so that neither is ever lost without the other. */
  const hashKey = createMemo(async () => {
    const read = () => table.get("scim-key", keySchema);
    const found = await read();
    if (found) return found.key;
    const key = randomBytes(32).toString("base64url");
    await table.putIfAbsent({ id: "scim-key", key });
    // Another sandbox may have been first.
    return (await read())?.key ?? key;
  }, nowMs);

  const get = async (
    caller: string,
    id: string,
  ): Promise<ScimUser | undefined> => {
    const item = await table.get(keyOfUser(caller, id), scimUserSchema);
    return item && { ...item, id };
  };

  const aliasOf = async (caller: string, key: string) => {
    const item = await table.get(key, aliasSchema);
    return claimSchema.safeParse(item?.[attributeOfCaller(caller)]).data;
  };

  return {
    get,

    /** The key of an alias. A value is compared as it is, so it must have one spelling. */
    async aliasKeyOf(
      caller: string,
      kind: AliasKind,
      value: string,
    ): Promise<string> {
      if (kind === "employee") return keyOfScimEmployee(value);
      const hash = createHmac("sha256", await hashKey.get())
        .update(`${caller}\n${kind}\n${value}`)
        .digest("base64url");
      return `scim-alias#${hash}`;
    },

    /** The user to whom an alias leads, also one who is deleted. */
    async find(caller: string, key: string): Promise<ScimUser | undefined> {
      const alias = await aliasOf(caller, key);
      if (!alias) return undefined;
      const user =
        (await get(caller, alias.user)) ??
        (alias.before === undefined
          ? undefined
          : await get(caller, alias.before));
      return user?.aliases.includes(key) ? user : undefined;
    },

    /**
     * Notes that this caller has deleted its user of an employee who has no person any more, unless it has another user
     * of the employee.
     *
     * @param leadsTo - whether the user is still stored
     */
    noteLeft: (
      caller: string,
      user: Pick<ScimUser, "id" | "employeeId">,
      leadsTo: "user" | "nobody",
    ): Promise<boolean> => noteLeft(table, caller, user, leadsTo),

    /** Whether this caller has deleted its user of an employee whose person is gone. */
    async hasLeft(caller: string, employeeId: string): Promise<boolean> {
      const alias = await aliasOf(caller, keyOfScimEmployee(employeeId));
      return alias?.hasLeft ?? false;
    },

    /** Where an employee stands. Nothing stops a deletion that has begun. */
    async stateOf(employeeId: string): Promise<EmployeeState | undefined> {
      const item = await table.get(keyOfEmployee(employeeId), stateSchema);
      return item?.state;
    },

    /**
     * Lets an alias lead to a user who is written next. The alias of a deleted user, or of one who has another name
     * now, is free. It leads to the deleted user, `before`, until the new one is written.
     */
    async claim(caller: string, key: string, user: string): Promise<Claim> {
      const attribute = attributeOfCaller(caller);
      const alias = await aliasOf(caller, key);
      let before = alias?.before;
      if (alias && alias.user !== user) {
        const owner = await get(caller, alias.user);
        if (owner?.aliases.includes(key)) {
          if (owner.resource !== undefined) return "taken";
          before = alias.user;
        } else if (alias.untilMs > nowMs()) return "busy";
      }
      const isClaimed = await table.update(key, {
        set: {
          [attribute]: { ...alias, before, user, untilMs: nowMs() + claimMs },
        },
        where: alias
          ? {
              [`${attribute}.user`]: alias.user,
              [`${attribute}.untilMs`]: alias.untilMs,
            }
          : { [attribute]: absent },
        createsItem: true,
      });
      return isClaimed ? "claimed" : "busy";
    },

    /** Takes aliases away that lead to a user. */
    async release(
      caller: string,
      keys: readonly string[],
      user: string,
    ): Promise<void> {
      await Promise.all(
        keys.map((key) => releaseAlias(table, key, caller, user)),
      );
    },

    async create(
      caller: string,
      { id, employeeId }: Pick<ScimUser, "id" | "employeeId">,
      change: ScimUserChange,
    ): Promise<ScimUser> {
      const atMs = nowMs();
      const item = {
        ...change,
        employeeId,
        turn: 1,
        createdAtMs: atMs,
        updatedAtMs: atMs,
      };
      await table.putIfAbsent({
        ...item,
        id: keyOfUser(caller, id),
        ...listMarkOf(caller),
      });
      return { ...item, id };
    },

    /** Writes a user. Resolves to undefined if another request was first. */
    async write(
      caller: string,
      user: ScimUser,
      change: ScimUserChange,
    ): Promise<ScimUser | undefined> {
      const isDeleted = change.resource === undefined;
      const written = {
        ...change,
        turn: user.turn + 1,
        updatedAtMs: nowMs(),
      };
      const isWritten = await table.update(keyOfUser(caller, user.id), {
        set: written,
        remove: [
          ...optionalParts.filter((name) => change[name] === undefined),
          // No list has a deleted user.
          ...(isDeleted ? ["sentBy"] : []),
        ],
        where: { turn: user.turn },
      });
      const { id, employeeId, createdAtMs } = user;
      return isWritten
        ? { id, employeeId, createdAtMs, ...written }
        : undefined;
    },

    /** Removes a deleted user whose place another one has taken. */
    remove: (caller: string, { id, turn }: ScimUser): Promise<boolean> =>
      table.delete(keyOfUser(caller, id), { turn }),

    /** Removes the pending events of a write, which are stored now. */
    removePending: (caller: string, { id, turn }: ScimUser): Promise<boolean> =>
      table.update(keyOfUser(caller, id), {
        remove: ["pending"],
        where: { turn },
      }),

    /** The ids of the users of a caller in the order of their creation, which may be a moment old. */
    async ids(caller: string): Promise<string[]> {
      const prefix = keyOfUser(caller, "");
      const { entries } = await table.all(
        { index: "caller", partition: ["sentBy", listMarkOf(caller).sentBy] },
        z.object({ id: z.string() }),
      );
      return entries.map(({ id }) => id.slice(prefix.length));
    },

    /** How many of the `newest` operations at work are of a caller. */
    async countActive(caller: string, newest: number): Promise<number> {
      const { entries } = await table.page(
        {
          index: "open",
          partition: ["open", "active"],
          newestFirst: true,
          limit: newest,
        },
        z.object({ caller: z.optional(z.string()) }),
      );
      return entries.filter((one) => one.caller === caller).length;
    },
  };
}

/** Lists a user in the index `caller`, apart from the operations there: their keys have a space, this one has none. */
function listMarkOf(caller: string): { sentBy: string } {
  return { sentBy: caller };
}
