import type { PlatformState, StoredPerson } from "./platform-state.ts";

/** Everybody who follows this person or content, once each. */
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

/** Everybody whom this person follows, once each. */
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
