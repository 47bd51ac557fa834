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
 * @throws ConfigurationError that names the secret and its wrong fields, never what an operator has written; the errors
 *   of the client
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
  throw malformed(`${name} (${stage})`, parsed.error.issues);
}

/**
 * The error of a secret that has a wrong shape.
 *
 * @param at - where the value lies that was parsed
 */
export function malformed(
  secret: string,
  issues: readonly z.core.$ZodIssue[],
  ...at: string[]
): ConfigurationError {
  const places = issues.map(({ code, path }) => {
    // A name that is not allowed can be a key or a token in the wrong place.
    const known = code === "invalid_key" ? path.slice(0, -1) : path;
    return `/${[...at, ...known].join("/")}`;
  });
  return new ConfigurationError(
    "secret-malformed",
    `the secret ${secret} does not have the documented shape: check ${places.join(", ")}`,
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
