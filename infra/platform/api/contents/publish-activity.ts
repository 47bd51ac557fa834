import type { PlatformContext } from "../../http/context.ts";

/** Adds an entry to the activity stream of a person. It is deleted together with the object that it is about. */
export function publishActivity(
  { state, options }: PlatformContext,
  authorID: string,
  verb: string,
  text: string,
  aboutID?: string,
): void {
  const nowMs = options.nowMs();
  state.activities.put({
    id: state.nextID(),
    authorID,
    ...(aboutID && { aboutID }),
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    body: { verb, content: { type: "text/plain", text } },
  });
}
