/**
 * What a leaver has published, in words for people. The service account may not see all of it, and a count stops above
 * its limit.
 */
export function describeContents(count: number): string {
  if (count === 0) return "no contents seen";
  return `at least ${count} ${count === 1 ? "content" : "contents"}`;
}
