import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";

const objectSchema = z.record(z.string(), z.unknown());

/**
 * Lists the differences between two versions of a secret, one line for each name: `changed  hr (keys, map)`. The lines
 * contain names, never values. No line means that both versions are equal.
 */
export function compare(before: unknown, after: unknown): string[] {
  return differencesOf(before, after).map(({ change, name, from, to }) => {
    const names =
      change === "changed"
        ? differencesOf(from, to).map((one) => one.name)
        : [];
    const details = names.length > 0 ? ` (${names.join(", ")})` : "";
    return `${change.padEnd(8)} ${name}${details}`;
  });
}

function differencesOf(before: unknown, after: unknown) {
  const [old, now] = [toMap(before), toMap(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (isDeepStrictEqual(from, to)) return [];
    const change = !old.has(name)
      ? "added"
      : now.has(name)
        ? "changed"
        : "removed";
    return [{ change, name, from, to }];
  });
}

/** A map, because a name may be any string. A value that is not an object becomes an empty map. */
function toMap(value: unknown): Map<string, unknown> {
  return new Map(Object.entries(objectSchema.safeParse(value).data ?? {}));
}
