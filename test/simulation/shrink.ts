/**
 * Leaves out parts of a list, large parts first, as long as the rest breaks the same. A shorter list may exist: if an
 * event is left out, the faults happen to other calls.
 */
export async function shrink<T>(
  whole: readonly T[],
  breaks: (fewer: readonly T[]) => Promise<boolean>,
  maxTries = 100,
): Promise<readonly T[]> {
  let best = whole;
  let tries = 0;
  let size = Math.ceil(whole.length / 2);
  while (size > 0) {
    for (let at = 0; at < best.length && tries < maxTries; tries++) {
      const fewer = best.toSpliced(at, size);
      if (await breaks(fewer)) best = fewer;
      else at += size;
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
}
