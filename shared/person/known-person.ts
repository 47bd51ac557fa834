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
  /** Usernames of people who must not be adopted, changed or deleted. */
  protectedUsernames: readonly string[];
};

/** The address by which a person is known. */
export function emailOf(person: Person): string | undefined {
  return mainEmailOf(person)?.value;
}

/**
 * What our store keeps of a person.
 *
 * @param names - of the event, used if the platform returns none
 */
export async function knownPersonOf(
  { keyring }: Pick<PlatformAuth, "keyring">,
  person: Person,
  names: Required<Rename>,
): Promise<KnownPerson> {
  return {
    personID: person.id,
    refs: refsOf(person),
    username: person.svc?.username ?? names.username,
    otherUsernames: [],
    emailHash: hashEmail(await keyring(), emailOf(person) ?? names.email),
    otherEmailHashes: [],
  };
}

/** The username that the platform shows, and the known addresses of the person. */
export type ShownNames = {
  username: string;
  /** As the platform writes them. */
  addresses: readonly string[];
  /** Their hashes, in the order in which our store learnt them. */
  emailHashes: readonly string[];
};

/** The new names that a write asks for. */
export type Rename = { username?: string; email?: string };

/** If there are more names, we forget the oldest of those that no read has shown yet. */
const maxNames = 8;

/**
 * Makes sure that a person has one of the known usernames and one of the known addresses, and is not protected.
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

/** The username of a person, and those of its addresses whose hash our store has. */
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
    usernames:
      username === undefined ? usernames : withName(usernames, username),
    emailHashes:
      email === undefined
        ? emailHashes
        : withName(emailHashes, hashEmail(await keyring(), email)),
  };
}

/**
 * The known names after a read. The first known name is the one that the read before showed, and renames asked for the
 * others. The platform may ignore a rename, or do it later. So all names stay until a read shows another name than the
 * first one; then only that name stays.
 *
 * @param isDoubtful - a late write may bring an earlier name back, so all names stay
 */
export function afterRead(
  names: KnownNames,
  shown: Omit<ShownNames, "addresses">,
  isDoubtful: boolean,
): KnownNames {
  const [firstHash = ""] = names.emailHashes;
  // Of several known addresses that are shown, the one that our store learnt last counts.
  const newest = shown.emailHashes.at(-1) ?? firstHash;
  return {
    usernames: afterShown(names.usernames, shown.username, isDoubtful),
    emailHashes: afterShown(names.emailHashes, newest, isDoubtful),
  };
}

function afterShown(
  known: readonly string[],
  shown: string,
  isDoubtful: boolean,
): readonly string[] {
  return isDoubtful || isSame(known[0] ?? "", shown) ? known : [shown];
}

/** The first name stays the first: a read showed it last. */
function withName(known: readonly string[], name: string): readonly string[] {
  const [first = "", ...others] = known;
  if (isSame(first, name)) return known;
  const kept = others.filter((one) => !isSame(one, name));
  // The first and the new name are two of them.
  return [first, ...kept.slice(2 - maxNames), name];
}

/** Whether two usernames are equal in any case, or two hashes, which never differ in case alone. */
function isSame(one: string, other: string): boolean {
  return foldCase(one) === foldCase(other);
}

/** Whether the person of a username must not be adopted, changed or deleted: the service account, or a listed one. */
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
