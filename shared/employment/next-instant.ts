import { hasCome, type Holds, isWithdrawn } from "./holds.ts";
import type { SeenPerson, Wanted } from "./move.ts";
import { deletionOf } from "./next-move.ts";
import { wanted as wantedAt } from "./wanted.ts";

/** When something changes next for an operation if nothing is said. Infinity: never. */
export function nextInstant(
  holds: Holds,
  wanted: Wanted,
  person: SeenPerson,
  nowMs: number,
): number {
  const { employments, suspensions, fields } = holds;
  const instants = [
    ...employments
      .filter((one) => !isWithdrawn(one))
      .flatMap(({ start, end }) => [start, end ?? start]),
    ...suspensions.flatMap(({ from, until }) => [from, until ?? from]),
    // A field is written to a person who has access then.
    ...fields.filter(
      ({ isForCreation, dueMs }) =>
        !isForCreation &&
        "fields" in person &&
        wantedAt(holds, dueMs).is === "enabled",
    ),
    ...(wanted.is === "deleted" && person.is === "disabled"
      ? [deletionOf(wanted, person)]
      : []),
  ];
  const toCome = instants.filter((one) => !hasCome(one, nowMs));
  return Math.min(...toCome.map(({ dueMs }) => dueMs));
}
