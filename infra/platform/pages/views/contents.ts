import type { PlatformContext } from "../../http/context.ts";
import type { Content } from "../../state/bodies.ts";
import type { StoredContent } from "../../state/platform-state.ts";
import { findPersonView, type Site } from "./people.ts";

/** A content as a line of a list. Its author is absent if the viewer may not find that person. */
export function viewContent(site: Site, content: StoredContent) {
  const { state } = site.context;
  const { id, authorID, body } = content;
  const place = state.places.get(body.place ?? "");
  return {
    path: `/contents/${id}`,
    type: body.type,
    subject: body.subject,
    author: findPersonView(site, authorID),
    place: place && { name: place.body.name, path: `/places/${place.id}` },
    publishedAtMs: publishedAtOf(content),
    replyCount: state.messages.of(id).length,
  };
}

/** Epoch milliseconds. An announcement may name a date of its own. */
function publishedAtOf({ body, publishedAtMs }: StoredContent): number {
  return body.type === "announcement"
    ? (body.publishDate ?? publishedAtMs)
    : publishedAtMs;
}

type Filter = {
  type?: Content["type"] | undefined;
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

/** A page after the last one becomes the last one. */
export function paginate<T>(
  all: readonly T[],
  askedPage: number,
  pageSize: number,
) {
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(askedPage, pages);
  const items = all.slice((page - 1) * pageSize, page * pageSize);
  return { items, total: all.length, page, pages };
}
