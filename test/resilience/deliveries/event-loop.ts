/** Resolves when the condition is true. Checks it each turn of the event loop. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

/** Begins some turns of the event loop later. */
export async function afterTurns<T>(
  turns: number,
  begin: () => Promise<T>,
): Promise<T> {
  for (let turn = 0; turn < turns; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  return begin();
}
