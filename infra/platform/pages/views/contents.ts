import type { StoredContent } from "../../state/platform-state.ts";
import { findPersonView, type Site } from "./people.ts";

export type ContentView = ReturnType<typeof viewContent>;

/** A content as a line of a list. Its author is absent if the viewer may not find that person. */
export function viewContent(site: Site, content: StoredContent) {
  const { state } = site.context;
  const { id, authorID, body, publishedAtMs } = content;
  const place = state.places.get(body.place ?? "");
  return {
    path: `/contents/${id}`,
    type: body.type,
    subject: body.subject,
    author: findPersonView(site, authorID),
    place: place && { name: place.body.name, path: `/places/${place.id}` },
    /** An announcement may name a date of its own. */
    publishedAtMs:
      body.type === "announcement"
        ? (body.publishDate ?? publishedAtMs)
        : publishedAtMs,
    replyCount: state.messages.of(id).length,
  };
}

/** The contents that `isMeant` chooses, newest first. */
export function viewContents(
  site: Site,
  isMeant: (content: StoredContent) => boolean = () => true,
): ContentView[] {
  return site.context.state.contents
    .all()
    .filter(isMeant)
    .map((content) => viewContent(site, content))
    .toSorted((a, b) => b.publishedAtMs - a.publishedAtMs);
}
