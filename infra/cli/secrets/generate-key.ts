import * as z from "zod/mini";
import { applyPreset } from "../../../shared/webhook/presets/apply-preset.ts";
import { schemeOf } from "../../../shared/webhook/caller-entry.ts";
import { generateSigningKey } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import { CommandError } from "../command-error.ts";
import type { SecretKind } from "./arguments.ts";

/** The secrets whose keys we issue. */
export type KeyedKind = Extract<SecretKind, "callers" | "subscribers">;

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
  kind: KeyedKind,
  entries: unknown,
  name: string,
  today: string,
): unknown {
  const all = z.record(z.string(), z.unknown()).safeParse(entries).data ?? {};
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
