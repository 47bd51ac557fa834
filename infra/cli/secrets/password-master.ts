import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { type Keyring, newestVersion } from "../../../shared/keyring.ts";
import { CommandError } from "../command-error.ts";

const keyringSchema = z.record(z.string(), z.string());
const storedSchema = z.object({
  passwordMaster: z._default(keyringSchema, {}),
});
const contentSchema = z.record(z.string(), z.unknown());

/** The contents of the stored versions of a secret. A version that does not exist is undefined. */
export type StoredVersions = { current: unknown; previous: unknown };

/**
 * Completes the `passwordMaster` of the community secret. It keeps every stored version, adds the given versions, and
 * creates a new version if there is none or if `wantsNew` is set. Old versions must stay, because hashes of e-mail
 * addresses were derived from them.
 *
 * @throws CommandError if a version would change its key, or if the stored content is not valid
 */
export function mergePasswordMaster(
  content: unknown,
  stored: StoredVersions,
  wantsNew: boolean,
): unknown {
  const fields = contentSchema.safeParse(content).data;
  const given = keyringSchema.safeParse(fields?.["passwordMaster"] ?? {});
  // The validation of the complete secret reports the issue.
  if (!fields || !given.success) return content;
  const all = merge(readStored(stored), given.data);
  const isComplete = Object.keys(all).length > 0 && !wantsNew;
  return { ...fields, passwordMaster: isComplete ? all : addVersion(all) };
}

function merge(stored: Keyring, given: Keyring): Keyring {
  for (const [version, key] of Object.entries(given))
    if (Object.hasOwn(stored, version) && stored[version] !== key)
      throw new CommandError(
        `Version ${version} of passwordMaster is stored with another key, which must be kept: remove the version from the file, or add the new key as a new version.`,
      );
  return { ...stored, ...given };
}

function addVersion(keyring: Keyring): Keyring {
  const isFirst = Object.keys(keyring).length === 0;
  const version = isFirst ? 1 : Number(newestVersion(keyring)) + 1;
  return { ...keyring, [version]: randomBytes(32).toString("base64url") };
}

function readStored({ current, previous }: StoredVersions): Keyring {
  const parsed = storedSchema.safeParse(current ?? {});
  if (!parsed.success && current !== undefined)
    throw new CommandError(
      "The stored secret is not valid, so its passwordMaster cannot be kept: correct the secret in the console of Secrets Manager first.",
    );
  // A version of the keyring that is missing in the current version of the secret may still be in the previous one.
  const previousKeys = storedSchema.safeParse(previous).data?.passwordMaster;
  return { ...previousKeys, ...parsed.data?.passwordMaster };
}
