const limitWords: Record<string, string> = {
  "disable-limit": "Disabled people",
  "deletion-limit": "Deleted people",
  "rename-limit": "Renamed people",
};

/** What a limit counts. A limit that is not known yet is shown as it is. */
export function describeLimit(name: string): string {
  return limitWords[name] ?? name;
}
