/**
 * Applies a JSON Merge Patch: objects are merged, null removes a member, and any other value replaces the whole value.
 * Neither value is changed, and no member reaches a prototype.
 *
 * @see RFC 7396, §2
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, mergePatch(members.get(name), value));
  }
  // It defines members and assigns none, so "__proto__" is a member like any other.
  return Object.fromEntries(members);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
