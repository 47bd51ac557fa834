import { capitalize } from "../../../pages/section.tsx";
import { Day, Portrait, countOf } from "./parts.tsx";
import type { StoredContent } from "../../state/platform-state.ts";
import { findPersonView, type Site } from "../views/people.ts";

/** Contents as lines: type and subject, then author, place, date and number of replies. */
export function ContentList({
  contents,
}: {
  contents: readonly ContentView[];
}) {
  if (contents.length === 0) return <p class="muted">No contents yet.</p>;
  return (
    <ul class="divided">
      {contents.map(({ author, place, ...content }) => (
        <li class="beside">
          {author && <Portrait person={author} size={40} />}
          <div class="flow">
            <p class="strong">
              <a href={content.path}>{content.subject}</a>
            </p>
            <p class="muted row">
              <span>{capitalize(content.type)}</span>
              {author && (
                <a class="plain" href={author.path}>
                  {author.displayName}
                </a>
              )}
              {place && (
                <a class="plain" href={place.path}>
                  {place.name}
                </a>
              )}
              <Day atMs={content.publishedAtMs} />
              {content.replyCount > 0 && (
                <span>{countOf(content.replyCount, "reply", "replies")}</span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

type ContentView = ReturnType<typeof viewContent>;

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
