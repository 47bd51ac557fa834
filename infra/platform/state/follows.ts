import type { PlatformState, StoredPerson } from "./platform-state.ts";

/** The followers of a person or a content, each of them once. */
export function followersOf(
  state: PlatformState,
  followedID: string,
): StoredPerson[] {
  return peopleOf(
    state,
    state.follows
      .all()
      .filter((follow) => follow.followedID === followedID)
      .map(({ followerID }) => followerID),
  );
}

/** The people that a person follows, each of them once. */
export function followedBy(
  state: PlatformState,
  followerID: string,
): StoredPerson[] {
  return peopleOf(
    state,
    state.follows
      .all()
      .filter((follow) => follow.followerID === followerID)
      .map(({ followedID }) => followedID),
  );
}

function peopleOf(
  state: PlatformState,
  ids: readonly string[],
): StoredPerson[] {
  return [...new Set(ids)].flatMap((id) => state.person(id) ?? []);
}
