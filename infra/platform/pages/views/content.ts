import type { PlatformContext } from "../../http/context.ts";
import { paragraphsOf } from "../../http/html-text.ts";
import type {
  StoredContent,
  StoredPerson,
} from "../../state/platform-state.ts";
import { viewContent, type ContentView } from "./content-view.ts";
import { findPersonView, type PersonView } from "./person-view.ts";

type Reply = {
  id: string;
  author: PersonView | undefined;
  publishedAtMs: number;
  paragraphs: readonly string[];
};

/** A content with all that its page shows. */
export type ContentDetails = {
  content: ContentView;
  paragraphs: readonly string[];
  /** Of a poll. */
  options: readonly string[];
  tags: readonly string[];
  /** Epoch milliseconds; absent if the content is as it was published. */
  updatedAtMs: number | undefined;
  likedBy: readonly PersonView[];
  /** Oldest first; absent if this type of content has no replies. */
  replies: readonly Reply[] | undefined;
};

export function viewContentDetails(
  context: PlatformContext,
  requester: StoredPerson,
  stored: StoredContent,
): ContentDetails {
  const { state } = context;
  const { id, body, publishedAtMs, updatedAtMs } = stored;
  const view = (personID: string) =>
    findPersonView(context, requester, personID);
  return {
    content: viewContent(context, requester, stored),
    paragraphs: paragraphsOf(body.content),
    options: body.type === "poll" ? body.options : [],
    tags: body.tags ?? [],
    updatedAtMs: updatedAtMs > publishedAtMs ? updatedAtMs : undefined,
    likedBy: state.likes
      .all()
      .filter(({ contentID }) => contentID === id)
      .flatMap(({ personID }) => view(personID) ?? []),
    replies:
      body.type === "discussion"
        ? state.messages
            .all()
            .filter(({ aboutID }) => aboutID === id)
            .map((message) => ({
              id: message.id,
              author: view(message.authorID),
              publishedAtMs: message.publishedAtMs,
              paragraphs: paragraphsOf(message.body.content),
            }))
        : undefined,
  };
}
