import { hasCome, type Holds, isWithdrawn } from "./holds.ts";
import type { SeenPerson, Wanted } from "./move.ts";
import { deletionOf } from "./next-move.ts";
import { changesAfter, wanted as wantedAt } from "./wanted.ts";

/** When something changes next for an operation if nothing is said. Infinity: never. */
export function nextInstant(
  holds: Holds,
  wanted: Wanted,
  person: SeenPerson,
  nowMs: number,
): number {
  const isSeen = "fields" in person;
  const due = changesAfter(nowMs, {
    suspensions: holds.suspensions,
    employments: holds.employments.filter((one) => !isWithdrawn(one)),
    // A field is written to a person who has access then.
    fields: holds.fields.filter(
      ({ isForCreation, dueMs }) =>
        isSeen && !isForCreation && wantedAt(holds, dueMs).is === "enabled",
    ),
  });
  if (wanted.is === "deleted" && person.is === "disabled") {
    const deletion = deletionOf(wanted, person);
    if (!hasCome(deletion, nowMs)) due.push(deletion.dueMs);
  }
  return Math.min(...due);
}
