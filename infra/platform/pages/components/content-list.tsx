import type { StoredContent } from "../../state/platform-state.ts";
import { viewContent } from "../views/contents.ts";
import type { Site } from "../views/people.ts";
import { Section, capitalize } from "../../../pages/section.tsx";
import { Day, Portrait, countOf } from "./parts.tsx";

type ContentListProps = {
  site: Site;
  contents: readonly StoredContent[];
  /** What all contents of the list have in common, so no line repeats it. */
  without?: "author" | "place" | undefined;
};

/** Contents as lines: type and subject, then author, place, date and number of replies. */
export function ContentList({ site, contents, without }: ContentListProps) {
  const items = contents.map((content) => viewContent(site, content));
  return (
    <ul class="divided">
      {items.map((content) => (
        <li class="beside">
          {without !== "author" && content.author && (
            <Portrait person={content.author} size={40} />
          )}
          <div class="flow">
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

type ContentPanelProps = ContentListProps & {
  /** How many of the contents the panel shows. */
  most: number;
  allPath: string;
};

/** The latest contents of a person or a place, with a link to all of them. */
export function ContentPanel({ most, allPath, ...list }: ContentPanelProps) {
  const total = list.contents.length;
  return (
    <Section title="Contents">
      {total === 0 ? (
        <p class="muted">No contents yet.</p>
      ) : (
        <ContentList {...list} contents={list.contents.slice(0, most)} />
      )}
      {total > most && (
        <p>
          <a href={allPath}>All {total} contents</a>
        </p>
      )}
    </Section>
  );
}
