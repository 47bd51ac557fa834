/**
 * Whether objects and arrays lie in each other on more levels than that. What is written to be deep, to overrun the
 * stack of whoever walks through it, costs no more than its first levels.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members: unknown[] = Object.values(value);
  return (
    levels === 0 || members.some((member) => isDeeperThan(levels - 1, member))
  );
}
