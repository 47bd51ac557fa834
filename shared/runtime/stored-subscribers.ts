import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { clientOptions } from "../aws/client-options.ts";
import { readSecret } from "../aws/secrets.ts";
import {
  type Subscribers,
  subscribersSchema,
} from "../webhook/subscribers-secret.ts";

/**
 * Creates the function that reads the subscribers from a secret in Secrets Manager. A secret without a value has no
 * subscriber.
 *
 * @returns a function that throws ConfigurationError if the secret cannot be read
 */
export function createStoredSubscribers(
  secretName: string,
): () => Promise<Subscribers> {
  const client = new SecretsManagerClient(clientOptions);
  return async () =>
    (await readSecret(client, secretName, subscribersSchema)) ?? {};
}
