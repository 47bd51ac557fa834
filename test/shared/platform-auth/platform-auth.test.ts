import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/platform/start-platform.ts";
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
import { rows } from "../../fixtures/rows.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../fixtures/secrets-for-test.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

const consumer = { key: "local-consumer-key", secret: "local-consumer-secret" };
const passwordMaster = { "1": "k".repeat(32) };
const secretOf = (password: string, token?: string) => ({
  consumerKey: consumer.key,
  consumerSecret: consumer.secret,
  username: "service",
  password,
  passwordMaster,
  ...(token === undefined ? {} : { token }),
});

let platform: Platform;
let secrets: SecretsForTest;
let started: TablesForTest;
let nowMs: number;

beforeEach(async () => {
  nowMs = 0;
  [platform, secrets, started] = await Promise.all([
    startPlatform(serviceWith("old-password")),
    startSecrets({ community: secretOf("old-password") }),
    startTables(),
  ]);
});
afterEach(() =>
  Promise.all([platform.close(), secrets.close(), started.close()]),
);

function serviceWith(password: string) {
  return { serviceAccount: { username: "service", password } };
}

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

/** Changes the service account's password at the platform, which ends every token, and then in the secret. */
async function rotate(secret: Record<string, unknown>): Promise<void> {
  const { port } = new URL(platform.origin);
  await platform.close();
  const options = { ...serviceWith("new-password"), port: Number(port) };
  platform = await startPlatform(options);
  await secrets.put("community", secret);
}

/** Changes it at the platform and then in the secret, a minute later. */
async function changeConsumerSecret(): Promise<void> {
  const consumerSecret = "another-secret";
  platform.admin.changeConsumerSecret(consumer.key, consumerSecret);
  const secret = { ...secretOf("old-password"), consumerSecret };
  await secrets.put("community", secret);
  nowMs = 60_000;
}

async function usernames(client: Client): Promise<(string | undefined)[]> {
  const people = await Array.fromAsync(client.people.list({}));
  return people.map(({ svc }) => svc?.username);
}

const attempts = (path: string) =>
  platform.journal
    .filter((entry) => entry.path === path)
    .map(({ status }) => status);

/** A token like the ones of the API store's console. */
async function consoleToken(password: string): Promise<string> {
  const basic = Buffer.from(`${consumer.key}:${consumer.secret}`);
  const response = await fetch(`${platform.authUrl}/login`, {
    method: "POST",
    headers: {
      authorization: `Basic ${basic.toString("base64")}`,
      "content-type": "application/json",
    },
    body: `grant_type=password&username=service&password=${password}&scope=PRODUCTION`,
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

describe("service account", () => {
  test("logs in once for all its requests and sandboxes", async () => {
    const [one, other] = [createForTest(), createForTest()];
    expect(await one.serviceUsername()).toBe("service");
    await Promise.all([usernames(one.service), usernames(one.service)]);
    expect(await usernames(other.service)).toEqual(["service"]);
    expect(attempts("/login")).toEqual([200]);
  });

  test("sends HTTP Basic credentials", async () => {
    const { service } = createForTest({ serviceAuth: "basic" });
    expect(await usernames(service)).toEqual(["service"]);
    expect(attempts("/login")).toEqual([]);
  });

  test("sends a token from the API store's console", async () => {
    const token = await consoleToken("old-password");
    await secrets.put("community", secretOf("never-used", token));
    const { service } = createForTest({ serviceAuth: "token" });
    expect(await usernames(service)).toEqual(["service"]);
    expect(attempts("/login")).toEqual([200]);
  });
});

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
  test.each(rows<[string, "login" | "basic", string, number[]]>`
    login | login | /login | ${[200, 401, 401, 200]}
    HTTP Basic | basic | /people | ${[200, 401, 200]}
  `)(
    "are used within one call by %s",
    async (_, serviceAuth, path, statuses) => {
      const { service } = createForTest({ serviceAuth });
      await usernames(service);
      const before = attempts(path);
      await rotate(secretOf("new-password"));
      nowMs = 60_000;
      expect(await usernames(service)).toEqual(["service"]);
      expect([...before, ...attempts(path)]).toEqual(statuses);
    },
  );

  test.each([
    ["another password", () => rotate(secretOf("new-password"))],
    ["another consumer secret", changeConsumerSecret],
  ])("are used by the first login with %s", async (_what, change) => {
    const platformAuth = createForTest();
    await platformAuth.keyring();
    await change();
    nowMs = 60_000;
    expect(await usernames(platformAuth.service)).toEqual(["service"]);
    expect(attempts("/login")).toEqual([401, 200]);
  });

  test("are used within one call when a token was replaced", async () => {
    const first = await consoleToken("old-password");
    await secrets.put("community", secretOf("", first));
    const { service } = createForTest({ serviceAuth: "token" });
    await usernames(service);
    await rotate({});
    await secrets.put(
      "community",
      secretOf("", await consoleToken("new-password")),
    );
    nowMs = 60_000;
    expect(await usernames(service)).toEqual(["service"]);
  });
});

describe("wrong service password", () => {
  test("is sent by login once and then not again for a while", async () => {
    await secrets.put("community", secretOf("wrong-password"));
    const { service } = createForTest();
    nowMs = 60_000;
    for (let i = 0; i < 3; i++)
      await expect(usernames(service)).rejects.toMatchObject({
        name: "TokenError",
        code: "refused",
      });
    expect(attempts("/login")).toEqual([401]);
  });

  test("is sent by HTTP Basic at most once a minute, with one read of the secret, until it is correct", async () => {
    await secrets.put("community", secretOf("wrong-password"));
    const { service } = createForTest({ serviceAuth: "basic" });
    for (let i = 0; i < 3; i++)
      await expect(usernames(service)).rejects.toMatchObject({
        name: "TokenError",
        code: "refused",
      });
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

  test("is not found by a probe if only one request was refused", async () => {
    const { service, probes } = createForTest({ serviceAuth: "basic" });
    const path = "/people";
    platform.faults.add({ kind: "status", status: 401, path, times: 1 });
    await expect(usernames(service)).rejects.toThrow("is refused");
    await probes.platform();
    expect(attempts(path)).toEqual([401, 200]);
  });

  test("is not sent again by a sandbox that finds the secret unchanged", async () => {
    await secrets.put("community", secretOf("wrong-password"));
    const platformAuth = createForTest();
    await platformAuth.keyring();
    nowMs = 60_000;
    await expect(usernames(platformAuth.service)).rejects.toThrow("is refused");
    expect(attempts("/login")).toEqual([401]);
    expect(secrets.reads()).toBe(2);
  });
});

test("a failed login without a refusal causes no read of the secret", async () => {
  platform.faults.add({ kind: "status", status: 500, path: "/login" });
  const platformAuth = createForTest();
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
  const token = await consoleToken("old-password");
  await secrets.put("community", secretOf("never-used", token));
  nowMs = 60_000;
  expect(await usernames(service)).toEqual(["service"]);
});

describe("new person", () => {
  async function createPerson(): Promise<void> {
    await createForTest({ serviceAuth: "basic" }).service.people.create({
      name: { givenName: "Zoë", familyName: "Lindqvist" },
      emails: [{ value: "zoe@example.com", svc_label: "Email" }],
      svc: { username: "zoe", password: "a&b=c d+é" },
    });
  }

  test.each([undefined, "basic", "login"] as const)(
    "is authorized by the setting %s, and without one by HTTP Basic",
    async (personAuth) => {
      await createPerson();
      const platformAuth = createForTest({ personAuth });
      const client = await platformAuth.asPerson("zoe", "a&b=c d+é");
      expect(await usernames(client)).toContain("zoe");
      expect(platform.journal.at(-1)?.requester).toBe("zoe");
      expect(attempts("/login")).toHaveLength(personAuth === "login" ? 1 : 0);
    },
  );

  test("logs in again within the same call when the token ends", async () => {
    await createPerson();
    const platformAuth = createForTest({ personAuth: "login" });
    const client = await platformAuth.asPerson("zoe", "a&b=c d+é");
    await usernames(client);
    platform.revokeTokens();
    expect(await usernames(client)).toContain("zoe");
    expect(attempts("/login")).toEqual([200, 200]);
  });

  test("logs in with the current consumer secret", async () => {
    await createPerson();
    const platformAuth = createForTest({ personAuth: "login" });
    await platformAuth.keyring();
    await changeConsumerSecret();
    const client = await platformAuth.asPerson("zoe", "a&b=c d+é");
    expect(await usernames(client)).toContain("zoe");
    expect(attempts("/login")).toEqual([401, 200]);
  });

  test("is refused with a wrong password and never becomes the service account", async () => {
    await createPerson();
    for (const personAuth of ["basic", "login"] as const) {
      const client = await createForTest({ personAuth }).asPerson("zoe", "no");
      await expect(usernames(client)).rejects.toMatchObject({ status: 401 });
    }
  });
});

describe("keyring", () => {
  const newer = { ...passwordMaster, "12": "n".repeat(32) };

  test("is read again for a salt of a version that is not in memory", async () => {
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

  test("is not read at each request for a version that does not exist", async () => {
    const platformAuth = createForTest();
    for (let i = 0; i < 3; i++)
      expect(await platformAuth.keyring("9.hash")).toEqual(passwordMaster);
    expect(secrets.reads()).toBe(1);
  });
});
