import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import type { PlatformContext } from "../../http/context.ts";
import type {
  StoredContent,
  StoredPerson,
  StoredPlace,
} from "../../state/platform-state.ts";
import {
  publishedAtOf,
  viewContent,
  type ContentView,
} from "./content-view.ts";
import { paginate, type PageOf } from "./paginate.ts";
import { requirePerson, viewPerson, type PersonView } from "./person-view.ts";

export const contentTypes = [
  "announcement",
  "discussion",
  "document",
  "poll",
  "post",
] as const;

const pageSize = 30;

// A mistyped address still leads to a page.
const querySchema = z.object({
  type: z.enum(contentTypes).optional().catch(undefined),
  author: z.string().optional(),
  place: z.string().optional(),
  page: z.coerce.number().int().min(1).catch(1),
});

/** One page of the contents that match the filters, newest first. */
export type ContentIndex = PageOf<ContentView> & {
  type: (typeof contentTypes)[number] | undefined;
  author: PersonView | undefined;
  place: { id: string; name: string } | undefined;
};

/** @throws HTTPException 404 if the author or the place of the query does not exist for the requester */
export function findContents(
  context: PlatformContext,
  requester: StoredPerson,
  query: Record<string, string>,
): ContentIndex {
  const {
    type,
    author: username,
    place: placeID,
    page,
  } = querySchema.parse(query);
  const author =
    username === undefined
      ? undefined
      : requirePerson(context, requester, username);
  const place =
    placeID === undefined ? undefined : requirePlace(context, placeID);
  const contents = listContents(context, {
    type,
    authorID: author?.id,
    placeID: place?.id,
  });
  const { items, ...position } = paginate(contents, page, pageSize);
  return {
    ...position,
    items: items.map((item) => viewContent(context, requester, item)),
    type,
    author: author && viewPerson(context, requester, author),
    place: place && { id: place.id, name: place.body.name },
  };
}

type Filter = {
  type?: string | undefined;
  authorID?: string | undefined;
  placeID?: string | undefined;
};

/** The contents that have every given property, newest first. */
export function listContents(
  { state }: PlatformContext,
  { type, authorID, placeID }: Filter,
): StoredContent[] {
  return state.contents
    .all()
    .filter(
      (content) =>
        (type === undefined || content.body.type === type) &&
        (authorID === undefined || content.authorID === authorID) &&
        (placeID === undefined || content.body.place === placeID),
    )
    .toSorted((a, b) => publishedAtOf(b) - publishedAtOf(a));
}

/** @throws HTTPException 404 */
export function requirePlace(
  { state }: PlatformContext,
  id: string,
): StoredPlace {
  const place = state.places.get(id);
  if (place === undefined) throw new HTTPException(404);
  return place;
}
