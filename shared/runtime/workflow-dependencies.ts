import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import {
  type PlatformAuthOptions,
  createPlatformAuth,
} from "../platform-auth/platform-auth.ts";
import {
  communitySecretSchema,
  createCommunitySecret,
} from "../platform-auth/community-secret.ts";
import type { WorkflowConfig } from "./config.ts";
import { createTable } from "../dynamodb/table.ts";
import type { PlatformDependencies } from "../person/platform-dependencies.ts";
import { createStore } from "../store/store.ts";
import { countRepeat } from "../workflow/reserve-calls.ts";
import { createTokenStore } from "../token/token-store.ts";
import { createLog } from "../log.ts";
import { createLastGoodCopy } from "../aws/last-good-copy.ts";
import { readSecret } from "../aws/secrets.ts";
import { clientOptions } from "../aws/client-options.ts";
import { connectDynamoDb } from "./connections.ts";

/** Creates the dependencies of a workflow that calls the platform, from its configuration. */
export function createWorkflowDependencies(
  config: WorkflowConfig,
  serviceName: string,
  personAuth?: PlatformAuthOptions["personAuth"],
): PlatformDependencies & { dynamodb: DynamoDBClient } {
  const dynamodb = connectDynamoDb();
  const secrets = new SecretsManagerClient(clientOptions);
  const log = createLog(serviceName);
  const store = createStore(createTable(dynamodb, config.storeTable), Date.now);
  // 0 means no limit.
  const callsPerSecond = config.platformCallsPerSecond || undefined;
  return {
    dynamodb,
    store,
    platformAuth: createPlatformAuth({
      baseUrl: config.baseUrl,
      authUrl: config.authUrl,
      serviceAuth: config.serviceAuth,
      personAuth,
      secret: createCommunitySecret({
        read: createLastGoodCopy({
          read: () =>
            readSecret(secrets, config.communitySecret, communitySecretSchema),
          nowMs: Date.now,
          log,
        }),
        nowMs: Date.now,
      }),
      tokens: createTokenStore(createTable(dynamodb, config.tokensTable)),
      callTimeoutMs: config.callTimeoutMs,
      hedgeAfterMs: config.callTimeoutMs / 5,
      onRepeat: () => countRepeat({ store, callsPerSecond }),
      loginLeaseMs: config.loginLeaseMs,
    }),
    callsPerSecond,
    nowMs: Date.now,
    random: Math.random,
    log,
  };
}
