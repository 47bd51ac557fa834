import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { setTimeout } from "node:timers/promises";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import {
  clientOptions,
  dynamodbOptions,
} from "../../../shared/aws/client-options.ts";
import { createLog } from "../../../shared/log.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createEngineClient } from "../../../shared/runtime/engine-client.ts";
import { createNoticeStore } from "../../../shared/store/notice-store.ts";
import { notificationsConfig } from "../config.ts";
import { createPost } from "../post.ts";
import { createReadSubscribers } from "../subscribers.ts";
import { createNotifications } from "../workflow.ts";

const config = readConfig(notificationsConfig);
const log = createLog("notifications-workflow");

export const handler = createDurableHandler(
  createNotifications({
    store: createNoticeStore(
      new DynamoDBClient(dynamodbOptions),
      config.storeTable,
      Date.now,
    ),
    readSubscribers: createReadSubscribers(
      new SecretsManagerClient(clientOptions),
      config.subscribersSecret,
    ),
    post: createPost({ allowsLoopback: config.loopbackHttp }),
    bus: {
      client: new EventBridgeClient(clientOptions),
      name: config.eventBus,
    },
    docsUrl: config.docsUrl,
    sleepMs: setTimeout,
    nowMs: Date.now,
    random: Math.random,
    log,
  }),
  createEngineClient(log),
);
