import { HTTPException } from "hono/http-exception";
import { presentPerson } from "../../api/people/present-person.ts";
import type { PlatformContext } from "../../http/context.ts";
import { mayFind } from "../../http/permissions.ts";
import { followersOf } from "../../state/platform-state.ts";
import type { StoredPerson } from "../../state/platform-state.ts";

export type PersonView = ReturnType<typeof viewPerson>;

/** A person as the API presents it to this requester, with the additional fields of a page. */
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
    followerCount: followersOf(context.state, person.id).filter(isMember)
      .length,
    path,
    imagePath: thumbnailUrl === undefined ? undefined : `${path}/avatar`,
    initials: initialsOf(displayName),
    /** The color of the initials in degrees. It never changes for a person. */
    hue: (Number(person.id) * 137) % 360,
    title: valueOf("Title"),
    department: valueOf("Department"),
    company: valueOf("Company"),
  };
}

/** The person of this id as the requester sees it, or `undefined` if the requester may not find it. */
export function findPersonView(
  context: PlatformContext,
  requester: StoredPerson,
  personID: string,
): PersonView | undefined {
  const person = context.state.person(personID);
  return person !== undefined && mayFind(requester, person)
    ? viewPerson(context, requester, person)
    : undefined;
}

/** The person of this username. @throws HTTPException 404 if the requester may not find it */
export function requirePerson(
  { state }: PlatformContext,
  requester: StoredPerson,
  username: string,
): StoredPerson {
  const person = state.personByUsername(username);
  if (person === undefined || !mayFind(requester, person)) {
    throw new HTTPException(404);
  }
  return person;
}

/** The service account is no member of the community: lists and counts of people leave it out. */
export function isMember(person: StoredPerson): boolean {
  return !person.administrator;
}

/** The first letters of the first and the last word. In a username, dots and dashes separate words. */
function initialsOf(displayName: string): string {
  const words = displayName.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends.map((word = "") => firstLetter(word)).join("");
}

function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter("en").segment(word.normalize("NFC"));
  return first?.segment.toLocaleUpperCase("en") ?? "";
}
