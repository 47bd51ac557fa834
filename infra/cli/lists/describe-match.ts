import type {
  NamesOfSide,
  ShownRow,
} from "../../../functions/lists/contract.ts";

/** "2042 Zoe List, zoe.list (same username; other email, title)": who a person is, what speaks for them, and what does not. */
export function describeMatch(
  { person, agrees, differs }: NonNullable<ShownRow["matches"]>[number],
  names: ShownRow["names"],
): string {
  const parts = [
    agrees.length > 0 ? `same ${fieldNames(agrees)}` : "",
    differs.length > 0 ? `other ${fieldNames(differs)}` : "",
  ].filter(Boolean);
  const who = `${person} ${describeNamed(names?.persons[person])}`.trimEnd();
  return parts.length > 0 ? `${who} (${parts.join("; ")})` : who;
}

/** "Zoe List, zoe.list, zoe@example.com" */
export function describeNamed({
  name,
  username,
  email,
}: NamesOfSide = {}): string {
  return [name, username, email].filter(Boolean).join(", ");
}

export function fieldNames(pointers: readonly string[]): string {
  return pointers.map((pointer) => pointer.slice(1)).join(", ");
}
