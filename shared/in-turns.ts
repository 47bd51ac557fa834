/** Works on all items, on a number of them at the same time. The results are in the order of the items. */
export async function inTurns<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += width)
    results.push(
      ...(await Promise.all(items.slice(from, from + width).map(work))),
    );
  return results;
}
