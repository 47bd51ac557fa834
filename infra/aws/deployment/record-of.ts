/** Creates an object with one value for each name. */
export function recordOf<N extends string, T>(
  names: readonly N[],
  valueOf: (name: N) => T,
): Record<N, T>;
export function recordOf<T>(
  names: readonly string[],
  valueOf: (name: string) => T,
): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}
