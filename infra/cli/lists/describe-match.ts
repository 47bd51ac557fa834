import type { ShownRow } from "../../../functions/lists/contract.ts";

/** "2042 (same username; other email, title)": what speaks for a person, and what does not. */
export function describeMatch({
  person,
  agrees,
  differs,
}: NonNullable<ShownRow["matches"]>[number]): string {
  const parts = [
    agrees.length > 0 ? `same ${namesOf(agrees)}` : "",
    differs.length > 0 ? `other ${namesOf(differs)}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `${person} (${parts.join("; ")})` : person;
}

function namesOf(pointers: readonly string[]): string {
  return pointers.map((pointer) => pointer.slice(1)).join(", ");
}
