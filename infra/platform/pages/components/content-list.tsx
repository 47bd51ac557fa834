import type { ContentView } from "../views/content-view.ts";
import { Day, Portrait, capitalize, countOf } from "./parts.tsx";

type ContentListProps = {
  contents: readonly ContentView[];
  /** What all contents of the list have in common, so no line repeats it. */
  without?: "author" | "place";
};

/** Contents as lines: type and subject, then author, place, date and number of replies. */
export function ContentList({ contents, without }: ContentListProps) {
  return (
    <ul class="divided">
      {contents.map((content) => (
        <li class="beside">
          {without !== "author" && content.author && (
            <Portrait person={content.author} size={40} />
          )}
          <div>
            <p class="strong">
              <a href={content.path}>{content.subject}</a>
            </p>
            <p class="muted row">
              <span>{capitalize(content.type)}</span>
              {without !== "author" && content.author && (
                <a class="plain" href={content.author.path}>
                  {content.author.displayName}
                </a>
              )}
              {without !== "place" && content.place && (
                <a class="plain" href={content.place.path}>
                  {content.place.name}
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
