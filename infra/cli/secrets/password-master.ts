import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { type Keyring, newestVersion } from "../../../shared/keyring.ts";
import { CommandError } from "./command-error.ts";

const keyringSchema = z.record(z.string(), z.string());
const storedSchema = z.object({
  passwordMaster: z._default(keyringSchema, {}),
});
const contentSchema = z.record(z.string(), z.unknown());

/** The contents of a secret's versions; undefined where there is none. */
export type StoredVersions = { current: unknown; previous: unknown };

/**
 * The content of the community secret with its `passwordMaster`: every version that is stored as it is, those that are
 * given beside them, and a fresh one where there is none yet or a new one is wanted. Without an old version nobody could
 * tell any more whose e-mail a hash of it is.
 *
 * @throws CommandError when a version would get another key, or when nobody can tell what is stored
 */
export function withMaster(
  content: unknown,
  stored: StoredVersions,
  wantsNew: boolean,
): unknown {
  const fields = contentSchema.safeParse(content).data;
  const given = keyringSchema.safeParse(fields?.["passwordMaster"] ?? {});
  // The check of the whole says what is wrong with it.
  if (!fields || !given.success) return content;
  const all = merge(readStored(stored), given.data);
  const isEnough = Object.keys(all).length > 0 && !wantsNew;
  return { ...fields, passwordMaster: isEnough ? all : addVersion(all) };
}

function merge(stored: Keyring, given: Keyring): Keyring {
  for (const [version, key] of Object.entries(given))
    if (Object.hasOwn(stored, version) && stored[version] !== key)
      throw new CommandError(
        `passwordMaster: version ${version} is stored with another key, which must stay: take the version out of the file, or give the new key a new version`,
      );
  return { ...stored, ...given };
}

function addVersion(keyring: Keyring): Keyring {
  const isFirst = Object.keys(keyring).length === 0;
  const version = isFirst ? 1 : Number(newestVersion(keyring)) + 1;
  return { ...keyring, [version]: randomBytes(32).toString("base64url") };
}

function readStored({ current, previous }: StoredVersions): Keyring {
  const now = storedSchema.safeParse(current ?? {});
  if (!now.success && current !== undefined)
    throw new CommandError(
      "what is stored is not as documented, so its passwordMaster cannot be kept: mend it in the console of Secrets Manager first",
    );
  // A version that somebody left out when they last stored the secret is not lost yet.
  const before = storedSchema.safeParse(previous).data?.passwordMaster;
  return { ...before, ...now.data?.passwordMaster };
}
