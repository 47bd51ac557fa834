/** Text that is not JSON is as far from any schema as `undefined` is, and its error would quote it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
