import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { dynamodbOptions } from "../../../shared/aws/client-options.ts";
import type { Authorizer } from "../../../shared/community/authorizer.ts";
import { clientDefaults } from "../../../shared/community/client.ts";
import { createLogin } from "../../../shared/community/login.ts";
import {
  createTokenProvider,
  type TokenProviderOptions,
} from "../../../shared/token/token-provider.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import { serve } from "../../environments/parts/part.ts";
import { seededRandom } from "../../fixtures/seeded-random.ts";
import {
  type InstancesRequest,
  requestSchema,
  setupSchema,
  type Wait,
} from "./requests.ts";

/**
 * Many instances of a Lambda in one process. They share only the client of DynamoDB, to save processor time. Each has
 * a token provider of its own with its own memory.
 */
const { dynamodb, platform } = setupSchema.parse(
  JSON.parse(process.argv[2] ?? "{}"),
);
const { consumerKey, consumerSecret, username, password } =
  localSecrets.community;
const documents = new DynamoDBClient({
  ...dynamodbOptions,
  ...localAwsOptions(dynamodb),
});
const store = createTokenStore(createTable(documents, tables.tokens.name));
const login = createLogin({
  ...clientDefaults(),
  authUrl: platform,
  consumerKey,
  consumerSecret,
  username,
  password,
  attemptTimeoutMs: 10_000,
  maxAttempts: 1,
});

function instance(
  scope: string,
  options: Partial<TokenProviderOptions> = {},
): Authorizer {
  return createTokenProvider({
    store,
    login,
    key: { baseUrl: platform, consumerKey, username, scope },
    leaseMs: 1_000,
    ...options,
  });
}

async function timed(one: Authorizer): Promise<Wait> {
  const atMs = Date.now();
  const fromMs = performance.now();
  await one.authorization();
  return { atMs, waitMs: performance.now() - fromMs };
}

function answer(request: InstancesRequest): Promise<unknown> {
  switch (request.kind) {
    case "burst": {
      const { scope, count, seed, beginAtMs, spreadMs } = request;
      const random = seededRandom(seed);
      const arrivals = Array.from({ length: count }, async () => {
        const one = instance(scope);
        await sleep(Math.max(0, beginAtMs + random() * spreadMs - Date.now()));
        return timed(one);
      });
      return Promise.all(arrivals);
    }
    case "end":
      return endToken(request.scope);
    case "crash": {
      const die = () => process.exit(1);
      const dying = { withPassword: die, renew: die };
      return instance(request.scope, { login: dying }).authorization();
    }
    case "load":
      return load(request);
  }
}

async function endToken(scope: string): Promise<void> {
  const one = instance(scope, { earlyRenewalFactor: 0 });
  await one.rejected?.(await one.authorization());
}

async function load({
  scope,
  count,
  perSecond,
  durationMs,
  earlyRenewalFactor,
}: Extract<InstancesRequest, { kind: "load" }>): Promise<Wait[]> {
  const instances = Array.from({ length: count }, () =>
    instance(scope, { earlyRenewalFactor }),
  );
  await Promise.all(instances.map((one) => one.authorization()));
  const random = seededRandom(count + perSecond);
  const fromMs = performance.now();
  const waits: Promise<Wait>[] = [];
  while (performance.now() - fromMs < durationMs) {
    const dueMs = fromMs + (waits.length * 1_000) / perSecond;
    await sleep(Math.max(0, dueMs - performance.now()));
    const one = instances[Math.floor(random() * count)];
    if (one) waits.push(timed(one));
  }
  return Promise.all(waits);
}

// Opens the connections and runs the code before the measurement, so that a cold instance lacks only its token.
await Promise.all(Array.from({ length: 50 }, () => store.read("nobody")));
serve(undefined, (request) => answer(requestSchema.parse(request)));
