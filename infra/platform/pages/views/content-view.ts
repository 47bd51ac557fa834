import type { PlatformContext } from "../../http/context.ts";
import type {
  StoredContent,
  StoredPerson,
} from "../../state/platform-state.ts";
import { findPersonView } from "./person-view.ts";

export type ContentView = ReturnType<typeof viewContent>;

/** A content as a line of a list. Its author is absent if the requester may not find that person. */
export function viewContent(
  context: PlatformContext,
  requester: StoredPerson,
  content: StoredContent,
) {
  const { state } = context;
  const { id, authorID, body } = content;
  const place = state.places.get(body.place ?? "");
  return {
    path: `/contents/${id}`,
    type: body.type,
    subject: body.subject,
    author: findPersonView(context, requester, authorID),
    place: place && { name: place.body.name, path: `/places/${place.id}` },
    publishedAtMs: publishedAtOf(content),
    replyCount: state.messages.all().filter(({ aboutID }) => aboutID === id)
      .length,
  };
}

/** Epoch milliseconds. An announcement may name a date of its own. */
export function publishedAtOf({ body, publishedAtMs }: StoredContent): number {
  return body.type === "announcement"
    ? (body.publishDate ?? publishedAtMs)
    : publishedAtMs;
}
