import type { Content } from "./content.ts";
import { dependsOnAuthor, type StoredItem } from "./item.ts";
import type { PersonCreation } from "./person.ts";
import type { Place } from "./place.ts";
import { isSameSecret } from "./is-same-secret.ts";
import { createTables } from "./table.ts";

/** A stored person. The password is kept apart, so no answer can contain it. */
export type StoredPerson = Omit<PersonCreation, "svc"> & {
  svc: Omit<PersonCreation["svc"], "password">;
  id: string;
  administrator: boolean;
  publishedAtMs: number;
  updatedAtMs: number;
  /** The fields that other people do not see. Without them, the option `hiddenFields` applies. */
  hiddenFields?: readonly HiddenField[];
};

/** A field that privacy settings may hide (docs/interface.md, §2.1). */
export type HiddenField =
  "name" | "emails" | "phoneNumbers" | "addresses" | "tags";

/** A deletion that was accepted and is not done yet. */
export type PendingDeletion = { readsLeft: number } | { goneAtMs: number };

export type Task = { id: string; subject: string; dueAtMs: number };
export type Stream = { id: string; name: string; custom: boolean };
export type Image = {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
};
export type TemporaryImage = Image & { expiresAtMs: number };

type Text = { type: string; text: string };
/** An entry of its author's activity stream. Its `verb` is "status" if the author set a status. */
export type Activity = StoredItem<{
  verb?: string;
  title?: string;
  subject?: string;
  content: Text;
}>;
export type StoredContent = StoredItem<Content>;
export type StoredPlace = StoredItem<Place>;
/** The membership of `person` in `place`. Its author added the person. */
export type Member = StoredItem<{
  person: string;
  place: string;
  state?: "member" | "owner" | "pending";
}>;
/** A reply in the discussion that it is about. */
export type Message = StoredItem<{ subject?: string; content: Text }>;
export type DirectMessage = StoredItem<{
  participants: string[];
  subject?: string;
  content: Text;
}>;
/** An entry in the inbox of its author. */
export type InboxEntry = StoredItem<{
  subject: string;
  content: Text;
  unread?: boolean;
}>;
export type Attachment = {
  id: string;
  contentID: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
};
/** A person likes a content, or has read it. */
export type Mark = { id: string; personID: string; contentID: string };
/** A person follows a person or a content, in one of its own streams. */
export type Follow = {
  id: string;
  followerID: string;
  followedID: string;
  streamID: string;
};
/** A line of the organization chart: a person and its manager. */
export type ReportingLine = { id: string; personID: string; managerID: string };

/** Objects that a person owns. They are deleted together with the person. */
export type Collection<T> = {
  add: (ownerID: string, item: T) => void;
  /** The objects of one person, oldest first. */
  ownedBy: (ownerID: string) => readonly T[];
};

export type PlatformState = ReturnType<typeof createPlatformState>;

/**
 * The state of one platform, in memory. All functions are synchronous, so a handler that awaits nothing between them
 * is atomic.
 */
export function createPlatformState() {
  const people = new Map<string, StoredPerson>();
  const passwords = new Map<string, string>();
  const idByUsername = new Map<string, string>();
  const idByEmail = new Map<string, string>();
  const { table, cascade, onRemoved } = createTables();
  let lastID = 1000;

  function index(person: StoredPerson): void {
    idByUsername.set(person.svc.username.toLowerCase(), person.id);
    for (const { value } of person.emails) {
      idByEmail.set(value.toLowerCase(), person.id);
    }
  }

  function unindex(person: StoredPerson): void {
    idByUsername.delete(person.svc.username.toLowerCase());
    for (const { value } of person.emails) {
      idByEmail.delete(value.toLowerCase());
    }
  }

  function createCollection<T>(): Collection<T> {
    const byOwner = new Map<string, T[]>();
    onRemoved((id) => void byOwner.delete(id));
    return {
      add(ownerID, item) {
        const items = byOwner.get(ownerID);
        if (items === undefined) byOwner.set(ownerID, [item]);
        else items.push(item);
      },
      ownedBy: (ownerID) => byOwner.get(ownerID) ?? [],
    };
  }

  return {
    tasks: createCollection<Task>(),
    streams: createCollection<Stream>(),
    images: createCollection<Image>(),
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
    likes: table<Mark>(({ personID, contentID }) => [personID, contentID]),
    readMarks: table<Mark>(({ personID, contentID }) => [personID, contentID]),
    follows: table<Follow>(({ followerID, followedID }) => [
      followerID,
      followedID,
    ]),
    reportingLines: table<ReportingLine>(({ personID, managerID }) => [
      personID,
      managerID,
    ]),

    nextID: () => String(++lastID),
    people: () => [...people.values()],
    person: (id: string) => people.get(id),
    personByUsername: (username: string) =>
      people.get(idByUsername.get(username.toLowerCase()) ?? ""),
    hasPassword: (id: string, password: string) =>
      passwords.has(id) && isSameSecret(passwords.get(id) ?? "", password),
    setPassword: (id: string, password: string) =>
      void passwords.set(id, password),

    /** The first field whose value another person has already, compared without case. */
    takenField(
      id: string | undefined,
      emails: PersonCreation["emails"],
      username: string | undefined,
    ) {
      const isTaken = (owner: string | undefined) =>
        owner !== undefined && owner !== id;
      if (
        username !== undefined &&
        isTaken(idByUsername.get(username.toLowerCase()))
      ) {
        return "svc.username";
      }
      const email = emails.findIndex(({ value }) =>
        isTaken(idByEmail.get(value.toLowerCase())),
      );
      return email < 0 ? undefined : `emails[${email}].value`;
    },

    addPerson(person: StoredPerson, password: string): void {
      people.set(person.id, person);
      passwords.set(person.id, password);
      index(person);
    },

    replacePerson(person: StoredPerson): void {
      const old = people.get(person.id);
      if (old !== undefined) unindex(old);
      people.set(person.id, person);
      index(person);
    },

    /** Removes the person, all objects that it owns and all content that it created. */
    removePerson(person: StoredPerson): void {
      unindex(person);
      people.delete(person.id);
      passwords.delete(person.id);
      cascade(person.id);
    },
  };
}
