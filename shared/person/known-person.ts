import type { Person } from "../community/person.ts";
import type { PlatformAuth } from "../platform-auth/platform-auth.ts";
import { foldCase, isSameUsername } from "../fold-case.ts";
import type { KnownNames, KnownPerson, Employee } from "../store/employee.ts";
import { StepFailure } from "../step-failure.ts";
import { mainEmailOf } from "./person-fields.ts";
import { foldEmailAddress } from "../email-address.ts";
import { keyedHash, type Keyring, newestVersion } from "../keyring.ts";
import type { LinkedObject } from "../community/resolve-endpoint.ts";

type Checking = {
  platformAuth: Pick<PlatformAuth, "keyring" | "serviceUsername">;
  /** Usernames of people who must not be changed or deleted. */
  protectedUsernames: readonly string[];
};

/** The address by which a person is known. */
export function emailOf(person: Person): string | undefined {
  return mainEmailOf(person)?.value;
}

/**
 * What our store keeps of a person.
 *
 * @param named - the names of the event, where the platform returns none
 */
export async function knownPersonOf(
  { keyring }: Pick<PlatformAuth, "keyring">,
  person: Person,
  { username = "", email = "" }: Rename = {},
): Promise<KnownPerson> {
  return {
    personID: person.id,
    refs: refsOf(person),
    username: person.svc?.username ?? username,
    otherUsernames: [],
    emailHash: hashEmail(await keyring(), emailOf(person) ?? email),
    otherEmailHashes: [],
  };
}

/** Which of the known names the platform shows. */
export type ShownNames = {
  username: string;
  /** Known addresses that the person has, as the platform writes them. */
  addresses: readonly string[];
  /** Their hashes, in the order in which our store learnt them. */
  emailHashes: readonly string[];
};

/** The new names that a write asks for. */
export type Rename = { username?: string; email?: string };

/** Above this number, the oldest of the names that no read has shown leaves. */
const maxNames = 8;

/**
 * Makes sure that a person is the employee, by any combination of the names that our store knows, and is not protected.
 *
 * @throws StepFailure `person-differs`, `person-protected`
 */
export async function requireKnown(
  { platformAuth, protectedUsernames }: Checking,
  person: Person,
  names: KnownNames,
): Promise<ShownNames> {
  const shown = await shownNamesOf(platformAuth, person, names);
  const { username } = shown;
  const isKnown = names.usernames.some((name) =>
    isSameUsername(name, username),
  );
  if (!isKnown || shown.emailHashes.length === 0)
    throw new StepFailure("person-differs");
  if (await isProtected(platformAuth, protectedUsernames, username))
    throw new StepFailure("person-protected");
  return shown;
}

/** The names of a person. Our store recognizes its own by their hash. */
export async function shownNamesOf(
  { keyring }: Pick<PlatformAuth, "keyring">,
  { svc, emails = [] }: Person,
  { emailHashes }: KnownNames,
): Promise<ShownNames> {
  const shown: { hash: string; address: string }[] = [];
  for (const hash of emailHashes) {
    const keys = await keyring(hash);
    for (const { value: address = "" } of emails)
      if (isSameEmail(keys, hash, address)) shown.push({ hash, address });
  }
  return {
    username: svc?.username ?? "",
    addresses: shown.map(({ address }) => address),
    emailHashes: shown.map(({ hash }) => hash),
  };
}

/** The known names and the names of a rename, which is written next. */
export async function withRename(
  { keyring }: Pick<PlatformAuth, "keyring">,
  { usernames, emailHashes }: KnownNames,
  { username, email }: Rename,
): Promise<KnownNames> {
  return {
    usernames: username === undefined ? usernames : added(usernames, username),
    emailHashes:
      email === undefined
        ? emailHashes
        : added(emailHashes, hashEmail(await keyring(), email)),
  };
}

/**
 * The known names after a read. The platform may ignore a rename, or do it later, so the others leave only when the
 * read shows another name than the read before it.
 *
 * @param isDoubtful - a late write may bring an earlier name back, so all names stay
 */
export function afterRead(
  names: KnownNames,
  shown: Omit<ShownNames, "addresses">,
  isDoubtful: boolean,
): KnownNames {
  const [firstHash = ""] = names.emailHashes;
  const newest = shown.emailHashes.at(-1) ?? firstHash;
  return {
    usernames: settled(names.usernames, shown.username, isDoubtful),
    emailHashes: settled(names.emailHashes, newest, isDoubtful),
  };
}

function settled(
  known: readonly string[],
  shown: string,
  isDoubtful: boolean,
): readonly string[] {
  return isDoubtful || isSame(known[0] ?? "", shown) ? known : [shown];
}

function added(known: readonly string[], name: string): readonly string[] {
  const [first = "", ...others] = known;
  if (isSame(first, name)) return known;
  const kept = others.filter((one) => !isSame(one, name));
  return [first, ...kept.slice(2 - maxNames), name];
}

function isSame(one: string, other: string): boolean {
  return foldCase(one) === foldCase(other);
}

/** Whether the person with this username must not be adopted or deleted: the service account, or a listed username. */
export async function isProtected(
  platformAuth: Pick<PlatformAuth, "serviceUsername">,
  protectedUsernames: readonly string[],
  username: string,
): Promise<boolean> {
  const usernames = [
    await platformAuth.serviceUsername(),
    ...protectedUsernames,
  ];
  return usernames.some((name) => isSameUsername(name, username));
}

/**
 * A keyed hash of an e-mail address, as `<version>.<hash>`. It can be compared, and does not reveal the address. All
 * spellings of an address have one hash.
 */
export function hashEmail(
  keyring: Keyring,
  email: string,
  version = newestVersion(keyring),
): string {
  const folded = foldEmailAddress(email);
  const hash = keyedHash(keyring, version, `email:${folded}`);
  return `${version}.${hash}`;
}

/** Whether an address has this hash, under the key version with which the hash was made. */
export function isSameEmail(
  keyring: Keyring,
  hash: string,
  email: string,
): boolean {
  const [version = ""] = hash.split(".");
  return hashEmail(keyring, email, version) === hash;
}

/** The refs of a person, by resource name, as our store keeps them. */
export function refsOf({ resources }: Person): Employee["refs"] {
  if (resources === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(resources).flatMap(([name, { ref }]) =>
      ref === undefined ? [] : [[name, ref]],
    ),
  );
}

/** The person of an employee with its refs, for calls that follow them. */
export function personOf({
  personID,
  refs,
}: Pick<Employee, "refs"> & { personID: string }): LinkedObject {
  if (refs === undefined) return { id: personID };
  const links = Object.entries(refs).map(
    ([name, ref]): [string, { ref: string }] => [name, { ref }],
  );
  return { id: personID, resources: Object.fromEntries(links) };
}
