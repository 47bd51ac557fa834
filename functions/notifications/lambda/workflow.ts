import { setTimeout } from "node:timers/promises";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { clientOptions } from "../../../shared/aws/client-options.ts";
import { createPutEvents } from "../../../shared/aws/put-events.ts";
import { createLog } from "../../../shared/log.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createStoredSubscribers } from "../../../shared/runtime/stored-subscribers.ts";
import { connectTable } from "../../../shared/runtime/connections.ts";
import { createNoticeStore } from "../../../shared/store/outbox.ts";
import { notificationsConfig } from "../config.ts";
import { noticeSource } from "../notice-source.ts";
import { createPost } from "../post.ts";
import { createNotifications } from "../workflow.ts";

const config = readConfig(notificationsConfig);
const log = createLog("notifications-workflow");

export const handler = createDurableHandler(
  createNotifications({
    store: createNoticeStore(connectTable(config.storeTable), Date.now),
    readSubscribers: createStoredSubscribers(config.subscribersSecret),
    post: createPost({ allowsLoopback: config.loopbackHttp }),
    putEvents: createPutEvents(
      new EventBridgeClient(clientOptions),
      config.eventBus,
      noticeSource,
    ),
    docsUrl: config.docsUrl,
    sleepMs: setTimeout,
    nowMs: Date.now,
    random: Math.random,
    log,
  }),
  log,
);
