import { SecretsManager } from "@aws-sdk/client-secrets-manager";
import type { SecretStage } from "../../../shared/aws/secrets.ts";
import { errorNameOf } from "../../../shared/error-name.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { awsOptions, explainFailures } from "../aws-options.ts";
import type { AwsDeployment } from "../profiles.ts";

export type StoredSecret = ReturnType<typeof openSecret>;

/** Opens a secret that the stack has created. Every failed request throws a {@link CommandError}. */
export function openSecret(secretId: string, deployment: AwsDeployment) {
  const client = explainFailures(
    new SecretsManager(
      awsOptions(deployment, deployment.endpoints?.secretsManager),
    ),
    secretId,
    (command) => ({
      RegionMissing:
        "There is no AWS region: add --region, or set AWS_REGION or the region of the profile.",
      ResourceNotFoundException: `There is no secret ${secretId} here: deploy the stack first, or set --profile, or --secret-id and --region.`,
      InvalidRequestException: `The secret ${secretId} does not accept ${command} now: check in the console of Secrets Manager whether it is scheduled for deletion.`,
    }),
  );

  return {
    secretId,
    /** The region of the client, wherever it is configured. */
    region: (): Promise<string> => client.config.region(),

    /** Resolves to the content of a version: undefined if there is no such version, null if it is not JSON. */
    async read(stage: SecretStage): Promise<unknown> {
      try {
        const { SecretString = "" } = await client.getSecretValue({
          SecretId: secretId,
          VersionStage: stage,
        });
        return parseJson(SecretString) ?? null;
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        if (errorNameOf(cause) === "ResourceNotFoundException")
          return undefined;
        throw error;
      }
    },

    /** @throws CommandError if the stack has not created the secret. One without a value exists. */
    async requireExistence(): Promise<void> {
      await client.describeSecret({ SecretId: secretId });
    },

    /** Stores a new version. The version before it becomes AWSPREVIOUS. */
    async write(content: unknown): Promise<void> {
      await client.putSecretValue({
        SecretId: secretId,
        SecretString: JSON.stringify(content),
      });
    },
  };
}
