import { isWithdrawn } from "../../shared/employment/holds.ts";
import type { Situation } from "./look.ts";

/**
 * Until when the data of an operation may be needed to create a person. It is kept for 14 days longer.
 *
 * @returns undefined if the person has it and no employment is to come, or a later statement says all of it
 */
export function neededUntilMs(
  id: string,
  { item: { person }, holds, nowMs }: Situation,
): number | undefined {
  if (!holds.fields.some(({ by }) => by === id)) return undefined;
  const starts = holds.employments
    .filter((one) => !isWithdrawn(one))
    .map(({ start }) => start.dueMs);
  // A person who has the data may be deleted before the next employment begins.
  const hasPerson = person.is === "enabled" || person.is === "disabled";
  if (hasPerson && !starts.some((dueMs) => dueMs > nowMs)) return undefined;
  return Math.max(nowMs, ...starts);
}
