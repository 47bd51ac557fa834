import type { PlatformContext } from "./context.ts";
import { formatDate } from "./dates.ts";
import { isSelfOrAdministrator, type Resources } from "./resources.ts";
import type { StoredPerson } from "./store.ts";

/** The person as JSON for this requester (the API document, §2.1). */
export function presentPerson(
  context: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
) {
  const {
    id,
    name,
    svc,
    emails,
    phoneNumbers,
    addresses,
    location,
    status,
    tags,
  } = person;
  const seesContact = maySeeContact(requester, person);
  return {
    id,
    type: "person",
    displayName: name.formatted ?? `${name.givenName} ${name.familyName}`,
    name,
    emails: seesContact ? emails : undefined,
    phoneNumbers: seesContact ? unlessEmpty(phoneNumbers) : undefined,
    addresses: seesContact ? unlessEmpty(addresses) : undefined,
    location,
    status,
    tags: unlessEmpty(tags),
    svc,
    followerCount: 0,
    followingCount: 0,
    ...presentImages(context, person),
    published: isSelfOrAdministrator(requester, person)
      ? formatDate(person.publishedAtMs)
      : undefined,
    updated: formatDate(person.updatedAtMs),
    resources: presentResources(context, requester, person),
  };
}

/** The address of a person, or of something below it. */
export function personUrl(
  context: PlatformContext,
  person: StoredPerson,
  path = "",
): string {
  return `${context.apiUrl}/people/${person.id}${path}`;
}

/** Whoever is signed in sees how to reach a visible person; administrators and the person itself always do. */
function maySeeContact(requester: StoredPerson, person: StoredPerson): boolean {
  return person.svc.visible || isSelfOrAdministrator(requester, person);
}

/** Empty lists are absent from a Person (§2.1: "present only if"). */
function unlessEmpty<T>(
  list: readonly T[] | undefined,
): readonly T[] | undefined {
  return list?.length === 0 ? undefined : list;
}

function presentImages(context: PlatformContext, person: StoredPerson) {
  if (!context.options.profileImages) return {};
  const images = context.store.images.ownedBy(person.id);
  return {
    photos: images.map(({ id }) => ({
      value: personUrl(context, person, `/images/${id}`),
    })),
    thumbnailUrl:
      images.length === 0 ? undefined : personUrl(context, person, "/avatar"),
  };
}

function presentResources(
  context: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
): Resources {
  const resources: Resources = {
    html: {
      ref: `${context.origin}/people/${encodeURIComponent(person.svc.username)}`,
      allowed: ["GET"],
    },
  };
  for (const { name, path, allowed } of context.personResources) {
    const verbs = allowed(requester, person);
    if (verbs.length > 0) {
      resources[name] = {
        ref: personUrl(context, person, path),
        allowed: verbs,
      };
    }
  }
  return resources;
}
