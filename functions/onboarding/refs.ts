import type { Person } from "../../shared/community/person.ts";

/** Links of a person, by resource name, as we remember them. */
export function refsOf({
  resources,
}: Person): Record<string, string> | undefined {
  if (resources === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(resources).flatMap(([name, { ref }]) =>
      ref === undefined ? [] : [[name, ref]],
    ),
  );
}
