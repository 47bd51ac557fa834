import { readFileSync } from "node:fs";
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { createServer } from "node:https";
import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import type { Context } from "aws-lambda";
import { createPost } from "../../../functions/notifications/post.ts";
import { noticeSource } from "../../../functions/notifications/notice-source.ts";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { minuteMs } from "../../../shared/durations.ts";
import {
  type Subscribers,
  subscribersSchema,
} from "../../../shared/webhook/subscribers-secret.ts";
import { createNotifications } from "../../../functions/notifications/workflow.ts";
import { createStartNotices } from "../../../functions/scheduler/start-notices.ts";
import type { EventBridgeEvent } from "../../../infra/local/aws/event-bridge/start-event-bus.ts";
import { startEventBus } from "../../../infra/local/aws/event-bridge/start-event-bus.ts";
import { createDurableExecutions } from "../../../infra/local/aws/lambda/durable-executions.ts";
import type { AwsFaults } from "../../../infra/local/aws/aws-service.ts";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createPutEvents } from "../../../shared/aws/put-events.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createNoticeStore } from "../../../shared/store/outbox.ts";
import { createPlanRuns } from "../../../shared/store/plan-runs.ts";
import { createStore } from "../../../shared/store/store.ts";
import {
  documentsOf,
  type PartFailure,
} from "../../environments/in-process/part-failures.ts";
import {
  type Kill,
  runKillable,
} from "../../environments/in-process/killed-executions.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { startTables } from "../../fixtures/tables-for-test.ts";

const tls = new URL("../../fixtures/tls/", import.meta.url);
const cert = readFileSync(new URL("loopback.cert.pem", tls), "utf8");
const key = readFileSync(new URL("loopback.key.pem", tls), "utf8");

export const signingKey = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
export const startMs = Date.UTC(2026, 10, 22, 20);

/** A request as a subscriber received it. */
export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  atMs: number;
};

type AnswerTo = (response: ServerResponse, request: IncomingMessage) => void;

/** How a message looks in a test. */
export type ReceivedMessage = {
  id: string;
  type: string;
  data: {
    count: number;
    reason?: string;
    explanation?: string;
    subscriber?: string;
    operations: Record<string, unknown>[];
  };
};

/**
 * The way of notices from the outbox to the bus and to a subscriber, with real TLS and real tables. Time passes only as
 * the test says.
 */
export async function startNotices({
  awsFaults,
  timeoutMs = 10_000,
}: { awsFaults?: AwsFaults; timeoutMs?: number } = {}) {
  const clock = { nowMs: startMs };
  const nowMs = () => clock.nowMs;
  const local = await startTables();
  const partFailures: {
    table?: PartFailure | undefined;
    kill?: Kill | undefined;
  } = {};
  /** The table, as the role of a function may use it. */
  const tableOf = (name: FunctionName) =>
    createTable(
      documentsOf(name, local.documents, () => partFailures.table),
      tables.store.name,
    );
  const { log, lines } = recordLog();

  const received: Received[] = [];
  const answers: Record<string, AnswerTo> = {};
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const text = Buffer.concat(chunks).toString();
      received.push({ path, headers: request.headers, text, atMs: nowMs() });
      const answer = answers[path];
      if (answer) answer(response, request);
      else response.writeHead(204).end();
    });
  });
  const origin = `https://127.0.0.1:${await listen(server, 0)}`;

  const events: EventBridgeEvent[] = [];
  const bus = await startEventBus({
    busName: "bus",
    sources: [noticeSource],
    deliver: (event) => void events.push(event),
    awsFaults,
  });
  const client = new EventBridgeClient({
    ...localAwsOptions(bus.endpoint),
    maxAttempts: 1,
  });

  const secret: { content: unknown; error?: Error | undefined } = {
    content: {},
  };
  const readSubscribers = async (): Promise<Subscribers> => {
    if (secret.error) throw secret.error;
    return subscribersSchema.parse(secret.content);
  };
  const notices = createNoticeStore(tableOf("notifications-workflow"), nowMs);
  const workflow = createNotifications({
    store: notices,
    readSubscribers,
    post: createPost({
      ca: cert,
      isAllowedAddress: (address) => address === "127.0.0.1",
      totalTimeoutMs: timeoutMs,
      nowMs,
    }),
    putEvents: createPutEvents(client, "bus", noticeSource),
    docsUrl: "https://docs.example.com",
    sleepMs: async () => undefined,
    nowMs,
    random: () => 0.5,
    log,
  });
  const engine = createDurableExecutions({
    timeScale: 1e-7,
    invoke: (_, event) =>
      runKillable(
        engine.client,
        () => partFailures.kill?.("notifications"),
        (durableExecutionClient) =>
          withDurableExecution(workflow, { durableExecutionClient })(event, {
            getRemainingTimeInMillis: () => 30_000,
          } as Context),
      ),
  });
  const startDue = createStartNotices({
    notices: createNoticeStore(tableOf("scheduler-handler"), nowMs),
    startRound: async (round) => {
      engine.start({
        functionName: "notifications",
        name: round,
        payload: JSON.stringify({ round }),
      });
    },
    nowMs,
    log,
  });

  /** The scheduler runs once, everything that follows ends, and a minute passes. */
  async function minute(): Promise<void> {
    await startDue();
    await engine.idle();
    clock.nowMs += minuteMs;
  }

  const table = createTable(local.documents, tables.store.name);
  /** What the outbox holds: for the clock of this store, all of it is due. */
  const allHeld = createNoticeStore(table, () => Number.MAX_SAFE_INTEGER).outbox
    .due;

  return {
    ...createStore(table, nowMs),
    plans: createPlanRuns(table, nowMs),
    notices,
    documents: local.documents,
    clock,
    partFailures,
    lines,
    /** What reached the bus. */
    events,
    /** The ids of the notices on the bus. */
    eventIds: () => events.map(({ detail }) => String(detail["id"])),
    received,
    /** How the subscriber at a path answers. By default it takes everything. */
    answers,
    origin,
    secret,
    startDue,
    engine,
    minute,
    /** Time passes until nothing is left to do. */
    async untilDone(): Promise<void> {
      for (;;) {
        await minute();
        const [next] = (await allHeld.page(1)).entries;
        if (!next) return;
        clock.nowMs = Math.max(clock.nowMs, next.dueAtMs);
      }
    },
    /** The messages that a path got, without repetitions. */
    messagesTo: (path: string): ReceivedMessage[] => {
      const byId = new Map(
        received
          .filter((one) => one.path === path)
          .map(({ text }) => JSON.parse(text) as ReceivedMessage)
          .map((message) => [message.id, message]),
      );
      return [...byId.values()];
    },
    webhook: (path: string, more: object = {}) => ({
      format: "webhook",
      url: origin + path,
      keys: [signingKey],
      ...more,
    }),
    async close(): Promise<void> {
      engine.close();
      client.destroy();
      await bus.close();
      server.closeAllConnections();
      await closeServer(server);
      await local.close();
    },
  };
}
export type Notices = Awaited<ReturnType<typeof startNotices>>;
