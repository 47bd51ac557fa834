import { isDeepStrictEqual } from "node:util";
import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod";
import { readJson } from "../http/body.ts";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { formatDate } from "../state/dates.ts";
import type { StoredItem } from "../state/item.ts";
import { answerPage } from "../http/paging.ts";
import { referToPerson } from "./people/present-person.ts";
import { requesterAfterBody, requesterOf } from "../http/requester.ts";
import type { Resources, Verb } from "../http/resources.ts";
import type { StoredPerson } from "../state/platform-state.ts";
import type { Table } from "../state/table.ts";

/** The part of a family that differs from other families (docs/interface.md, §1). */
export type ItemKind<Body extends object> = {
  table: Table<StoredItem<Body>>;
  /** The schema of the body of POST and PUT. Both need the required fields. */
  schema: (requester: StoredPerson) => z.ZodType<Body>;
  /** Fields that a PUT must not change. */
  fixed?: readonly (keyof Body)[];
  /** The verbs that the requester may use on the item. Without GET, the item does not exist for the requester. */
  allowed: (requester: StoredPerson, item: StoredItem<Body>) => Verb[];
  /** Path of the item below /api/core/v3. */
  pathOf: (item: StoredItem<Body>) => string;
  /** Whether lists begin with the newest item. @default false */
  newestFirst?: boolean;
  /** Further fields of the answer. They replace fields of the same name that all items have. */
  show: (requester: StoredPerson, item: StoredItem<Body>) => object;
  /** The resources beside `self`. */
  resources?: (requester: StoredPerson, item: StoredItem<Body>) => Resources;
  /** Throws an HTTPException if the requester may not create this item. */
  beforeCreate?: (requester: StoredPerson, body: Body) => void;
  /** Further effects of a creation. */
  afterCreate?: (requester: StoredPerson, item: StoredItem<Body>) => void;
};

/** Create and list on `path`, read, update and delete on `path/{id}` (docs/interface.md, §1). */
export function createItemRoutes<Body extends object>(
  context: PlatformContext,
  path: string,
  kind: ItemKind<Body>,
): Hono<PlatformEnv> {
  const { options } = context;
  const routes = new Hono<PlatformEnv>();
  const itemOfPath = (c: Context<PlatformEnv>, verb: Verb) =>
    findItem(kind, requesterOf(c), c.req.param("id") ?? "", verb);

  routes.post(path, async (c) => {
    const body = await readJson(c, kind.schema(requesterOf(c)));
    const requester = requesterAfterBody(c, context);
    const item = createItem(context, kind, requester, body);
    return c.json(presentItem(context, kind, requester, item), 201);
  });

  routes.get(path, (c) => {
    const requester = requesterOf(c);
    const items = kind.table
      .all()
      .filter((item) => kind.allowed(requester, item).includes("GET"));
    return answerPage(
      c,
      context,
      kind.newestFirst === true ? items.toReversed() : items,
      (item) => presentItem(context, kind, requester, item),
    );
  });

  routes.get(`${path}/:id`, (c) => {
    const item = itemOfPath(c, "GET");
    return c.json(presentItem(context, kind, requesterOf(c), item));
  });

  routes.put(`${path}/:id`, async (c) => {
    const requester = requesterOf(c);
    itemOfPath(c, "PUT");
    const body = await readJson(c, kind.schema(requester));
    // Read again: another request may have changed or deleted the item while the body came in.
    const item = itemOfPath(c, "PUT");
    requireFixed(kind, item.body, body);
    const changed = {
      ...item,
      updatedAtMs: options.nowMs(),
      body: options.update === "merge" ? { ...item.body, ...body } : body,
    };
    kind.table.put(changed);
    return c.json(presentItem(context, kind, requester, changed));
  });

  routes.delete(`${path}/:id`, (c) => {
    kind.table.remove(itemOfPath(c, "DELETE").id);
    return c.body(null, 204);
  });

  return routes;
}

/**
 * Creates an item as POST does.
 *
 * @throws HTTPException if the requester may not create it
 */
export function createItem<Body extends object>(
  { state, options }: PlatformContext,
  kind: ItemKind<Body>,
  requester: StoredPerson,
  body: Body,
): StoredItem<Body> {
  kind.beforeCreate?.(requester, body);
  const nowMs = options.nowMs();
  const item: StoredItem<Body> = {
    id: state.nextID(),
    authorID: requester.id,
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    body,
  };
  kind.table.put(item);
  kind.afterCreate?.(requester, item);
  return item;
}

/** The JSON of an item for this requester. */
export function presentItem<Body extends object>(
  context: PlatformContext,
  kind: ItemKind<Body>,
  requester: StoredPerson,
  item: StoredItem<Body>,
) {
  return {
    id: item.id,
    author: referToPerson(context, requester, item.authorID),
    published: formatDate(item.publishedAtMs),
    updated: formatDate(item.updatedAtMs),
    ...kind.show(requester, item),
    resources: {
      self: {
        ref: context.apiUrl + kind.pathOf(item),
        allowed: kind.allowed(requester, item),
      },
      ...kind.resources?.(requester, item),
    },
  };
}

/**
 * Finds the item of this id.
 *
 * @throws HTTPException 404 if it does not exist for the requester, 403 if the requester may not use `verb` on it
 */
export function findItem<Body extends object>(
  kind: ItemKind<Body>,
  requester: StoredPerson,
  id: string,
  verb: Verb,
): StoredItem<Body> {
  const item = kind.table.get(id);
  const allowed = item === undefined ? [] : kind.allowed(requester, item);
  if (item === undefined || !allowed.includes("GET")) {
    throw new HTTPException(404, { message: "There is no such object." });
  }
  if (!allowed.includes(verb)) {
    throw new HTTPException(403, { message: "The requester may not do this." });
  }
  return item;
}

function requireFixed<Body extends object>(
  { fixed = [] }: ItemKind<Body>,
  before: Body,
  after: Body,
): void {
  for (const field of fixed) {
    if (isDeepStrictEqual(before[field], after[field])) continue;
    throw new HTTPException(400, {
      message: `${String(field)}: can't be changed`,
    });
  }
}
