import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type Callers, createCallers } from "../webhook/callers.ts";
import { callersSchema } from "../webhook/callers-secret.ts";
import { readSecret } from "../aws/secrets.ts";
import { timeouts } from "../aws/timeouts.ts";

/** Creates the callers from a secret in Secrets Manager. */
export function createStoredCallers(secretName: string): Callers {
  const client = new SecretsManagerClient(timeouts);
  return createCallers({
    read: (stage) => readSecret(client, secretName, callersSchema, stage),
    nowMs: Date.now,
  });
}
