import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { parseJson } from "../../../shared/parse-json.ts";
import { CommandError } from "./command-error.ts";

export type StoredSecret = ReturnType<typeof openSecret>;

/** A secret that the stack has made, in Secrets Manager. What fails is told as {@link CommandError}. */
export function openSecret(secretId: string, region: string | undefined) {
  const client = new SecretsManagerClient(region ? { region } : {});

  async function attempt<T>(action: string, send: Promise<T>): Promise<T> {
    try {
      return await send;
    } catch (error) {
      throw new CommandError(explain(error, action, secretId), {
        cause: error,
      });
    }
  }

  return {
    /** Resolves to the content of a version; undefined where there is none, null for what is not JSON. */
    async read(stage: "AWSCURRENT" | "AWSPREVIOUS"): Promise<unknown> {
      const command = new GetSecretValueCommand({
        SecretId: secretId,
        VersionStage: stage,
      });
      const reading = client.send(command).catch((error: unknown) => {
        if (isNamed(error, "ResourceNotFoundException")) return undefined;
        throw error;
      });
      const found = await attempt("GetSecretValue", reading);
      return found && (parseJson(found.SecretString ?? "") ?? null);
    },

    /** Stores the next version; the one before it is AWSPREVIOUS from then on. */
    async write(content: unknown): Promise<void> {
      const command = new PutSecretValueCommand({
        SecretId: secretId,
        SecretString: JSON.stringify(content),
      });
      await attempt("PutSecretValue", client.send(command));
    },

    close: (): void => client.destroy(),
  };
}

/** The messages of AWS are left out: nobody can tell what they quote. */
function explain(error: unknown, action: string, secretId: string): string {
  const name = error instanceof Error ? error.name : "unknown";
  switch (name) {
    case "ResourceNotFoundException":
      return `there is no secret ${secretId} here: deploy first, or say which one with --secret-id and --region`;
    case "AccessDeniedException":
      return `you may not secretsmanager:${action} the secret ${secretId}: ask for that right, or take another profile (AWS_PROFILE)`;
    case "InvalidRequestException":
      return `the secret ${secretId} takes no ${action} now: see in the console whether it is about to be deleted`;
    case "CredentialsProviderError":
      return "there are no AWS credentials: sign in (aws sso login), or set AWS_PROFILE";
    default:
      return error instanceof Error && error.message === "Region is missing"
        ? "there is no AWS region: add --region, or set AWS_REGION"
        : `${action} of the secret ${secretId} failed (${name}): check the region, the network and the credentials, then repeat`;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
