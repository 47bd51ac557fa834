import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
  SecretsManagerServiceException,
} from "@aws-sdk/client-secrets-manager";
import type * as z from "zod/mini";
import { ConfigurationError } from "../configuration-error.ts";
import { errorNameOf } from "../error-name.ts";
import { parseJson } from "../parse-json.ts";

export type SecretStage = "AWSCURRENT" | "AWSPREVIOUS";

/**
 * Reads one version of a JSON secret. Undefined if that version does not exist. A previous version with a
 * wrong shape also counts as absent: an operator has corrected the secret since.
 *
 * @throws ConfigurationError that says what to correct, and names the wrong fields of the secret, never what an
 *   operator has written
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
  throw malformedSecret(`${name} (${stage})`, parsed.error.issues);
}

/**
 * The error of a secret that has a wrong shape.
 *
 * @param at - where the value lies that was parsed
 */
export function malformedSecret(
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
    throw errorOfRead(name, error);
  }
}

/** Says of a failure to read a secret what to correct. */
function errorOfRead(secret: string, cause: unknown): ConfigurationError {
  const name = errorNameOf(cause);
  return isDenial(cause)
    ? new ConfigurationError(
        "secret-denied",
        `Secrets Manager refuses to show the secret ${secret} (${name}): check the permissions, the credentials of the function, the key and whether the secret is deleted`,
        cause,
      )
    : new ConfigurationError(
        "secret-unavailable",
        `Secrets Manager does not show the secret ${secret} (${name}): it is tried again`,
        cause,
      );
}

/** Whether an answer blames the request: the secret, its key or our permission is wrong. Else it is an outage. */
function isDenial(error: unknown): boolean {
  if (!(error instanceof SecretsManagerServiceException)) return false;
  const { httpStatusCode: status = 0 } = error.$metadata;
  return (
    status >= 400 && status < 500 && status !== 429 && !noTime.test(error.name)
  );
}

/** A service that has no time for the request answers 400, as for a wrong request. */
const noTime = /^(Throttl|TooManyRequests|RequestLimit|RequestTimeout)/;
