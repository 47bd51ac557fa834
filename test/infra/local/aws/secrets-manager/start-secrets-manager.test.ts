import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { localAwsOptions } from "../../../../../infra/cli/local-aws-options.ts";
import { startSecretsManager } from "../../../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";

const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
const token = (digit: string) => digit.repeat(32);

let server: Awaited<ReturnType<typeof startSecretsManager>>;
let client: SecretsManagerClient;

beforeEach(async () => {
  server = await startSecretsManager({
    secrets: { community: { username: "robot" } },
    nowMs: () => nowMs,
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

/** Another Secrets Manager in place of the one before. */
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

async function put(digit: string, value: string) {
  return client.send(
    new PutSecretValueCommand({
      SecretId: "community",
      ClientRequestToken: token(digit),
      SecretString: value,
    }),
  );
}

test("Secrets Manager on the folder of an earlier one has its versions, and the new start options", async () => {
  const folder = await mkdtemp(join(tmpdir(), "secrets-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await restart(folder);
  await put("1", "put");
  await restart(folder);
  expect((await read()).SecretString).toBe("put");
  expect((await read("AWSPREVIOUS")).SecretString).toBe('{"username":"robot"}');
  const created = new GetSecretValueCommand({ SecretId: "callers" });
  expect((await client.send(created)).SecretString).toBe("{}");
});

test("each start of Secrets Manager puts its entries into a kept secret, and leaves the others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "secrets-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await restart(folder, { community: { host: "one" }, sources: {} });
  await put("1", '{"username":"renamed","host":"one"}');
  await restart(folder, { community: { host: "two" } });
  expect(JSON.parse((await read()).SecretString ?? "")).toEqual({
    username: "renamed",
    host: "two",
  });
  const { VersionId } = await read();
  await restart(folder, { community: { host: "two" } });
  expect((await read()).VersionId).toBe(VersionId);
  const created = new GetSecretValueCommand({ SecretId: "sources" });
  expect((await client.send(created)).SecretString).toBe("{}");
});

describe("local Secrets Manager", () => {
  test("ignores a repeated put with the same token and value", async () => {
    await put("a", "second");
    await put("b", "third");
    await put("a", "second");
    expect((await read()).SecretString).toBe("third");
  });

  test("rejects a put whose token exists with another value", async () => {
    await put("a", "second");
    await expect(put("a", "other")).rejects.toThrow(ResourceExistsException);
  });

  test("rejects a value above 64 KB", async () => {
    await expect(put("a", "x".repeat(65_536))).resolves.toBeDefined();
    await expect(put("b", "x".repeat(65_537))).rejects.toThrow(
      InvalidParameterException,
    );
  });
});
