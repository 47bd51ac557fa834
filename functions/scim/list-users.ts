import * as z from "zod/mini";
import { readCursor, toCursor } from "../../shared/cursor.ts";
import { hourMs } from "../../shared/durations.ts";
import { inTurns } from "../../shared/in-turns.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { type Filter, userLookupOf, parseFilter } from "./filter.ts";
import { ScimError } from "./scim-error.ts";
import type { ShownUser } from "./user-records.ts";
import type { createUsers } from "./users.ts";

/** A query of a list, from the parameters of a URL or from the body of `.search`. */
export type UsersQuery = {
  filter?: string | undefined;
  startIndex?: string | undefined;
  count?: string | undefined;
  /** Empty: the first page by cursor. Undefined: pages by index. */
  cursor?: string | undefined;
};

export type UserPage = {
  users: ShownUser[];
  total: number;
  /** Undefined if the pages have cursors. */
  startIndex: number | undefined;
  /** Undefined on the last page, and if the pages have none. */
  nextCursor?: string | undefined;
};

export const maxResults = 200;
const usualCount = 100;
/** A filter without an index reads every user. If there are more users, it is refused. */
const maxRead = 1_000;
const readsAtOnce = 50;
export const cursorMs = hourMs;

type Users = Pick<ReturnType<typeof createUsers>, "find" | "findBy" | "ids">;

/** The users of a caller that fit a filter, page by page, the oldest first. */
export async function listUsers(
  users: Users,
  caller: Caller,
  query: UsersQuery,
  nowMs: number,
): Promise<UserPage> {
  const count = countOf(query);
  const filter =
    query.filter === undefined ? undefined : parseFilter(query.filter);
  // Undefined: no index finds the users that fit, so all ids are read.
  const known = filter && (await lookUp(users, caller, filter));
  const ids = known ? known.map(({ id }) => id) : await users.ids(caller);
  if (filter && !known && ids.length > maxRead)
    throw new ScimError(
      400,
      "more users than a filter may read: filter by userName, externalId, id or the main e-mail address",
      "tooMany",
    );
  const read = (some: readonly string[]) => readAll(users, caller, some);
  const found =
    known ??
    (filter && (await read(ids)).filter((one) => filter.fits(filteredOf(one))));
  const foundIds = found?.map(({ id }) => id) ?? ids;
  const { from, startIndex, ofList } = placeOf(query, caller, foundIds, nowMs);
  const end = from + count;
  // Without a filter, only the users of the page are read.
  const page = found?.slice(from, end) ?? (await read(ids.slice(from, end)));
  const last = foundIds[end - 1];
  return {
    users: page,
    total: foundIds.length,
    startIndex,
    nextCursor:
      ofList !== undefined && last !== undefined && end < foundIds.length
        ? toCursor([last, nowMs], ofList)
        : undefined,
  };
}

/** The fitting users, if our store can find them by a value. Undefined if all users must be read. */
async function lookUp(
  users: Users,
  caller: Caller,
  filter: Filter,
): Promise<ShownUser[] | undefined> {
  const lookup = userLookupOf(filter);
  if (!lookup) return undefined;
  const { kind, value } = lookup;
  const found =
    kind === "id"
      ? await users.find(caller, value)
      : await users.findBy(caller, kind, value);
  const fits = found !== undefined && filter.fits(filteredOf(found));
  // The index has main addresses only, so a user with another address is found by reading all.
  if (!fits && kind === "email") return undefined;
  return fits ? [found] : [];
}

function filteredOf({ id, resource }: ShownUser) {
  return { active: true, ...resource, id };
}

async function readAll(
  users: Users,
  caller: Caller,
  ids: readonly string[],
): Promise<ShownUser[]> {
  const read = await inTurns(ids, readsAtOnce, (id) => users.find(caller, id));
  return read.filter((one) => one !== undefined);
}

function countOf({ count, cursor }: UsersQuery): number {
  if (count === undefined) return usualCount;
  const scimType = cursor === undefined ? "invalidValue" : "invalidCount";
  const wanted = wholeNumberOf("count", count, scimType);
  return Math.min(Math.max(wanted, 0), maxResults);
}

function wholeNumberOf(
  name: string,
  text: string,
  scimType: "invalidValue" | "invalidCount",
): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new ScimError(400, `${name} must be a whole number`, scimType);
}

/** The last id of the page before, and the time of the answer. */
const positionSchema = z.tuple([z.string(), z.number()]);

/** Where a page begins, and of which list its cursors are, if the pages have cursors. */
function placeOf(
  { filter, startIndex = "1", cursor }: UsersQuery,
  { name }: Caller,
  ids: readonly string[],
  nowMs: number,
): { from: number; startIndex?: number; ofList?: object } {
  if (cursor === undefined) {
    const wanted = wholeNumberOf("startIndex", startIndex, "invalidValue");
    const first = Math.max(wanted, 1);
    return { from: first - 1, startIndex: first };
  }
  const ofList = [name, filter];
  if (cursor === "") return { from: 0, ofList };
  const position = readCursor(cursor, ofList, positionSchema);
  if (!position)
    throw new ScimError(400, "cursor is not one of this list", "invalidCursor");
  const [last, atMs] = position;
  if (nowMs - atMs > cursorMs)
    throw new ScimError(400, "cursor is too old", "expiredCursor");
  const at = ids.indexOf(last);
  // The last user of the page before is not in the list any more, so it is unknown where this page begins.
  if (at === -1)
    throw new ScimError(400, "the list has changed", "expiredCursor");
  return { from: at + 1, ofList };
}
