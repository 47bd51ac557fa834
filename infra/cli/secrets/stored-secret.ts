import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { SecretStage } from "../../../shared/aws/secrets.ts";
import { errorNameOf } from "../../../shared/error-name.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  awsOptions,
  isRegionMissing,
  localAwsOptions,
} from "../aws-options.ts";
import type { AwsDeployment } from "../profiles.ts";
import { CommandError } from "../command-error.ts";

export type StoredSecret = ReturnType<typeof openSecret>;

/** Opens a secret that the stack has created. Every failed request throws a {@link CommandError}. */
export function openSecret(secretId: string, deployment: AwsDeployment) {
  const { endpoints } = deployment;
  const client = new SecretsManagerClient(
    endpoints
      ? localAwsOptions(endpoints.secretsManager)
      : awsOptions(deployment),
  );

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
    secretId,
    /** The region of the client, wherever it is configured. */
    region: (): Promise<string> => client.config.region(),

    /** Resolves to the content of a version: undefined if there is no such version, null if it is not JSON. */
    async read(stage: SecretStage): Promise<unknown> {
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

    /** @throws CommandError if the stack has not created the secret. One without a value exists. */
    async requireExistence(): Promise<void> {
      const command = new DescribeSecretCommand({ SecretId: secretId });
      await attempt("DescribeSecret", client.send(command));
    },

    /** Stores a new version. The version before it becomes AWSPREVIOUS. */
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

/** Builds a message without the message of AWS, which may quote a value. */
function explain(error: unknown, action: string, secretId: string): string {
  const name = errorNameOf(error);
  switch (name) {
    case "ResourceNotFoundException":
      return `there is no secret ${secretId} here: deploy the stack first, or set --profile, or --secret-id and --region`;
    case "AccessDeniedException":
      return `your AWS identity has no permission secretsmanager:${action} for the secret ${secretId}: request the permission, or use another AWS profile (awsProfile of the profile, or AWS_PROFILE)`;
    case "InvalidRequestException":
      return `the secret ${secretId} does not accept ${action} now: check in the console whether it is scheduled for deletion`;
    case "CredentialsProviderError":
      return "there are no AWS credentials: sign in (aws sso login), or set AWS_PROFILE or the awsProfile of the profile";
    default:
      return isRegionMissing(error)
        ? "there is no AWS region: add --region, or set AWS_REGION or the region of the profile"
        : `${action} of the secret ${secretId} failed (${name}): check the region, the network and the credentials, then repeat the command`;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
