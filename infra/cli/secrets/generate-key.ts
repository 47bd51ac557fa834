import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { CommandError } from "./command-error.ts";

const keysSchema = z.looseObject({
  scheme: z.string(),
  keys: z._default(z.array(z.unknown()), []),
});

/** The schemes whose keys we issue; those of the others come from the product that signs. */
const generators: Record<string, () => string> = {
  "standard-webhooks": () => `whsec_${randomBytes(32).toString("base64")}`,
  bearer: () => randomBytes(32).toString("base64url"),
};

/**
 * The same callers, one of them with a fresh key before the keys that it has, which count on.
 *
 * @throws CommandError when there is no such caller, or its keys are not ours to issue
 */
export function withFreshKey(callers: unknown, name: string): unknown {
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
      `the keys of ${name} are issued by the product that signs with them: write into "keys" what it shows`,
    );
  return { ...all, [name]: { ...caller, keys: [generate(), ...caller.keys] } };
}
