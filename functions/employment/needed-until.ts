import { isWithdrawn } from "../../shared/employment/holds.ts";
import type { Situation } from "./look.ts";

/**
 * Until when the data of an operation may be needed to create a person. It is kept for 14 days longer.
 *
 * @returns undefined if the person has it, or a later statement says all of it
 */
export function neededUntilMs(
  id: string,
  { item: { person }, holds, nowMs }: Situation,
): number | undefined {
  if (person.is === "enabled" || person.is === "disabled") return undefined;
  if (!holds.fields.some(({ by }) => by === id)) return undefined;
  const toCome = holds.employments
    .filter((one) => !isWithdrawn(one))
    .map(({ start }) => start.dueMs);
  return Math.max(nowMs, ...toCome);
}
