import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createLastGoodCopy } from "../aws/last-good-copy.ts";
import { explainSecretError, readSecret } from "../aws/secrets.ts";
import { timeouts } from "../aws/timeouts.ts";
import type { Log } from "../log.ts";
import { createMemo } from "../memo.ts";
import { type NamedSource, sourcesSchema } from "../source/sources-secret.ts";

/** New credentials are in use after at most this time. */
const maxAgeMs = 60_000;

/**
 * Resolves to a source by its name, or to undefined if the secret has none of this name.
 *
 * @throws ConfigurationError that says what to correct in the secret
 */
export type FindSource = (name: string) => Promise<NamedSource | undefined>;

/** Creates the sources from a secret in Secrets Manager. An outage of Secrets Manager does not stop them for a day. */
export function createStoredSources(
  secretName: string,
  log: Log,
  nowMs: () => number = Date.now,
): FindSource {
  const client = new SecretsManagerClient(timeouts);
  const memo = createMemo(
    createLastGoodCopy({
      read: () => readSecret(client, secretName, sourcesSchema),
      nowMs,
      log,
    }),
    nowMs,
  );
  return async (name) => {
    const sources = await memo.get(maxAgeMs).catch((error: unknown) => {
      throw explainSecretError(secretName, error);
    });
    if (!sources) return undefined;
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    return source && { ...source, name };
  };
}
