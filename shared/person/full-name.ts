/** How given and family name become a full name. `script`: in the order that is customary for their script. */
export const nameOrders = ["script", "given-first", "family-first"] as const;
export type NameOrder = (typeof nameOrders)[number];

type NameParts = {
  givenName?: string | undefined;
  familyName?: string | undefined;
};

/**
 * In place of the name that a person does not have. The platform requires a given and a family name
 * (docs/interface.md, §2.1), and some people have one name.
 */
export const noName = "-";

/**
 * The full name of a person whose event names none. Names in Han, Hangul and Kana have the family name first, and names
 * in Hangul have no space between them.
 */
export function fullNameOf(
  { givenName = "", familyName = "" }: NameParts,
  order: NameOrder,
): string {
  const parts = [givenName, familyName].filter((part) => !isMissing(part));
  const isFamilyFirst =
    order === "family-first" ||
    (order === "script" && parts.every(isEastAsian));
  if (!isFamilyFirst) return parts.join(" ");
  return parts.toReversed().join(parts.every(isHangul) ? "" : " ");
}

function isMissing(part: string): boolean {
  return part === "" || part === noName;
}

/** Whether all letters of a name are of these scripts. Several scripts share marks, such as the one of a long vowel. */
function isEastAsian(part: string): boolean {
  return /^(?:[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]|\P{L})+$/u.test(
    part,
  );
}

function isHangul(part: string): boolean {
  return /^[\p{scx=Hangul}\s]+$/u.test(part);
}
