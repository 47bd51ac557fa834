import { ContentList } from "./content-list.tsx";
import type { ContentView } from "../views/content-view.ts";
import { Section } from "./parts.tsx";

type ContentPanelProps = {
  /** The latest of all. */
  contents: readonly ContentView[];
  total: number;
  without: "author" | "place";
  allPath: string;
};

/** The latest contents of a person or a place, with a link to all of them. */
export function ContentPanel({
  contents,
  total,
  without,
  allPath,
}: ContentPanelProps) {
  return (
    <Section title="Contents">
      {contents.length === 0 ? (
        <p class="muted">No contents yet.</p>
      ) : (
        <ContentList contents={contents} without={without} />
      )}
      {total > contents.length && (
        <p>
          <a href={allPath}>All {total} contents</a>
        </p>
      )}
    </Section>
  );
}
