import {
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import {
  hrKey,
  localSecrets,
  opsToken,
} from "../../../infra/local/credentials.ts";
import type { StackOptions } from "../../../infra/local/stack.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { signStandardWebhook } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import {
  type BundledStack,
  startBundledStack,
} from "../../environments/bundled-stack.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import { scanTables } from "../../fixtures/scan-tables.ts";
import { connect } from "../../fixtures/tables-for-test.ts";
import { isThorough } from "../../resilience/effort.ts";

/** All tests use the real bundles. A new sandbox stands for one in which the times of docs/secrets.md have passed. */
async function startForTest(options: StackOptions = {}): Promise<BundledStack> {
  const stack = await startBundledStack(options);
  onTestFinished(stack.close);
  return stack;
}

/** Stores the next version of a secret, as `npm run --silent cli -- secrets` does. */
async function store(
  { secretsManager: { endpoint } }: BundledStack,
  SecretId: "callers" | "community",
  value: unknown,
): Promise<void> {
  const client = new SecretsManagerClient(localAwsOptions(endpoint));
  const SecretString = JSON.stringify(value);
  await client.send(new PutSecretValueCommand({ SecretId, SecretString }));
  client.destroy();
}

let deliveries = 0;

/** Sends an event of caller `hr`, signed with a key. Resolves to the status. */
async function deliver(
  { origin }: BundledStack,
  event: unknown,
  { key = hrKey as string, path = "/onboarding" } = {},
): Promise<{ status: number; location: string }> {
  const [id, body] = [`rotation_${++deliveries}`, JSON.stringify(event)];
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const { status, headers } = await fetch(`${origin}${path}/hr`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signStandardWebhook(key, id, timestampSeconds, body),
    },
    body,
  });
  return { status, location: headers.get("location") ?? "" };
}

const envelopeOf = (type: string, data: object) => ({
  type,
  timestamp: new Date().toISOString(),
  data,
});

describe.runIf(isThorough)(
  "credentials that change first on the platform and later in the secret, during running workflows,",
  () => {
    const { community } = localSecrets;
    const changed = {
      ...community,
      consumerSecret: "another-consumer-secret",
      password: "another-password",
    };

    /** Two hires, a status and a termination, all accepted. Resolves to the locations of their operations. */
    async function work(stack: BundledStack, round: string) {
      const answers = await Promise.all([
        deliver(stack, hireEvent(`${round}-new-1`)),
        deliver(stack, hireEvent(`${round}-new-2`)),
        deliver(
          stack,
          envelopeOf("status.set", {
            employeeId: `${round}-stays`,
            text: round,
          }),
          { path: "/status" },
        ),
        deliver(
          stack,
          envelopeOf("employee.terminated", { employeeId: `${round}-leaves` }),
          { path: "/offboarding" },
        ),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
      return answers.map(({ location }) => location);
    }

    /** A token as the console of the API store gives it. */
    async function consoleToken(
      { platform }: BundledStack,
      { consumerKey, consumerSecret, username, password }: typeof changed,
    ): Promise<string> {
      const basic = Buffer.from(`${consumerKey}:${consumerSecret}`);
      const response = await fetch(`${platform.authUrl}/login`, {
        method: "POST",
        headers: {
          authorization: `Basic ${basic.toString("base64")}`,
          "content-type": "application/json",
        },
        body: `grant_type=password&username=${username}&password=${password}&scope=PRODUCTION`,
      });
      const schema = z.object({ access_token: z.string() });
      return schema.parse(await response.json()).access_token;
    }

    /** The sandboxes and their shared table remember a refusal for a minute. */
    async function waitAMinute(stack: BundledStack): Promise<void> {
      await stack.lambda.killSandboxes();
      const documents = connect(stack.dynamodb.endpoint);
      const { tokens } = await scanTables(stack.dynamodb);
      for (const { id } of tokens)
        await documents.send(
          new UpdateCommand({
            TableName: tables.tokens.name,
            Key: { id },
            UpdateExpression: "REMOVE refusedUntilMs",
          }),
        );
      documents.destroy();
    }

    test.for(["login", "basic", "token"])(
      "(SERVICE_AUTH %s) delay operations, and neither fail nor reject any",
      // On a busy machine. Alone it takes a few seconds.
      { timeout: 120_000 },
      async (SERVICE_AUTH) => {
        const stack = await startForTest({
          // Attempts continue for ten seconds instead of ten minutes.
          timeScale: 0.02,
          environment: { SERVICE_AUTH },
        });
        const { platform, lambda, origin } = stack;
        const withToken = async (secret: typeof changed) =>
          SERVICE_AUTH === "token"
            ? { ...secret, token: await consoleToken(stack, secret) }
            : secret;
        await store(stack, "community", await withToken(community));
        const rounds = ["before", "between", "after"];
        for (const round of rounds)
          for (const who of ["stays", "leaves"])
            await deliver(stack, hireEvent(`${round}-${who}`));
        await lambda.idle();

        const locations = [await work(stack, "before")];
        const from = platform.journal.length;
        const serviceID = platform.findPerson(community.username)?.id ?? "";
        platform.admin.changePassword(serviceID, changed.password);
        platform.admin.changeConsumerSecret(
          changed.consumerKey,
          changed.consumerSecret,
        );
        platform.revokeTokens();
        locations.push(await work(stack, "between"));
        const refusals = () =>
          platform.journal.slice(from).filter(({ status }) => status === 401);
        await vi.waitUntil(() => refusals().length > 0, { timeout: 20_000 });

        await store(stack, "community", await withToken(changed));
        await waitAMinute(stack);
        locations.push(await work(stack, "after"));
        await lambda.idle();

        const ends = await Promise.all(
          locations.flat().map((location) => readStatus(origin, location)),
        );
        expect(new Set(ends)).toEqual(new Set(["succeeded"]));
        for (const round of rounds) {
          const person = (who: string) =>
            platform.findPerson(`user.${round}-${who}`);
          expect(person("new-1") && person("new-2")).toBeDefined();
          expect(person("stays")?.status).toBe(round);
          expect(person("leaves")).toBeUndefined();
        }
        expect(stack.logs.join("\n")).not.toMatch(
          /another-(password|consumer-secret)/,
        );
      },
    );
  },
);

describe.runIf(isThorough)("a new version of passwordMaster", () => {
  const { community } = localSecrets;
  const [first, second] = [community.passwordMaster["1"], "2".repeat(43)];
  const both = { ...community, passwordMaster: { "1": first, "2": second } };

  const leave = async (stack: BundledStack, employeeId: string) => {
    const event = envelopeOf("employee.terminated", { employeeId });
    return deliver(stack, event, { path: "/offboarding" });
  };
  const hashOf = async ({ dynamodb }: BundledStack, employeeId: string) => {
    const { store } = await scanTables(dynamodb);
    const item = store.find(({ id }) => id === `employee#${employeeId}`);
    return String(item?.["emailHash"]);
  };

  test("finishes onboardings of the previous version, and recognizes leavers of both", async () => {
    const stack = await startForTest();
    const { platform, lambda, origin } = stack;
    platform.faults.add({
      kind: "status",
      status: 503,
      path: "/people/{personID}/tasks",
    });
    const begun = await deliver(stack, hireEvent("M-1"));
    await vi.waitUntil(
      () =>
        platform.journal.some(
          ({ path, status }) => path.endsWith("/tasks") && status === 503,
        ),
      { timeout: 20_000 },
    );
    await store(stack, "community", both);
    await lambda.killSandboxes();
    platform.faults.clear();
    await lambda.idle();
    expect(await readStatus(origin, begun.location)).toBe("succeeded");
    const personID = platform.findPerson("user.m-1")?.id ?? "";
    expect(platform.tasksOf(personID)).toHaveLength(3);
    expect(await hashOf(stack, "M-1")).toMatch(/^1\./);

    await deliver(stack, hireEvent("M-2"));
    await lambda.idle();
    expect(await hashOf(stack, "M-2")).toMatch(/^2\./);

    for (const employeeId of ["M-1", "M-2"]) {
      const left = await leave(stack, employeeId);
      await lambda.idle();
      expect(await readStatus(origin, left.location)).toBe("succeeded");
    }
    expect(platform.findPerson("user.m-1")).toBeUndefined();
    expect(platform.findPerson("user.m-2")).toBeUndefined();
  });

  test("that replaces an old one deletes no person whom only the old one can verify", async () => {
    const stack = await startForTest();
    const { platform, lambda, origin } = stack;
    await deliver(stack, hireEvent("M-3"));
    await lambda.idle();
    const passwordMaster = { "2": second };
    await store(stack, "community", { ...community, passwordMaster });
    await lambda.killSandboxes();
    const { location } = await leave(stack, "M-3");
    await lambda.idle();
    expect(await readStatus(origin, location)).not.toBe("succeeded");
    expect(platform.findPerson("user.m-3")?.svc.enabled).toBe(true);
  });
});

async function readStatus(origin: string, location: string): Promise<string> {
  const response = await fetch(origin + location, {
    headers: { authorization: `Bearer ${opsToken}` },
  });
  return z.object({ status: z.string() }).parse(await response.json()).status;
}
