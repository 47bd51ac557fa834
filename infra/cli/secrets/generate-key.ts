import * as z from "zod/mini";
import { jsonObjectSchema } from "../../../shared/fields.ts";
import { applyPreset } from "../../../shared/webhook/presets/apply-preset.ts";
import { schemeOf } from "../../../shared/webhook/caller-entry.ts";
import { generateSigningKey } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import type { SecretName } from "../../aws/deployment/grants.ts";
import { CommandError } from "../command-error.ts";
import { randomBytes } from "node:crypto";
import { type Keyring, newestVersion } from "../../../shared/keyring.ts";

const keys = z._default(z.array(z.unknown()), []);
const callerSchema = z.looseObject({ scheme: z.string(), keys });
const subscriberSchema = z.looseObject({ format: z.string(), keys });

/**
 * Adds a new key to an entry of a callers or subscribers file, before its other keys, which stay valid.
 *
 * @param today - as `2026-01-31`; the overview tells when the key of a caller is a year old
 * @returns a copy of the entries
 * @throws CommandError if the entry does not exist, or if the sender issues its keys
 */
export function addGeneratedKey(
  kind: Extract<SecretName, "callers" | "subscribers">,
  entries: unknown,
  name: string,
  today: string,
): unknown {
  const all = jsonObjectSchema.safeParse(entries).data ?? {};
  const entry = Object.hasOwn(all, name) ? all[name] : undefined;
  return {
    ...all,
    [name]:
      kind === "callers"
        ? withCallerKey(entry, name, today)
        : withSubscriberKey(entry, name),
  };
}

function withCallerKey(entry: unknown, name: string, keyedAt: string): object {
  const written = z.looseObject({}).safeParse(entry).data;
  const applied = applyPreset(entry);
  const caller =
    "issue" in applied ? undefined : callerSchema.safeParse(applied.entry).data;
  if (!caller)
    throw new CommandError(
      `There is no caller ${name} with a scheme or a preset: write its entry first, with "keys": [].`,
    );
  const generate = schemeOf(caller.scheme)?.generateKey;
  if (!generate)
    throw new CommandError(
      `The sender of ${name} issues the keys: copy the key that it shows into "keys".`,
    );
  return { ...written, keys: [generate(), ...caller.keys], keyedAt };
}

function withSubscriberKey(entry: unknown, name: string): object {
  const subscriber = subscriberSchema.safeParse(entry).data;
  if (!subscriber)
    throw new CommandError(
      `There is no subscriber ${name} with a format: write its entry first, with "keys": [].`,
    );
  if (subscriber.format !== "webhook")
    throw new CommandError(
      `The subscriber ${name} has no keys, because only the format webhook is signed.`,
    );
  return { ...subscriber, keys: [generateSigningKey(), ...subscriber.keys] };
}

const keyringSchema = z.record(z.string(), z.string());
const storedSchema = z.object({
  passwordMaster: z._default(keyringSchema, {}),
});
/** The contents of the stored versions of a secret. Undefined: there is no such version. Null: it is not JSON. */
export type StoredVersions = { current: unknown; previous: unknown };

/**
 * Completes the `passwordMaster` of the community secret. It keeps every stored version, adds the given versions, and
 * creates a new version if there is none or if `wantsNew` is set. Old versions must stay, because hashes of e-mail
 * addresses were derived with them.
 *
 * @throws CommandError if a version would change its key, or if the stored content is not valid
 */
export function mergePasswordMaster(
  content: unknown,
  stored: StoredVersions,
  wantsNew: boolean,
): unknown {
  const fields = jsonObjectSchema.safeParse(content).data;
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
  const parsed = storedSchema.safeParse(current === undefined ? {} : current);
  if (!parsed.success)
    throw new CommandError(
      "The stored secret is not valid, so its passwordMaster cannot be kept: correct the secret in the console of Secrets Manager first.",
    );
  // A version of the keyring that is missing in the current version of the secret may still be in the previous one.
  const previousKeys = storedSchema.safeParse(previous).data?.passwordMaster;
  return { ...previousKeys, ...parsed.data?.passwordMaster };
}
