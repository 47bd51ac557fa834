import { presentPerson } from "../../api/people/present-person.ts";
import type { PlatformContext } from "../../http/context.ts";
import { mayFind } from "../../http/permissions.ts";
import { followersOf } from "../../api/people/organization.ts";
import type { Activity, StoredPerson } from "../../state/platform-state.ts";

export type Site = { context: PlatformContext; viewer: StoredPerson };

export type PersonView = ReturnType<typeof viewPerson>;

/** A person as the API presents it to the viewer, with the additional fields of a page. */
export function viewPerson({ context, viewer }: Site, person: StoredPerson) {
  const presented = presentPerson(context, viewer, person);
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
    /** The color of the initials in degrees. It never changes for a person, and consecutive ids differ clearly. */
    hue: (Number(person.id) * 137) % 360,
    title: valueOf("Title"),
    department: valueOf("Department"),
    company: valueOf("Company"),
  };
}

/** The person of this id as the viewer sees it, or `undefined` if the viewer may not find it. */
export function findPersonView(
  site: Site,
  personID: string,
): PersonView | undefined {
  const person = site.context.state.person(personID);
  return person !== undefined && mayFind(site.viewer, person)
    ? viewPerson(site, person)
    : undefined;
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

/** The status that a person has now, and the entry of the activity stream that says the same. */
export type Status = {
  text: string;
  /** Epoch milliseconds; absent if the platform no longer knows. */
  setAtMs: number | undefined;
  entry: Activity | undefined;
};

export function statusOf(
  { state }: PlatformContext,
  { id, status, publishedAtMs, updatedAtMs }: StoredPerson,
): Status | undefined {
  if (!status) return undefined;
  // Of several entries of one time, the last one is the latest.
  const [latest] = state.activities
    .of(id)
    .filter(({ body }) => body.verb === "status")
    .reverse()
    .toSorted((a, b) => b.publishedAtMs - a.publishedAtMs);
  if (latest?.body.content.text === status)
    return { text: status, setAtMs: latest.publishedAtMs, entry: latest };
  // A status that came with the new person has no entry. After a later change of the person, its time is not known.
  const setAtMs = publishedAtMs === updatedAtMs ? publishedAtMs : undefined;
  return { text: status, setAtMs, entry: undefined };
}
