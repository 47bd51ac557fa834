/**
 * Whether two spellings are one username: without regard to upper and lower case, which the platform does not
 * distinguish, and to the normal form of Unicode, which it may change.
 */
export function isSameUsername(one = "", other = ""): boolean {
  return fold(one) === fold(other);
}

function fold(username: string): string {
  return username.normalize("NFC").toLowerCase().normalize("NFC");
}
