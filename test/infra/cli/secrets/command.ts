import { readFile } from "node:fs/promises";
import { devNull } from "node:os";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { beforeEach, vi } from "vitest";
import { product } from "../../../../infra/aws/deployment/product.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../../fixtures/secrets-for-test.ts";
import { useCli } from "../cli-for-test.ts";

type Options = { input?: string; environment?: NodeJS.ProcessEnv };

/** Starts a Secrets Manager with the given contents for each test. The AWS SDK of this process uses it. */
export function useCommand(contents: Record<string, unknown>) {
  const cli = useCli();
  let secrets: SecretsForTest | undefined;
  let files = 0;
  beforeEach(async () => {
    const entries = Object.entries(contents);
    const started = await startSecrets(
      Object.fromEntries(
        entries.map(([kind, content]) => [`${product}/${kind}`, content]),
      ),
    );
    secrets = started;
    stubAll({
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_ENDPOINT_URL_SECRETS_MANAGER: started.endpoint,
    });
    return async () => {
      vi.unstubAllEnvs();
      await started.close();
    };
  });
  const started = () => {
    if (secrets) return secrets;
    throw new Error("useCommand() was called outside of a test.");
  };

  return () => ({
    secrets: started(),

    /** Runs the command in this process, without a terminal. Resolves to its exit code and its whole output. */
    run: async (words: string[], { input = "", environment }: Options = {}) => {
      stubAll(environment ?? {});
      const { exitCode, output, errors } = await cli().run(
        ["secrets", ...words],
        { piped: input },
      );
      return { code: exitCode, output: output + errors };
    },

    /** Writes a string as it is, and other content as JSON. Resolves to the path of the new file. */
    file: (content: unknown) => cli().file(`${++files}.json`, content),

    read: async (path: string) =>
      JSON.parse(await readFile(path, "utf8")) as unknown,

    /** The stored content of the secret `callers` or `community`. */
    stored: async (kind: string, stage = "AWSCURRENT") => {
      const { SecretString = "" } = await started().client.send(
        new GetSecretValueCommand({
          SecretId: `${product}/${kind}`,
          VersionStage: stage,
        }),
      );
      return JSON.parse(SecretString) as unknown;
    },
  });
}

function stubAll(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables))
    vi.stubEnv(name, value);
}
