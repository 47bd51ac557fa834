/** The word with the fewest edits. Undefined if it needs more than one, and more than a third of the given letters. */
export function nearestTo(
  given: string,
  words: Iterable<string>,
): string | undefined {
  let nearest: string | undefined;
  const mostEdits = Math.max(1, Math.floor(given.length / 3));
  let leastEdits = mostEdits + 1;
  for (const word of words) {
    if (Math.abs(word.length - given.length) >= leastEdits) continue;
    const edits = editsBetween(given.toLowerCase(), word.toLowerCase());
    if (edits < leastEdits) [nearest, leastEdits] = [word, edits];
  }
  return nearest;
}

/** How many letters to add, leave out or replace; two neighbours that change places are one edit. */
function editsBetween(a: string, b: string): number {
  let [before, last]: number[][] = [
    [],
    Array.from({ length: b.length + 1 }, (_, i) => i),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last?.[j] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + cost,
        isSwap ? (before?.[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
}
