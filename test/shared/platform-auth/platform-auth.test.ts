import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/platform/start-platform.ts";
import { platformDefaults } from "../../../infra/platform/state/options.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import {
  type PlatformAuthOptions,
  createPlatformAuth,
} from "../../../shared/platform-auth/platform-auth.ts";
import {
  communitySecretSchema,
  createCommunitySecret,
} from "../../../shared/platform-auth/community-secret.ts";
import { readSecret } from "../../../shared/aws/secrets.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import type { Client } from "../../../shared/community/client.ts";
import { newPerson } from "../../fixtures/community-client.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../fixtures/secrets-for-test.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import { logIn } from "../../infra/platform/platform-for-test.ts";

const { consumerKey, passwordMaster } = localSecrets.community;
const secretOf = (password: string, token?: string) => ({
  ...localSecrets.community,
  password,
  ...(token === undefined ? {} : { token }),
});

let platform: Platform;
let secrets: SecretsForTest;
let started: TablesForTest;
let nowMs: number;
let consumers: { key: string; secret: string }[];

beforeEach(async () => {
  nowMs = 0;
  consumers = structuredClone(platformDefaults.consumers);
  [platform, secrets, started] = await Promise.all([
    startPlatform({
      consumers,
      serviceAccount: { username: "service", password: "old-password" },
    }),
    startSecrets({ community: secretOf("old-password") }),
    startTables(),
  ]);
});
afterEach(() =>
  Promise.all([platform.close(), secrets.close(), started.close()]),
);

function createForTest(changes: Partial<PlatformAuthOptions> = {}) {
  return createPlatformAuth({
    baseUrl: platform.baseUrl,
    authUrl: platform.authUrl,
    serviceAuth: "login",
    personAuth: "basic",
    tokens: createTokenStore(
      createTable(started.documents, tables.tokens.name),
    ),
    callTimeoutMs: 5000,
    loginLeaseMs: 50,
    nowMs: () => nowMs,
    secret: createCommunitySecret({
      read: () =>
        readSecret(secrets.client, "community", communitySecretSchema),
      nowMs: () => nowMs,
    }),
    ...changes,
  });
}

/** Changes the password at the platform, which ends every token, and in the secret, which may be read again then. */
async function changePassword(): Promise<void> {
  const id = platform.findPerson("service")?.id ?? "";
  platform.admin.changePassword(id, "new-password");
  platform.revokeTokens();
  await storePassword("new-password");
  nowMs = 60_000;
}

/** Changes the consumer secret at the platform and in the secret, which may be read again then. */
async function changeConsumerSecret(): Promise<void> {
  const consumerSecret = "another-secret";
  consumers.splice(0, 1, { key: consumerKey, secret: consumerSecret });
  const secret = { ...secretOf("old-password"), consumerSecret };
  await secrets.put("community", secret);
  nowMs = 60_000;
}

/** Stores a password, and a token of the account, as an operator copies it from the API store's console. */
async function storePassword(password: string): Promise<void> {
  const { access_token } = await logIn(platform, {
    grant_type: "password",
    username: "service",
    password,
  });
  await secrets.put("community", secretOf(password, access_token));
}

async function usernames(client: Client): Promise<(string | undefined)[]> {
  const people = await Array.fromAsync(client.people.list({}));
  return people.map(({ svc }) => svc?.username);
}

const attempts = (path: string) =>
  platform.journal
    .filter((entry) => entry.path === path)
    .map(({ status }) => status);

test("sandboxes of two service accounts share a table and never a token", async () => {
  await createForTest({ serviceAuth: "basic" }).service.people.create(
    newPerson("deputy"),
  );
  await usernames(createForTest().service);
  await secrets.put("community", {
    ...secretOf("deputy-password"),
    username: "deputy",
  });
  await usernames(createForTest().service);
  expect(attempts("/login")).toEqual([200, 200]);
  expect(platform.journal.at(-1)?.requester).toBe("deputy");
});

test("a call during an outage of the platform is sent twice and then fails", async () => {
  platform.faults.add({ kind: "status", status: 503, path: "/people" });
  const { service } = createForTest({ serviceAuth: "basic" });
  await expect(usernames(service)).rejects.toMatchObject({ status: 503 });
  expect(attempts("/people")).toEqual([503, 503]);
});

describe("rotated service credentials", () => {
  test.each(["login", "basic", "token"] as const)(
    "are used within one call by %s",
    async (serviceAuth) => {
      await storePassword("old-password");
      const { service } = createForTest({ serviceAuth });
      await usernames(service);
      await changePassword();
      expect(await usernames(service)).toEqual(["service"]);
      expect(attempts("/people")).toEqual([200, 401, 200]);
    },
  );

  test("have their consumer secret read again after one refused login", async () => {
    const platformAuth = createForTest();
    await platformAuth.keyring();
    await changeConsumerSecret();
    expect(await usernames(platformAuth.service)).toEqual(["service"]);
    expect(attempts("/login")).toEqual([401, 200]);
  });
});

describe("wrong service password", () => {
  const refused = { name: "TokenError", code: "refused" };

  test("is sent by login once and not again within a minute, if the secret is unchanged", async () => {
    await secrets.put("community", secretOf("wrong-password"));
    const platformAuth = createForTest();
    const { service } = platformAuth;
    // The secret is in memory, and a minute later it may be read again.
    await platformAuth.keyring();
    nowMs = 60_000;
    for (let i = 0; i < 3; i++)
      await expect(usernames(service)).rejects.toMatchObject(refused);
    expect(attempts("/login")).toEqual([401]);
    expect(secrets.reads()).toBe(2);
  });

  test("is sent by HTTP Basic at most once a minute, with one read of the secret, until it is correct", async () => {
    await secrets.put("community", secretOf("wrong-password"));
    const { service } = createForTest({ serviceAuth: "basic" });
    for (let i = 0; i < 3; i++)
      await expect(usernames(service)).rejects.toMatchObject(refused);
    expect(attempts("/people")).toEqual([401]);
    expect(secrets.reads()).toBe(1);

    // The secret was changed earlier than the platform.
    nowMs = 59_999;
    const id = platform.findPerson("service")?.id ?? "";
    platform.admin.changePassword(id, "wrong-password");
    await expect(usernames(service)).rejects.toThrow("is refused");
    nowMs = 60_000;
    expect(await usernames(service)).toEqual(["service"]);
    expect(attempts("/people")).toEqual([401, 200]);
  });
});

test("a probe succeeds after a single refused request with the right password", async () => {
  const { service, probes } = createForTest({ serviceAuth: "basic" });
  const path = "/people";
  platform.faults.add({ kind: "status", status: 401, path, times: 1 });
  await expect(usernames(service)).rejects.toThrow("is refused");
  await probes.platform();
  expect(attempts(path)).toEqual([401, 200]);
});

test("a probe succeeds although two tokens have ended since the one before", async () => {
  const { service, probes } = createForTest();
  await probes.platform();
  platform.revokeTokens();
  await usernames(service);
  platform.revokeTokens();
  await expect(probes.platform()).resolves.toBeDefined();
});

test("a failed login without a refusal causes no read of the secret", async () => {
  platform.faults.add({ kind: "status", status: 500, path: "/login" });
  const platformAuth = createForTest();
  // The secret is in memory, and a minute later it may be read again.
  await platformAuth.keyring();
  nowMs = 60_000;
  await expect(usernames(platformAuth.service)).rejects.toMatchObject({
    name: "TokenError",
    code: "unavailable",
  });
  expect(secrets.reads()).toBe(1);
});

test("a token that the secret lacked is used a minute after it was stored", async () => {
  const { service } = createForTest({ serviceAuth: "token" });
  await expect(usernames(service)).rejects.toThrow("is refused");
  expect(platform.journal).toEqual([]);
  await storePassword("old-password");
  nowMs = 60_000;
  expect(await usernames(service)).toEqual(["service"]);
});

describe("new person", () => {
  beforeEach(async () => {
    const { service } = createForTest({ serviceAuth: "basic" });
    await service.people.create(newPerson("zoe"));
  });

  test.each([undefined, "basic", "login"] as const)(
    "is authorized by the setting %s, and without one by HTTP Basic",
    async (personAuth) => {
      const platformAuth = createForTest({ personAuth });
      const client = await platformAuth.asPerson("zoe", "zoe-password");
      expect(await usernames(client)).toContain("zoe");
      expect(platform.journal.at(-1)?.requester).toBe("zoe");
      expect(attempts("/login")).toHaveLength(personAuth === "login" ? 1 : 0);
    },
  );

  test("logs in again within the same call when the token ends, with the current consumer secret", async () => {
    const platformAuth = createForTest({ personAuth: "login" });
    const client = await platformAuth.asPerson("zoe", "zoe-password");
    await usernames(client);
    platform.revokeTokens();
    await changeConsumerSecret();
    expect(await usernames(client)).toContain("zoe");
    expect(attempts("/login")).toEqual([200, 401, 200]);
  });

  test("is refused with a wrong password and never becomes the service account", async () => {
    for (const personAuth of ["basic", "login"] as const) {
      const client = await createForTest({ personAuth }).asPerson("zoe", "no");
      await expect(usernames(client)).rejects.toMatchObject({ status: 401 });
      expect(platform.journal.at(-1)?.requester).not.toBe("service");
    }
  });
});

describe("keyring", () => {
  const newer = { ...passwordMaster, "12": "n".repeat(32) };

  test("is read again for a salt or hash whose key version is not in memory", async () => {
    const platformAuth = createForTest();
    await platformAuth.keyring();
    await secrets.put("community", {
      ...secretOf("old-password"),
      passwordMaster: newer,
    });
    nowMs = 60_000;
    for (const known of [undefined, "1.hash"])
      expect(await platformAuth.keyring(known)).toEqual(passwordMaster);
    expect(await platformAuth.keyring("12.hash")).toEqual(newer);
    nowMs = 120_000;
    for (const known of [undefined, "1.hash", "12.hash"])
      expect(await platformAuth.keyring(known)).toEqual(newer);
    expect(secrets.reads()).toBe(2);
  });
});
