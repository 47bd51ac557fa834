import type { PersonCreation, PersonUpdate } from "./person.ts";

/** A person as it is kept; the password is not part of it, so that no answer can carry it. */
export type StoredPerson = Omit<PersonCreation, "svc"> & {
  svc: Omit<PersonCreation["svc"], "password">;
  id: string;
  administrator: boolean;
  publishedAtMs: number;
  updatedAtMs: number;
  /** Set while a deletion that was accepted is not done. */
  deletion?: { readsLeft: number } | { goneAtMs: number };
};

export type Task = { id: string; subject: string; dueAtMs: number };
export type Stream = { id: string; name: string; custom: boolean };
export type Image = {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
};
export type TemporaryImage = Image & { expiresAtMs: number };
/** An entry of a person's activity stream. */
export type Activity = { id: string; status: string; publishedAtMs: number };

/** Things that belong to a person and go with it. */
export type Collection<T> = {
  add: (ownerID: string, item: T) => void;
  /** Of one person, oldest first. */
  ownedBy: (ownerID: string) => readonly T[];
};

export type Store = ReturnType<typeof createStore>;

/** All that a platform remembers, in memory. Nothing here waits, so a request that does not wait in between is atomic. */
export function createStore() {
  const people = new Map<string, StoredPerson>();
  const passwords = new Map<string, string>();
  const idByUsername = new Map<string, string>();
  const idByEmail = new Map<string, string>();
  const forgetOwner: ((ownerID: string) => void)[] = [];
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

  /** Makes a collection whose items are removed together with the person who owns them. */
  function collect<T>(): Collection<T> {
    const byOwner = new Map<string, T[]>();
    forgetOwner.push((ownerID) => byOwner.delete(ownerID));
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
    collect,
    tasks: collect<Task>(),
    streams: collect<Stream>(),
    images: collect<Image>(),
    activities: collect<Activity>(),
    temporaryImages: new Map<string, TemporaryImage>(),

    nextID: () => String(++lastID),
    people: () => [...people.values()],
    person: (id: string) => people.get(id),
    personByUsername: (username: string) =>
      people.get(idByUsername.get(username.toLowerCase()) ?? ""),
    hasPassword: (id: string, password: string) =>
      passwords.get(id) === password,

    /** The field in which these values belong to somebody else, compared without case. */
    takenField(
      id: string | undefined,
      emails: PersonUpdate["emails"],
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

    /** Removes the person and all that it owns. */
    removePerson(person: StoredPerson): void {
      unindex(person);
      people.delete(person.id);
      passwords.delete(person.id);
      for (const forget of forgetOwner) forget(person.id);
    },
  };
}
