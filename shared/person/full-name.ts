/** The full name of a person whose event names none. */
export function fullNameOf({
  givenName = "",
  familyName = "",
}: {
  givenName?: string | undefined;
  familyName?: string | undefined;
}): string {
  return `${givenName} ${familyName}`.trim();
}
