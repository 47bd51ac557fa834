/** A part of a run: the events that HR says, by their numbers, and the kinds of faults that do not happen. */
export type Part = { events: readonly number[]; without: readonly string[] };

/**
 * Leaves out kinds of faults and events as long as the same thing breaks. What is left is the shortest history that was
 * found, which may not be the shortest one: without an event, the chance of the faults meets other calls.
 */
export async function shrink(
  whole: Part,
  kinds: readonly string[],
  breaks: (part: Part) => Promise<boolean>,
  maxTries = 100,
): Promise<Part> {
  let best = whole;
  let tries = 0;
  async function attempt(part: Part): Promise<boolean> {
    tries += 1;
    if (tries > maxTries || !(await breaks(part))) return false;
    best = part;
    return true;
  }

  let size = Math.ceil(best.events.length / 2);
  while (size > 0 && tries < maxTries) {
    for (let at = 0; at < best.events.length;) {
      const { events, without } = best;
      const fewer = events.filter((_, n) => n < at || n >= at + size);
      const isShorter = await attempt({ events: fewer, without });
      if (!isShorter) at += size;
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  for (const kind of kinds)
    await attempt({ ...best, without: [...best.without, kind] });
  return best;
}
