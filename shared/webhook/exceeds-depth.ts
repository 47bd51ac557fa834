/** Valid events have far fewer levels. */
export const maxLevelsOfEvent = 32;
/** The most events of one request, or of one record. */
export const maxEvents = 100;

/**
 * Whether objects and arrays are nested on more than `maxLevels` levels. The check stops at that level, so a value
 * that is nested deeply enough to overflow the stack costs no more than its first levels.
 */
export function exceedsDepth(maxLevels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members: unknown[] = Object.values(value);
  return (
    maxLevels === 0 ||
    members.some((member) => exceedsDepth(maxLevels - 1, member))
  );
}
