/** An object that a person created by a request: a content, a place, a membership, a message, an entry. */
export type StoredItem<Body> = {
  id: string;
  /** Id of the person who created it. */
  authorID: string;
  /**
   * Id of the object that it is about, such as the discussion of a reply. It is deleted together with that object.
   */
  aboutID?: string;
  publishedAtMs: number;
  updatedAtMs: number;
  /** The fields that requests set. */
  body: Body;
};

/** Most items are deleted together with their author, and with the object that they are about. */
export function dependsOnAuthor({
  authorID,
  aboutID,
}: StoredItem<unknown>): (string | undefined)[] {
  return [authorID, aboutID];
}
