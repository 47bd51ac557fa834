import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type * as z from "zod/mini";
import { ConfigurationError } from "../configuration-error.ts";
import { parseJson } from "../parse-json.ts";

export type SecretStage = "AWSCURRENT" | "AWSPREVIOUS";

/**
 * Reads one version of a JSON secret. Undefined if that version does not exist. A previous version with a
 * wrong shape also counts as absent: an operator has corrected the secret since.
 *
 * @throws ConfigurationError that names the secret and its wrong fields, never a value; the errors of the client
 */
export async function readSecret<S extends z.ZodMiniType>(
  client: SecretsManagerClient,
  name: string,
  schema: S,
  stage: SecretStage = "AWSCURRENT",
): Promise<z.output<S> | undefined> {
  const text = await readText(client, name, stage);
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  if (stage === "AWSPREVIOUS") return undefined;
  const fields = parsed.error.issues.map(({ path }) => `/${path.join("/")}`);
  throw new ConfigurationError(
    "secret-malformed",
    `the secret ${name} (${stage}) does not have the documented shape: check ${fields.join(", ")}`,
  );
}

async function readText(
  client: SecretsManagerClient,
  name: string,
  stage: SecretStage,
): Promise<string | undefined> {
  try {
    const { SecretString } = await client.send(
      new GetSecretValueCommand({ SecretId: name, VersionStage: stage }),
    );
    return SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Only these answers say that the secret, its key or our permission is wrong. All others are an outage. */
const denials = new Set([
  "AccessDeniedException",
  "DecryptionFailure",
  "InvalidRequestException",
]);

/** Says of a failure to read a secret what to correct. A secret that does not have its shape says it already. */
export function explainSecretError(
  secret: string,
  cause: unknown,
): ConfigurationError {
  if (cause instanceof ConfigurationError) return cause;
  const name = cause instanceof Error ? cause.name : "";
  return denials.has(name)
    ? new ConfigurationError(
        "secret-denied",
        `Secrets Manager refuses to show the secret ${secret} (${name}): check the permissions, the key and whether the secret is deleted`,
        cause,
      )
    : new ConfigurationError(
        "secret-unavailable",
        `Secrets Manager does not show the secret ${secret} (${name}): it is tried again`,
        cause,
      );
}
