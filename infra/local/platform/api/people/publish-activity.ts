import type { PlatformContext } from "../../http/context.ts";

/** Writes an entry into a person's activity stream. It goes with what it is about. */
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
