import { capitalize, countOf } from "../../../pages/parts.tsx";
import { Day } from "./parts.tsx";
import type {
  PlatformState,
  StoredContent,
} from "../../state/platform-state.ts";

type ContentListProps = {
  contents: readonly StoredContent[];
  state: PlatformState;
};

export function ContentList({ contents, state }: ContentListProps) {
  return (
    <ul class="divided">
      {contents
        .toSorted((a, b) => publishedAtMsOf(b) - publishedAtMsOf(a))
        .map((content) => {
          const { id, body } = content;
          const replies = state.messages.of(id).length;
          return (
            <li class="flow">
              <p class="strong">
                <a href={`/contents/${id}`}>{body.subject}</a>
              </p>
              <p class="muted row">
                <span>{typeAndPlaceOf(content, state)}</span>
                <Day atMs={publishedAtMsOf(content)} />
                {replies > 0 && (
                  <span>{countOf(replies, "reply", "replies")}</span>
                )}
              </p>
            </li>
          );
        })}
    </ul>
  );
}

/** "Discussion", or "Discussion in Workshop" */
export function typeAndPlaceOf(
  { body }: StoredContent,
  { places }: PlatformState,
): string {
  const place = places.get(body.place ?? "");
  return capitalize(body.type) + (place ? ` in ${place.body.name}` : "");
}

/** The time that readers see. An announcement may name it; other contents have the time of their creation. */
export function publishedAtMsOf({
  body,
  publishedAtMs,
}: StoredContent): number {
  return body.type === "announcement"
    ? (body.publishDate ?? publishedAtMs)
    : publishedAtMs;
}
