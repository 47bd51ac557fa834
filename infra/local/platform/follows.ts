import type { Store, StoredPerson } from "./store.ts";

/** Everybody who follows this person or content, once each. */
export function followersOf(store: Store, followedID: string): StoredPerson[] {
  return peopleOf(
    store,
    store.follows
      .all()
      .filter((follow) => follow.followedID === followedID)
      .map(({ followerID }) => followerID),
  );
}

/** Everybody whom this person follows, once each. */
export function followedBy(store: Store, followerID: string): StoredPerson[] {
  return peopleOf(
    store,
    store.follows
      .all()
      .filter((follow) => follow.followerID === followerID)
      .map(({ followedID }) => followedID),
  );
}

function peopleOf(store: Store, ids: readonly string[]): StoredPerson[] {
  return [...new Set(ids)].flatMap((id) => store.person(id) ?? []);
}
