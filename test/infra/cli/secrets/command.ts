import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { afterEach, beforeEach, vi } from "vitest";
import { product } from "../../../../infra/aws/deployment/product.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../../fixtures/secrets-for-test.ts";

import { runHere } from "../cli-for-test.ts";

export type CommandResult = { code: number; output: string };

export type Command = {
  secrets: SecretsForTest;
  /**
   * Runs the command in this process, without a terminal. Resolves to its exit code and its whole output.
   */
  run: (
    words: string[],
    options?: { input?: string; environment?: NodeJS.ProcessEnv },
  ) => Promise<CommandResult>;
  /** Writes a string as it is, and other content as JSON. Resolves to the path of the new file. */
  file: (content: unknown) => Promise<string>;
  read: (path: string) => Promise<unknown>;
  /** The stored content of the secret `callers` or `community`. */
  stored: (kind: string, stage?: string) => Promise<unknown>;
};

/** Starts a Secrets Manager with the given contents for each test. */
export function useCommand(contents: Record<string, unknown>): () => Command {
  let command: Command | undefined;
  let folder = "";
  beforeEach(async () => {
    const secrets = await startSecrets(
      Object.fromEntries(
        Object.entries(contents).map(([kind, content]) => [
          `${product}/${kind}`,
          content,
        ]),
      ),
    );
    folder = await mkdtemp(join(tmpdir(), "secrets-"));
    command = createCommand(secrets, folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await command?.secrets.close();
    await rm(folder, { recursive: true });
  });
  return () => {
    if (command) return command;
    throw new Error("useCommand() was called outside of a test.");
  };
}

function createCommand(secrets: SecretsForTest, folder: string): Command {
  let files = 0;
  return {
    secrets,

    run: async (words, { input = "", environment: more = {} } = {}) => {
      const endpoint = await secrets.client.config.endpoint?.();
      const environment = {
        AWS_REGION: "eu-central-1",
        AWS_ACCESS_KEY_ID: "local",
        AWS_SECRET_ACCESS_KEY: "local",
        AWS_CONFIG_FILE: devNull,
        COMMUNITY_AUTOMATION_CONFIG: join(folder, "config.json"),
        AWS_SHARED_CREDENTIALS_FILE: devNull,
        AWS_EC2_METADATA_DISABLED: "true",
        AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://${endpoint?.hostname}:${endpoint?.port}`,
        ...more,
      };
      // The AWS SDK reads the environment of the process.
      for (const [name, value] of Object.entries(environment))
        vi.stubEnv(name, value);
      const { exitCode, output, errors } = await runHere(
        ["secrets", ...words],
        {
          environment,
          piped: input,
          fetch,
          nowMs: Date.now,
          sleepMs: () => Promise.resolve(),
        },
      );
      return { code: exitCode, output: output + errors };
    },

    async file(content) {
      const path = join(folder, `${++files}.json`);
      await writeFile(
        path,
        typeof content === "string" ? content : JSON.stringify(content),
      );
      return path;
    },

    read: async (path) => JSON.parse(await readFile(path, "utf8")) as unknown,

    async stored(kind, stage = "AWSCURRENT") {
      const { SecretString = "" } = await secrets.client.send(
        new GetSecretValueCommand({
          SecretId: `${product}/${kind}`,
          VersionStage: stage,
        }),
      );
      return JSON.parse(SecretString) as unknown;
    },
  };
}
