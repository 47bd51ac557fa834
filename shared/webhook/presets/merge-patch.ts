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
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(target) ? target : {}));
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
