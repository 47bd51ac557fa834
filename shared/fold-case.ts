/**
 * One form of all spellings of a name, to compare names: without regard to upper and lower case, and to the normal form
 * of Unicode, which the platform may change.
 */
export function foldCase(name: string): string {
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

/** Whether two spellings are one username. */
export function isSameUsername(one = "", other = ""): boolean {
  return foldCase(one) === foldCase(other);
}
