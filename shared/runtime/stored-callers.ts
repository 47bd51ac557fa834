import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createLastGoodCopy } from "../aws/last-good-copy.ts";
import { readSecret, type SecretStage } from "../aws/secrets.ts";
import { clientOptions } from "../aws/client-options.ts";
import type { Log } from "../log.ts";
import { type Callers, createCallers } from "../webhook/callers.ts";
import { callersSchema } from "../webhook/callers-secret.ts";

type Options = Partial<
  Pick<Parameters<typeof createCallers>[0], "nowMs" | "allowsLoopback">
>;

/** Creates the callers from a secret in Secrets Manager. An outage of Secrets Manager does not stop them for a day. */
export function createStoredCallers(
  secretName: string,
  log: Log,
  { nowMs = Date.now, allowsLoopback }: Options = {},
): Callers {
  const client = new SecretsManagerClient(clientOptions);
  const readerOf = (stage: SecretStage) =>
    createLastGoodCopy({
      read: () => readSecret(client, secretName, callersSchema, stage),
      nowMs,
      log,
    });
  const readers = {
    AWSCURRENT: readerOf("AWSCURRENT"),
    AWSPREVIOUS: readerOf("AWSPREVIOUS"),
  };
  return createCallers({
    read: (stage) => readers[stage](),
    nowMs,
    allowsLoopback,
  });
}
