/** A thing that somebody made by a request: a content, a place, a membership, a message, an entry. */
export type StoredItem<Body> = {
  id: string;
  /** Who made it. */
  authorID: string;
  /** What it is about and goes with: the discussion of a reply, the content of an activity. */
  aboutID?: string;
  publishedAtMs: number;
  updatedAtMs: number;
  /** What requests may set. */
  body: Body;
};

/** Most things go with who made them, and with what they are about. */
export function dependsOnAuthor({
  authorID,
  aboutID,
}: StoredItem<unknown>): (string | undefined)[] {
  return [authorID, aboutID];
}
