import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { CommandError } from "../command-error.ts";

const keysSchema = z.looseObject({
  scheme: z.string(),
  keys: z._default(z.array(z.unknown()), []),
});

/** The schemes whose keys we issue. The signing product issues the keys of all other schemes. */
const generators: Record<string, () => string> = {
  "standard-webhooks": () => `whsec_${randomBytes(32).toString("base64")}`,
  bearer: () => randomBytes(32).toString("base64url"),
};

/**
 * Adds a new key to a caller, before its other keys, which stay valid.
 *
 * @param today - as `2026-01-31`; the overview tells when a key is a year old
 * @returns a copy of the callers
 * @throws CommandError if the caller does not exist, or if another product issues its keys
 */
export function addGeneratedKey(
  callers: unknown,
  name: string,
  today: string,
): unknown {
  const all = z.record(z.string(), z.unknown()).safeParse(callers).data ?? {};
  const entry = Object.hasOwn(all, name) ? all[name] : undefined;
  const caller = keysSchema.safeParse(entry).data;
  if (!caller)
    throw new CommandError(
      `there is no caller ${name} with a scheme: write its entry first, with "keys": []`,
    );
  const generate = Object.hasOwn(generators, caller.scheme)
    ? generators[caller.scheme]
    : undefined;
  if (!generate)
    throw new CommandError(
      `the product that signs the events of ${name} issues its keys: copy the key that it shows into "keys"`,
    );
  const keys = [generate(), ...caller.keys];
  return { ...all, [name]: { ...caller, keys, keyedAt: today } };
}
