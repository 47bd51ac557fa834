import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { build } from "esbuild";
import { afterEach, beforeEach } from "vitest";
import { product } from "../../../../infra/product.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../../fixtures/secrets-for-test.ts";

export type CommandResult = { code: number; output: string };

export type Command = {
  secrets: SecretsForTest;
  /**
   * Runs the command in its own process, without a terminal. Resolves to its exit code and its whole output. A bundle of
   * the command starts in half the time of its source.
   */
  run: (
    words: string[],
    options?: {
      input?: string;
      environment?: NodeJS.ProcessEnv;
      isSource?: boolean;
    },
  ) => Promise<CommandResult>;
  /** Writes a string as it is, and other content as JSON. Resolves to the path of the new file. */
  file: (content: unknown) => Promise<string>;
  read: (path: string) => Promise<unknown>;
  /** The stored content of the secret `callers` or `community`. */
  stored: (kind: string, stage?: string) => Promise<unknown>;
};

const main = join(import.meta.dirname, "../../../../infra/cli/secrets/main.ts");

let bundle: Promise<string> | undefined;

/** Resolves to the code of the command with everything that it imports. */
async function buildCommand(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [main],
    write: false,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    // CommonJS code of the AWS SDK calls require for Node's built-in modules.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return outputFiles[0]!.text;
}

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
    bundle ??= buildCommand();
    await writeFile(join(folder, "main.mjs"), await bundle);
    command = createCommand(secrets, folder);
  });
  afterEach(async () => {
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

    run: async (
      words,
      { input = "", environment = {}, isSource = false } = {},
    ) => {
      const endpoint = await secrets.client.config.endpoint?.();
      return new Promise((resolve) => {
        const child = execFile(
          process.execPath,
          [isSource ? main : join(folder, "main.mjs"), ...words],
          {
            env: {
              AWS_REGION: "eu-central-1",
              AWS_ACCESS_KEY_ID: "local",
              AWS_SECRET_ACCESS_KEY: "local",
              AWS_CONFIG_FILE: devNull,
              AWS_SHARED_CREDENTIALS_FILE: devNull,
              AWS_EC2_METADATA_DISABLED: "true",
              AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://${endpoint?.hostname}:${endpoint?.port}`,
              ...environment,
            },
          },
          (_error, stdout, stderr) =>
            resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
        );
        child.stdin?.end(input);
      });
    },

    async file(content) {
      const path = join(folder, `${++files}.json`);
      const text =
        typeof content === "string" ? content : JSON.stringify(content);
      await writeFile(path, text);
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
