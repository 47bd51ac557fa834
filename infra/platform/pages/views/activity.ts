import { plainTextOf } from "../../http/html-text.ts";
import type { Activity, PlatformState } from "../../state/platform-state.ts";

const maxActivities = 20;

export type ActivityView = {
  /** What the person did; absent for a status, which is the person's own words. */
  verb: string | undefined;
  subject: string | undefined;
  text: string;
  /** The page of the content that the entry is about. */
  path: string | undefined;
  publishedAtMs: number;
};

/** The latest entries of a person's activity stream, newest first, without the entry `hiddenID`. */
export function viewActivities(
  state: PlatformState,
  authorID: string,
  hiddenID: string | undefined,
): ActivityView[] {
  return state.activities
    .all()
    .filter((entry) => entry.authorID === authorID && entry.id !== hiddenID)
    .toSorted((a, b) => b.publishedAtMs - a.publishedAtMs)
    .slice(0, maxActivities)
    .map(({ aboutID, body, publishedAtMs }) => ({
      verb: body.verb === "status" ? undefined : (body.verb ?? "posted"),
      subject: body.subject,
      text: plainTextOf(body.content, "\n"),
      path: pathOf(state, aboutID),
      publishedAtMs,
    }));
}

/** An entry is about a content, or about a reply to one. */
function pathOf(
  { contents, messages }: PlatformState,
  aboutID: Activity["aboutID"] = "",
): string | undefined {
  if (contents.get(aboutID)) return `/contents/${aboutID}`;
  const reply = messages.get(aboutID);
  return reply?.aboutID && `/contents/${reply.aboutID}#reply-${reply.id}`;
}
