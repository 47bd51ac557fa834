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
  explainAwsError,
  isRegionMissing,
} from "../aws-options.ts";
import type { AwsDeployment } from "../profiles.ts";
import { CommandError } from "../command-error.ts";

export type StoredSecret = ReturnType<typeof openSecret>;

/** Opens a secret that the stack has created. Every failed request throws a {@link CommandError}. */
export function openSecret(secretId: string, deployment: AwsDeployment) {
  const client = new SecretsManagerClient(
    awsOptions(deployment, deployment.endpoints?.secretsManager),
  );

  async function attempt<T>(action: string, send: Promise<T>): Promise<T> {
    try {
      return await send;
    } catch (error) {
      throw explain(error, action, secretId);
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

/** Explains what is special about secrets and the options of their command. */
function explain(
  error: unknown,
  action: string,
  secretId: string,
): CommandError {
  const because = (text: string) => new CommandError(text, { cause: error });
  if (isRegionMissing(error))
    return because(
      "There is no AWS region: add --region, or set AWS_REGION or the region of the profile.",
    );
  switch (errorNameOf(error)) {
    case "ResourceNotFoundException":
      return because(
        `There is no secret ${secretId} here: deploy the stack first, or set --profile, or --secret-id and --region.`,
      );
    case "InvalidRequestException":
      return because(
        `The secret ${secretId} does not accept ${action} now: check in the console of Secrets Manager whether it is scheduled for deletion.`,
      );
    default:
      return explainAwsError(error, `secretsmanager:${action}`, secretId);
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
