import type { PlatformContext } from "../http/context.ts";
import { presentPerson } from "../api/people/present-person.ts";
import type { StoredPerson } from "../state/platform-state.ts";

const hues = 8;

export type PersonView = ReturnType<typeof viewPerson>;

/** A person as the API presents it to this requester, with what a page needs besides. */
export function viewPerson(
  context: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
) {
  const presented = presentPerson(context, requester, person);
  const path = `/people/${encodeURIComponent(person.svc.username)}`;
  const { displayName, thumbnailUrl, svc } = presented;
  const valueOf = (label: string) =>
    svc.profile?.find(({ svc_label }) => svc_label === label)?.value;
  return {
    ...presented,
    path,
    imagePath: thumbnailUrl === undefined ? undefined : `${path}/avatar`,
    initials: initialsOf(displayName),
    /** Each person keeps one of the colours of the style sheet: 0 to 7. */
    hue: Number(person.id) % hues,
    title: valueOf("Title"),
    department: valueOf("Department"),
    company: valueOf("Company"),
  };
}

/** The first letters of the first and the last word; usernames are words between dots and dashes. */
export function initialsOf(displayName: string): string {
  const words = displayName.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends.map((word = "") => firstLetter(word)).join("");
}

function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter("en").segment(word.normalize("NFC"));
  return first?.segment.toLocaleUpperCase("en") ?? "";
}
