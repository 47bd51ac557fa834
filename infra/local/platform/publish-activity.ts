import type { PlatformContext } from "./context.ts";

/** Writes an entry into a person's activity stream. It goes with what it is about. */
export function publishActivity(
  { store, options }: PlatformContext,
  authorID: string,
  verb: string,
  text: string,
  aboutID?: string,
): void {
  const nowMs = options.nowMs();
  store.activities.put({
    id: store.nextID(),
    authorID,
    ...(aboutID && { aboutID }),
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    body: { verb, content: { type: "text/plain", text } },
  });
}
