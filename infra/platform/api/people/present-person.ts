import type { PlatformContext } from "../../http/context.ts";
import {
  isSelf,
  isSelfOrAdministrator,
  mayFind,
  maySee,
  personVerbs,
  type Resources,
  type Verb,
} from "../../http/permissions.ts";
import { formatDate } from "../../state/dates.ts";
import { fullNameOf } from "../../state/person.ts";
import {
  blogOf,
  type HiddenField,
  peopleLinkedBy,
  peopleWhoLinkTo,
  type StoredPerson,
} from "../../state/platform-state.ts";

/** The JSON of a person for this requester (docs/interface.md, §2.1). */
export function presentPerson(
  context: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
) {
  const { id, name, svc } = person;
  const shown = <T>(field: HiddenField, value: T) =>
    maySee(context, requester, person, field) ? value : undefined;
  return {
    id,
    type: "person",
    displayName: displayNameOf(context, requester, person),
    name: shown("name", { ...name, formatted: fullNameOf(name) }),
    emails: shown("emails", person.emails),
    phoneNumbers: shown("phoneNumbers", unlessEmpty(person.phoneNumbers)),
    addresses: shown("addresses", unlessEmpty(person.addresses)),
    location: person.location,
    status: person.status,
    tags: shown("tags", unlessEmpty(person.tags)),
    svc,
    followerCount: peopleWhoLinkTo(context.state, "follows", id).length,
    followingCount: peopleLinkedBy(context.state, "follows", id).length,
    ...presentImages(context, person),
    published: isSelfOrAdministrator(requester, person)
      ? formatDate(person.publishedAtMs)
      : undefined,
    updated: formatDate(person.updatedAtMs),
    resources: presentResources(context, requester, person),
  };
}

/** The short form of a person in another object, such as its author. Undefined if the requester may not find it. */
export function referToPerson(
  context: PlatformContext,
  requester: StoredPerson,
  personID: string,
) {
  const person = context.state.person(personID);
  if (person === undefined || !mayFind(requester, person)) return undefined;
  return {
    id: personID,
    type: "person",
    displayName: displayNameOf(context, requester, person),
    resources: {
      self: {
        ref: personUrl(context, person),
        allowed: personVerbs(requester, person),
      },
      html: htmlOf(context, person),
    } satisfies Resources,
  };
}

/** The full name. If the person hides its name from the requester, it is the username (§2.1). */
function displayNameOf(
  context: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
): string {
  const { name, svc } = person;
  if (!maySee(context, requester, person, "name")) return svc.username;
  return fullNameOf(name);
}

function personUrl(
  context: PlatformContext,
  person: StoredPerson,
  path = "",
): string {
  return `${context.apiUrl}/people/${person.id}${path}`;
}

/** Undefined for an empty list: these lists are present only if they have an entry (§2.1). */
function unlessEmpty<T>(
  list: readonly T[] | undefined,
): readonly T[] | undefined {
  return list?.length === 0 ? undefined : list;
}

function presentImages(context: PlatformContext, person: StoredPerson) {
  if (!context.options.profileImages) return {};
  const images = context.state.images.of(person.id);
  return {
    photos: images.map(({ id }) => ({
      value: personUrl(context, person, `/images/${id}`),
    })),
    thumbnailUrl:
      images.length === 0 ? undefined : personUrl(context, person, "/avatar"),
  };
}

type VerbsOf = (
  context: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
) => Verb[];

const read: VerbsOf = () => ["GET"];
/** Organization charts include the followers (§2.3). */
const readInChart: VerbsOf = ({ options }) =>
  options.organizationChart ? ["GET"] : [];

/**
 * The resources of a person beside its page (docs/interface.md, §2.3): the path, and the verbs of the requester.
 * Without a verb, the person does not offer the resource. `people` are the requester and the person.
 */
const personResources: Readonly<
  Record<string, [path: string, verbsOf: VerbsOf]>
> = {
  self: ["/people/{id}", (_, ...people) => personVerbs(...people)],
  reports: ["/people/{id}/@reports", readInChart],
  manager: ["/people/{id}/@manager", readInChart],
  colleagues: ["/people/{id}/@colleagues", readInChart],
  followers: ["/people/{id}/@followers", readInChart],
  following: ["/people/{id}/@following", read],
  followingIn: ["/people/{id}/followingIn", read],
  avatar: [
    "/people/{id}/avatar",
    ({ options, state }, _, { id }) =>
      options.profileImages && state.images.of(id).length > 0 ? ["GET"] : [],
  ],
  images: [
    "/people/{id}/images",
    ({ options }, ...people) => {
      if (!options.profileImages) return [];
      return isSelfOrAdministrator(...people) ? ["GET", "POST"] : ["GET"];
    },
  ],
  tasks: [
    "/people/{id}/tasks",
    ({ options }, ...people) =>
      options.version !== "3.0" && isSelf(...people) ? ["GET", "POST"] : [],
  ],
  streams: [
    "/people/{id}/streams",
    (_, ...people) => (isSelf(...people) ? ["GET", "POST"] : []),
  ],
  members: [
    "/members/people/{id}",
    ({ options }) => (options.version !== "3.0" ? ["GET"] : []),
  ],
  blog: [
    "/people/{id}/blog",
    ({ state }, _, { id }) => (blogOf(state, id) === undefined ? [] : ["GET"]),
  ],
  activity: ["/people/{id}/activities", read],
};

function presentResources(
  context: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
): Resources {
  const resources: Resources = { html: htmlOf(context, person) };
  for (const [name, [path, verbsOf]] of Object.entries(personResources)) {
    const allowed = verbsOf(context, requester, person);
    const ref = context.apiUrl + path.replace("{id}", person.id);
    if (allowed.length > 0) resources[name] = { ref, allowed };
  }
  return resources;
}

function htmlOf(
  { origin }: PlatformContext,
  { svc }: StoredPerson,
): Resources[string] {
  return {
    ref: `${origin}/people/${encodeURIComponent(svc.username)}`,
    allowed: ["GET"],
  };
}
