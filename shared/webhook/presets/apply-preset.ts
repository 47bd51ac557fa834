import * as z from "zod/mini";
import { jsonObjectSchema } from "../../fields.ts";
import { isJsonObject } from "../../parse-json.ts";
import { presets } from "./presets.ts";

/** The place of the company's own host in the parts of a preset. */
const hostPlaceholder = "{host}";
const hostSchema = z
  .string()
  .check(z.regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/));

/** An entry with the parts of its preset, and the name of the preset if it has one. Or: why the preset is wrong. */
type Applied = { entry: unknown; preset?: string } | { issue: string };

/**
 * Adds the parts of a preset to a caller's entry that names one. The entry overrides them by JSON Merge Patch
 * (RFC 7396), where null removes a member. In a table of a map, null is kept: there it says which value of the sender
 * is ignored.
 */
export function applyPreset(written: unknown): Applied {
  const fields = jsonObjectSchema.safeParse(written);
  if (!fields.success) return { entry: written };
  const { preset, host, ...own } = fields.data;
  if (preset === undefined) return { entry: written };
  if (typeof preset !== "string" || !Object.hasOwn(presets, preset)) {
    const known = Object.keys(presets).join(", ");
    return { issue: `#/preset must be one of ${known}` };
  }
  const text = JSON.stringify(presets[preset]);
  const hasOwnHost = text.includes(hostPlaceholder);
  if (!hasOwnHost && host !== undefined)
    return {
      issue: `#/host must not be there: ${preset} has one host for all`,
    };
  const hostName = hasOwnHost ? hostSchema.safeParse(host).data : "";
  if (hostName === undefined)
    return {
      issue: `#/host must be the company's own host, such as example.${preset}.com, in lower case`,
    };
  const parts: unknown = JSON.parse(
    text.replaceAll(hostPlaceholder, () => hostName),
  );
  return { entry: mergePatch(parts, own, isInTable), preset };
}

/** Whether a place of an entry is in a table of a map: below its `values`, or its `otherwise`. */
function isInTable(names: readonly string[]): boolean {
  // A key of a table may be called "values", too. A place below such a key is not in a table.
  const isBelow = names
    .slice(0, -1)
    .reduce((isTable, name) => !isTable && name === "values", false);
  return isBelow || names.at(-1) === "otherwise";
}

/**
 * Applies a JSON Merge Patch: objects are merged, null removes a member, and any other value replaces the whole value.
 * Neither value is changed, and no member reaches a prototype.
 *
 * @param isValue - whether null at this place is a value, which replaces the member. The names lead to it from the root
 * @see RFC 7396, §2
 */
export function mergePatch(
  target: unknown,
  patch: unknown,
  isValue: (names: readonly string[]) => boolean = () => false,
): unknown {
  if (!isJsonObject(patch)) return patch;
  const members = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    const merged = mergePatch(members.get(name), value, (names) =>
      isValue([name, ...names]),
    );
    if (value === null && !isValue([name])) members.delete(name);
    else members.set(name, merged);
  }
  // It defines members and assigns none, so "__proto__" is a member like any other.
  return Object.fromEntries(members);
}
