import type { ContentView } from "../views/contents.ts";
import { capitalize } from "../../../pages/section.tsx";
import { Day, Portrait, countOf } from "./parts.tsx";

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
