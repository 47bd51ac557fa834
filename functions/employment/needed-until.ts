import { hasCome, isWithdrawn } from "../../shared/employment/holds.ts";
import type { Situation } from "./look.ts";

/**
 * Until when the data of an operation may be needed to create a person, or for the extras of the hire. It is kept for 14
 * days longer.
 *
 * @returns undefined if the person has all of it and no employment is to come, or later statements say all of it
 */
export function neededUntilMs(
  id: string,
  { item: { person, extrasOf }, holds, nowMs }: Situation,
): number | undefined {
  if (!holds.fields.some(({ by }) => by === id)) return undefined;
  const starts = holds.employments
    .filter((one) => !isWithdrawn(one))
    .map(({ start }) => start);
  // A person who has the data may be deleted before the next employment begins.
  const isToCome = starts.some((start) => !hasCome(start, nowMs));
  const hasPerson = person.is === "enabled" || person.is === "disabled";
  if (hasPerson && !isToCome && extrasOf === undefined) return undefined;
  return Math.max(nowMs, ...starts.map(({ dueMs }) => dueMs));
}
