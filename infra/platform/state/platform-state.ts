import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type {
  activitySchema,
  Content,
  createDirectMessageSchema,
  createMemberSchema,
  inboxEntrySchema,
  messageSchema,
  placeSchema,
} from "./bodies.ts";
import type { PersonCreation } from "./person.ts";
import { createTables } from "./table.ts";

/** A stored person. The password is kept apart, so no answer can contain it. */
export type StoredPerson = Omit<PersonCreation, "svc"> & {
  svc: Omit<PersonCreation["svc"], "password">;
  id: string;
  administrator: boolean;
  publishedAtMs: number;
  updatedAtMs: number;
  /** The fields that other people do not see. Without them, the option `hiddenFields` of the stand-in applies. */
  hiddenFields?: readonly HiddenField[];
};

/** The fields that privacy settings may hide (docs/interface.md, §2.1). */
export const hiddenFieldsSchema = z.array(
  z.enum(["name", "emails", "phoneNumbers", "addresses", "tags"]),
);
export type HiddenField = z.infer<typeof hiddenFieldsSchema>[number];

/** A deletion that was accepted and is not done yet. */
export type PendingDeletion = { readsLeft: number } | { goneAtMs: number };

/** An object that a person owns. */
type Owned<T> = T & { id: string; ownerID: string };
export type Task = Owned<{ subject: string; dueAtMs: number }>;
export type Stream = Owned<{ name: string; custom: boolean }>;
export type Image = Owned<{
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
}>;
export type TemporaryImage = Omit<Image, "ownerID"> & { expiresAtMs: number };

/** An object that a person created by a request: a content, a place, a membership, a message, an entry. */
export type StoredItem<Body> = {
  id: string;
  /** Id of the person who created it. */
  authorID: string;
  /** Id of the object that it is about, such as the discussion of a reply. It is deleted together with that object. */
  aboutID?: string;
  publishedAtMs: number;
  updatedAtMs: number;
  /** The fields that requests set. */
  body: Body;
};
/** An entry of its author's activity stream. */
export type Activity = StoredItem<z.infer<typeof activitySchema>>;
export type StoredContent = StoredItem<Content>;
export type StoredPlace = StoredItem<z.infer<typeof placeSchema>>;
/** A person in a place. The author is the person who made the membership. */
export type Member = StoredItem<z.infer<ReturnType<typeof createMemberSchema>>>;
/** A reply in the discussion that it is about. */
export type Message = StoredItem<z.infer<typeof messageSchema>>;
export type DirectMessage = StoredItem<
  z.infer<ReturnType<typeof createDirectMessageSchema>>
>;
/** An entry in the inbox of its author. */
export type InboxEntry = StoredItem<z.infer<typeof inboxEntrySchema>>;
export type Attachment = {
  id: string;
  contentID: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
};
/** A person likes or has read a content, follows a person or a content, or reports to a manager. */
type Link = { id: string; from: string; to: string };
/** A person follows in one of its own streams. */
type Follow = Link & { streamID: string };

/** Most items are deleted together with their author, and with the object that they are about. */
const dependsOnAuthor = ({ authorID, aboutID }: StoredItem<unknown>) => [
  authorID,
  aboutID,
];
const dependsOnOwner = ({ ownerID }: { ownerID: string }) => [ownerID];
const dependsOnBoth = ({ from, to }: Link) => [from, to];

export type PlatformState = ReturnType<typeof createPlatformState>;

/**
 * The state of one platform, in memory. All functions are synchronous, so a handler that awaits nothing between them
 * is atomic.
 */
export function createPlatformState() {
  const people = new Map<string, StoredPerson>();
  const passwords = new Map<string, string>();
  /** The id of the person who has a username or an e-mail address, by the keys of `keysOf`. */
  const owners = new Map<string, string>();
  const { table, cascade } = createTables();
  let lastID = 1000;

  function put(person: StoredPerson): void {
    people.set(person.id, person);
    for (const key of keysOf(person)) owners.set(key, person.id);
  }

  return {
    tasks: table<Task>(dependsOnOwner),
    streams: table<Stream>(dependsOnOwner),
    images: table<Image>(dependsOnOwner),
    temporaryImages: new Map<string, TemporaryImage>(),
    /** By the id of the person. */
    deletions: new Map<string, PendingDeletion>(),

    activities: table<Activity>(dependsOnAuthor),
    contents: table<StoredContent>(({ authorID, body }) => [
      authorID,
      body.place,
    ]),
    // The blog of a person is content of the person. The other places belong to all their members.
    places: table<StoredPlace>(({ authorID, body }) =>
      body.type === "blog" ? [authorID] : [],
    ),
    members: table<Member>(({ body }) => [body.person, body.place]),
    messages: table<Message>(dependsOnAuthor),
    attachments: table<Attachment>(({ contentID }) => [contentID]),
    directMessages: table<DirectMessage>(dependsOnAuthor),
    inboxEntries: table<InboxEntry>(dependsOnAuthor),
    likes: table<Link>(dependsOnBoth),
    readMarks: table<Link>(dependsOnBoth),
    follows: table<Follow>(dependsOnBoth),
    reportingLines: table<Link>(dependsOnBoth),

    nextID: () => String(++lastID),
    people: () => [...people.values()],
    person: (id: string) => people.get(id),
    personByUsername: (username: string) =>
      people.get(owners.get(usernameKey(username)) ?? ""),
    hasPassword: (id: string, password: string) =>
      passwords.has(id) && isSameSecret(passwords.get(id) ?? "", password),
    setPassword: (id: string, password: string) =>
      void passwords.set(id, password),

    /** The first field whose value another person has already, compared without case. */
    takenField(person: Unique & { id?: string }): string | undefined {
      const taken = keysOf(person).findIndex(
        (key) => owners.has(key) && owners.get(key) !== person.id,
      );
      if (taken < 0) return undefined;
      return taken === 0 ? "svc.username" : `emails[${taken - 1}].value`;
    },

    addPerson(person: StoredPerson, password: string): void {
      passwords.set(person.id, password);
      put(person);
    },

    replacePerson(person: StoredPerson): void {
      const old = people.get(person.id);
      if (old !== undefined) for (const key of keysOf(old)) owners.delete(key);
      put(person);
    },

    /** Removes the person, all objects that it owns and all content that it created. */
    removePerson(person: StoredPerson): void {
      for (const key of keysOf(person)) owners.delete(key);
      people.delete(person.id);
      passwords.delete(person.id);
      cascade(person.id);
    },
  };
}

type Unique = Pick<PersonCreation, "emails"> & { svc: { username: string } };

/** First the username, then the e-mail addresses. */
function keysOf({ svc, emails }: Unique): string[] {
  const addresses = emails.map(({ value }) => `email ${value.toLowerCase()}`);
  return [usernameKey(svc.username), ...addresses];
}

function usernameKey(username: string): string {
  return `username ${username.toLowerCase()}`;
}

type LinkTable = "likes" | "follows" | "reportingLines";

/** The people from whom links lead to a person or a content, each of them once. */
export function peopleWhoLinkTo(
  state: PlatformState,
  table: LinkTable,
  id: string,
): StoredPerson[] {
  // `of` also has the links that begin there.
  const links = state[table].of(id).filter(({ to }) => to === id);
  return peopleOf(
    state,
    links.map(({ from }) => from),
  );
}

/** The people to whom links of a person lead, each of them once. */
export function peopleLinkedBy(
  state: PlatformState,
  table: LinkTable,
  id: string,
): StoredPerson[] {
  const links = state[table].of(id).filter(({ from }) => from === id);
  return peopleOf(
    state,
    links.map(({ to }) => to),
  );
}

/** The blog of a person, who has one at most. Of the places, only a blog depends on its author. */
export function blogOf(
  state: PlatformState,
  personID: string,
): StoredPlace | undefined {
  return state.places.of(personID)[0];
}

/** The people of these ids, each of them once. Other ids are left out. */
function peopleOf(
  state: PlatformState,
  ids: readonly string[],
): StoredPerson[] {
  return [...new Set(ids)].flatMap((id) => state.person(id) ?? []);
}

/** Compares in constant time: the digests have one length, and the secrets may have several. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
