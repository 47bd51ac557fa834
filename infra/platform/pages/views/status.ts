import type {
  Activity,
  PlatformState,
  StoredPerson,
} from "../../state/platform-state.ts";

/** The status that a person has now. */
export type Status = {
  text: string;
  /** Epoch milliseconds; absent if the platform no longer knows. */
  setAtMs: number | undefined;
  /** The entry of the activity stream that says the same. */
  activityID: string | undefined;
};

/** The latest status entry of each person's activity stream, by id of the person. */
export function latestStatusEntries({
  activities,
}: Pick<PlatformState, "activities">): Map<string, Activity> {
  const latest = new Map<string, Activity>();
  for (const entry of activities.all()) {
    const before = latest.get(entry.authorID)?.publishedAtMs ?? -Infinity;
    if (entry.body.verb === "status" && entry.publishedAtMs >= before) {
      latest.set(entry.authorID, entry);
    }
  }
  return latest;
}

/** `latest`: the latest status entry of this person. */
export function viewStatus(
  { status, publishedAtMs, updatedAtMs }: StoredPerson,
  latest: Activity | undefined,
): Status | undefined {
  if (!status) return undefined;
  if (latest?.body.content.text === status) {
    return {
      text: status,
      setAtMs: latest.publishedAtMs,
      activityID: latest.id,
    };
  }
  // A status that came with the new person has no entry.
  const setAtMs = publishedAtMs === updatedAtMs ? publishedAtMs : undefined;
  return { text: status, setAtMs, activityID: undefined };
}
