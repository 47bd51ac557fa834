import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localAwsOptions } from "../../../../../infra/cli/local-aws-options.ts";
import { startSecretsManager } from "../../../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { newFolder } from "../../../../fixtures/new-folder.ts";

let server: Awaited<ReturnType<typeof startSecretsManager>>;
let client: SecretsManagerClient;

beforeEach(async () => {
  server = await startSecretsManager({
    secrets: { community: { username: "robot" } },
  });
  client = new SecretsManagerClient(localAwsOptions(server.endpoint));
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

async function read(stage?: string) {
  return client.send(
    new GetSecretValueCommand({ SecretId: "community", VersionStage: stage }),
  );
}

/** Starts another Secrets Manager in place of the one before. */
async function restart(
  folder: string,
  entries: Record<string, Record<string, unknown>> = {},
): Promise<void> {
  client.destroy();
  await server.close();
  server = await startSecretsManager({
    folder,
    secrets: { community: { username: "robot" }, callers: {} },
    entries,
  });
  client = new SecretsManagerClient(localAwsOptions(server.endpoint));
}

async function put(value: string) {
  return client.send(
    new PutSecretValueCommand({ SecretId: "community", SecretString: value }),
  );
}

test("Secrets Manager on the folder of an earlier one has its versions, and the secrets of its own start", async () => {
  const folder = newFolder();
  await restart(folder);
  await put("put");
  await restart(folder);
  expect((await read()).SecretString).toBe("put");
  expect((await read("AWSPREVIOUS")).SecretString).toBe('{"username":"robot"}');
  const created = new GetSecretValueCommand({ SecretId: "callers" });
  expect((await client.send(created)).SecretString).toBe("{}");
});

test("each start of Secrets Manager puts new entries into a kept secret, and leaves its other entries", async () => {
  const folder = newFolder();
  await restart(folder, { community: { host: "one" }, sources: {} });
  await put('{"username":"renamed","host":"one"}');
  await restart(folder, { community: { host: "two" } });
  expect(JSON.parse((await read()).SecretString ?? "")).toEqual({
    username: "renamed",
    host: "two",
  });
  const { SecretString } = await read("AWSPREVIOUS");
  await restart(folder, { community: { host: "two" } });
  expect((await read("AWSPREVIOUS")).SecretString).toBe(SecretString);
  const created = new GetSecretValueCommand({ SecretId: "sources" });
  expect((await client.send(created)).SecretString).toBe("{}");
});

test("the local Secrets Manager rejects a value above 64 KB", async () => {
  await expect(put("x".repeat(65_536))).resolves.toBeDefined();
  await expect(put("x".repeat(65_537))).rejects.toThrow(
    InvalidParameterException,
  );
});
