import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { readJson } from "../http/body.ts";
import type { Api, Call, PlatformContext } from "../http/context.ts";
import { refuse } from "../http/errors.ts";
import { answerPage } from "../http/paging.ts";
import type { Resources, Verb } from "../http/permissions.ts";
import { requesterAfterBody, requesterOf } from "../http/requester.ts";
import { formatDate } from "../state/dates.ts";
import type { StoredItem, StoredPerson } from "../state/platform-state.ts";
import type { Table } from "../state/table.ts";
import { referToPerson } from "./people/present-person.ts";

/** What differs between the families of items (docs/interface.md, §1). */
export type ItemKind<Body extends object> = {
  table: Table<StoredItem<Body>>;
  /** The schema of the body of POST and PUT. Both need the required fields. */
  schema: (requester: StoredPerson) => z.ZodType<Body>;
  /** The fields that PUT cannot change. */
  fixed?: readonly (keyof Body)[];
  /** The verbs that the requester may use on the item. Without GET, the item does not exist for the requester. */
  allowed: (requester: StoredPerson, item: StoredItem<Body>) => Verb[];
  /** Path of the item below /api/core/v3. */
  pathOf: (item: StoredItem<Body>) => string;
  /** Whether lists begin with the newest item. @default false */
  newestFirst?: boolean;
  /** Further fields of the answer. They replace fields of the same name that all items have. */
  show: (requester: StoredPerson, item: StoredItem<Body>) => object;
  resources?: (requester: StoredPerson, item: StoredItem<Body>) => Resources;
  /** Throws an HTTPException if the requester may not create this item. */
  beforeCreate?: (requester: StoredPerson, body: Body) => void;
  afterCreate?: (requester: StoredPerson, item: StoredItem<Body>) => void;
};

/** Create and list on `path`, read, update and delete on `path/{id}` (docs/interface.md, §1). */
export function addItemRoutes<Body extends object>(
  api: Api,
  context: PlatformContext,
  path: string,
  kind: ItemKind<Body>,
): void {
  const { options } = context;
  const itemOfPath = (c: Call, verb: Verb) =>
    findItem(kind, requesterOf(c), c.req.param("id") ?? "", verb);

  api.post(path, async (c) => {
    const body = await readJson(c, kind.schema(requesterOf(c)));
    const requester = requesterAfterBody(c, context);
    const item = createItem(context, kind, requester, body);
    return c.json(presentItem(context, kind, requester, item), 201);
  });

  api.get(path, (c) => {
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

  api.get(`${path}/:id`, (c) => {
    const item = itemOfPath(c, "GET");
    return c.json(presentItem(context, kind, requesterOf(c), item));
  });

  api.put(`${path}/:id`, async (c) => {
    const requester = requesterOf(c);
    itemOfPath(c, "PUT");
    const body = await readJson(c, kind.schema(requester));
    // Read again: another request may have changed or deleted the item while the body came in.
    const item = itemOfPath(c, "PUT");
    for (const field of kind.fixed ?? [])
      if (!isDeepStrictEqual(item.body[field], body[field]))
        refuse(400, `${String(field)}: can't be changed`);
    const changed = {
      ...item,
      updatedAtMs: options.nowMs(),
      body: options.update === "merge" ? { ...item.body, ...body } : body,
    };
    kind.table.put(changed);
    return c.json(presentItem(context, kind, requester, changed));
  });

  api.delete(`${path}/:id`, (c) => {
    kind.table.remove(itemOfPath(c, "DELETE").id);
    return c.body(null, 204);
  });
}

/** A kind of parts of a person or of a discussion, such as tasks or replies. */
export type PartKind<Part extends { id: string }> = {
  /** @throws HTTPException if the object does not exist for the requester, or does not show its parts */
  partsOf: (c: Call) => readonly Part[];
  present: (part: Part, requester: StoredPerson) => { resources: Resources };
  /** Reads the body and creates a part. Without it, there is no POST of this form. */
  create?: (c: Call) => Promise<Part>;
  /** The answer to a read of one part. @default as `present` shows it */
  answer?: (c: Call, part: Part) => Response;
};

/**
 * List and create on `path`, read on `path/{<name>ID}`.
 *
 * @param name - of one part: "task"
 */
export function addPartRoutes<Part extends { id: string }>(
  api: Api,
  context: PlatformContext,
  path: string,
  name: string,
  { partsOf, present, create, answer }: PartKind<Part>,
): void {
  api.get(path, (c) =>
    answerPage(c, context, partsOf(c), (part) => present(part, requesterOf(c))),
  );
  if (create) {
    api.post(path, async (c) => {
      const part = await create(c);
      return c.json(present(part, requesterOf(c)), 201);
    });
  }
  api.get(`${path}/:${name}ID`, (c) => {
    const asked = c.req.param(`${name}ID`);
    const part =
      partsOf(c).find(({ id }) => id === asked) ??
      refuse(404, `There is no such ${name}.`);
    return answer?.(c, part) ?? c.json(present(part, requesterOf(c)));
  });
}

/**
 * Creates an item as POST does.
 *
 * @throws HTTPException if the requester may not create it
 */
export function createItem<Body extends object>(
  context: PlatformContext,
  kind: ItemKind<Body>,
  requester: StoredPerson,
  body: Body,
): StoredItem<Body> {
  kind.beforeCreate?.(requester, body);
  const item = newItem(context, requester.id, body);
  kind.table.put(item);
  kind.afterCreate?.(requester, item);
  return item;
}

/** An item that is in no table yet. */
export function newItem<Body extends object>(
  { state, options }: PlatformContext,
  authorID: string,
  body: Body,
  aboutID?: string,
): StoredItem<Body> {
  const nowMs = options.nowMs();
  return {
    id: state.nextID(),
    authorID,
    ...(aboutID !== undefined && { aboutID }),
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    body,
  };
}

/** Adds an entry to the activity stream of a person. It is deleted together with the object that it is about. */
export function publishActivity(
  context: PlatformContext,
  authorID: string,
  verb: string,
  text: string,
  aboutID?: string,
): void {
  const body = { verb, content: { type: "text/plain", text } };
  context.state.activities.put(newItem(context, authorID, body, aboutID));
}

export type ShownKind<Body extends object> = Pick<
  ItemKind<Body>,
  "allowed" | "pathOf" | "show" | "resources"
>;

export function presentItem<Body extends object>(
  context: PlatformContext,
  kind: ShownKind<Body>,
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
  if (item === undefined || !allowed.includes("GET"))
    refuse(404, "There is no such object.");
  if (!allowed.includes(verb)) refuse(403, "The requester may not do this.");
  return item;
}
