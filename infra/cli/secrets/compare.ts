import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";

const objectSchema = z.record(z.string(), z.unknown());

/**
 * What storing would change, a line for each name: `changed  hr (keys, map)`. Names only, never values; no line means
 * that both are the same.
 */
export function compare(before: unknown, after: unknown): string[] {
  return differencesOf(before, after).map(({ what, name, from, to }) => {
    const inside =
      what === "changed" ? differencesOf(from, to).map((one) => one.name) : [];
    const within = inside.length > 0 ? ` (${inside.join(", ")})` : "";
    return `${what.padEnd(8)} ${name}${within}`;
  });
}

function differencesOf(before: unknown, after: unknown) {
  const [old, now] = [toMap(before), toMap(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (isDeepStrictEqual(from, to)) return [];
    const what = !old.has(name)
      ? "added"
      : now.has(name)
        ? "changed"
        : "removed";
    return [{ what, name, from, to }];
  });
}

/** A map, for a name may be any text. What is no object has no names. */
function toMap(value: unknown): Map<string, unknown> {
  return new Map(Object.entries(objectSchema.safeParse(value).data ?? {}));
}
