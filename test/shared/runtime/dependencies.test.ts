import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import {
  type HttpRequest,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { startPlatform } from "../../../infra/platform/start-platform.ts";
import {
  startSecretsManager,
  type SecretFault,
} from "../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import {
  readConfig,
  receiverConfig,
  workflowConfig,
} from "../../../shared/runtime/config.ts";
import { acceptWith, newOperation } from "../store/operation-for-test.ts";
import { stubAws } from "../../fixtures/stub-aws.ts";

const password = "service-password";
let invoked: HttpRequest[];
let fault: SecretFault | undefined;
const closing: (() => Promise<unknown>)[] = [];

/** AWS and the platform on loopback, and the environment variables of both. */
beforeEach(async () => {
  invoked = [];
  fault = undefined;
  const [database, secrets, lambda, platform] = await Promise.all([
    startDynamoDb(),
    startSecretsManager({
      fault: () => fault,
      secrets: {
        callers: {
          bot: { scheme: "bearer", keys: ["token-of-bot"], scopes: [] },
        },
        community: {
          consumerKey: "local-consumer-key",
          consumerSecret: "local-consumer-secret",
          username: "service",
          password,
          passwordMaster: { "1": "k".repeat(32) },
        },
      },
    }),
    startHttpServer(async (request) => {
      invoked.push(request);
      return { status: 202 };
    }),
    startPlatform({ serviceAccount: { username: "service", password } }),
  ]);
  closing.push(database.close, secrets.close, lambda.close, platform.close);
  stubAws({
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    STORE_TABLE: tables.store.name,
    TOKENS_TABLE: tables.tokens.name,
    CALLERS_SECRET: "callers",
    COMMUNITY_SECRET: "community",
    WORKFLOW_FUNCTION: "greeting-workflow:live",
    BASE_URL: platform.baseUrl,
    AUTH_URL: platform.authUrl,
    ZONE: "Europe/Oslo",
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

const createWorkflow = () =>
  createWorkflowDependencies(readConfig(workflowConfig), "greeting-workflow");

describe("receiver dependencies", () => {
  const create = () =>
    createReceiverDependencies(readConfig(receiverConfig), "notes");

  test("identify the callers of the configured secret", async () => {
    const body = new Uint8Array();
    const ask = (token: string) =>
      create().callers.identify("bot", { header: () => token, body });
    expect(await ask("Bearer token-of-bot")).toMatchObject({
      caller: { name: "bot" },
    });
    expect(await ask("Bearer another")).toMatchObject({ caller: undefined });
  });

  test("store an accepted event in the table with the current time, and start its workflow", async () => {
    const { store, startWorkflow, zone, nowMs } = create();
    const fromMs = nowMs();
    const { operation } = await store.operations.accept(newOperation("op"));
    expect(await store.operations.get("op")).toEqual(operation);
    expect(operation.createdAtMs).toBeGreaterThanOrEqual(fromMs);
    expect(zone).toBe("Europe/Oslo");
    await startWorkflow(operation);
    expect(invoked.map(({ path }) => decodeURIComponent(path))).toEqual([
      expect.stringContaining("/functions/greeting-workflow:live/"),
    ]);
  });

  test("store an event with any field name, such as constructor", async () => {
    const { store } = create();
    const operation = newOperation("op");
    const data = JSON.parse('{"constructor":"Lindqvist","tags":[]}');
    await acceptWith(store, operation, {
      data: { ...data, absent: undefined },
    });
    const { payloads } = createWorkflow().store;
    expect(await payloads.readData(operation, z.unknown())).toEqual(data);
  });
});

describe("workflow dependencies", () => {
  test("authenticate as the service account of the community secret, and share its token", async () => {
    for (const { platformAuth } of [createWorkflow(), createWorkflow()]) {
      const people = await Array.fromAsync(
        platformAuth.service.people.list({}),
      );
      expect(people.map(({ svc }) => svc?.username)).toEqual(["service"]);
    }
    const { platformAuth } = createWorkflow();
    expect(await platformAuth.serviceUsername()).toBe("service");
  });

  test("keep the community secret that they have during an outage of Secrets Manager", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { platformAuth } = createWorkflow();
    const before = await platformAuth.probes.configuration();
    fault = "internal-error";
    vi.advanceTimersByTime(61_000);
    expect(await platformAuth.probes.configuration()).toEqual(before);
    vi.useRealTimers();
  });

  test("limit the calls to the platform only if the environment sets a rate", () => {
    expect(createWorkflow().callsPerSecond).toBeUndefined();
    vi.stubEnv("PLATFORM_CALLS_PER_SECOND", "90");
    expect(createWorkflow().callsPerSecond).toBe(90);
  });
});
