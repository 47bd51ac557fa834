import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { jsonObjectSchema } from "../fields.ts";
import { createLastGoodCopy } from "../aws/last-good-copy.ts";
import { malformedSecret, readSecret } from "../aws/secrets.ts";
import { clientOptions } from "../aws/client-options.ts";
import type { Log } from "../log.ts";
import { createMemo } from "../memo.ts";
import { type FindSource, sourceSchema } from "../source/sources-secret.ts";

/** New credentials are in use after at most this time. */
const maxAgeMs = 60_000;

/** Creates the sources from a secret in Secrets Manager. An outage of Secrets Manager does not stop them for a day. */
export function createStoredSources(
  secretName: string,
  log: Log,
  nowMs: () => number = Date.now,
): FindSource {
  const client = new SecretsManagerClient(clientOptions);
  const memo = createMemo(
    createLastGoodCopy({
      read: () => readSecret(client, secretName, jsonObjectSchema),
      nowMs,
      log,
    }),
    nowMs,
  );
  return async (name) => {
    const sources = await memo.get(maxAgeMs);
    if (!sources || !Object.hasOwn(sources, name)) return undefined;
    // An invalid entry stops its own source and no other, so each is parsed when it is needed.
    const parsed = sourceSchema.safeParse(sources[name]);
    if (parsed.success) return { ...parsed.data, name };
    throw malformedSecret(secretName, parsed.error.issues, name);
  };
}
