import type { DurableExecutionHandler } from "@aws/durable-execution-sdk-js";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { NoticeMessage } from "../../../functions/notifications/contract.ts";
import { createNotifications } from "../../../functions/notifications/workflow.ts";
import { createStartNotices } from "../../../functions/scheduler/start-notices.ts";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import type { DurableExecutions } from "../../../infra/local/aws/lambda/durable-executions.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import type { Log } from "../../../shared/log.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createNoticeStore } from "../../../shared/store/outbox.ts";
import { documentsOf } from "./part-failures.ts";

type Dependencies = {
  documents: DynamoDBDocumentClient;
  engine: () => DurableExecutions;
  nowMs: () => number;
  log: Log;
};

export const noticesFunction = "notifications";

/** The rounds of notices, with a bus and a subscriber that take everything. */
export function createNotices({
  documents,
  engine,
  nowMs,
  log,
}: Dependencies): {
  workflow: DurableExecutionHandler<unknown, unknown>;
  startDue: () => Promise<void>;
  /** What the bus got, also what it got again. */
  published: NoticeMessage[];
  /** What the subscriber got, also what it got again. */
  delivered: NoticeMessage[];
} {
  const storeOf = (name: FunctionName) =>
    createNoticeStore(
      createTable(documentsOf(name, documents), tables.store.name),
      nowMs,
    );
  const published: NoticeMessage[] = [];
  const delivered: NoticeMessage[] = [];
  const read = (text = "") => JSON.parse(text) as NoticeMessage;
  return {
    workflow: createNotifications({
      store: storeOf("notifications-workflow"),
      readSubscribers: async () => ({
        desk: { format: "webhook", url: "https://desk.example.com", keys: [] },
      }),
      post: async (_url, _headers, body) => {
        delivered.push(read(body));
        return { status: 204, retryAfterMs: 0 };
      },
      putEvents: async (events) => {
        published.push(
          ...events.map(({ detail }) => read(JSON.stringify(detail))),
        );
        return events.map(() => true);
      },
      docsUrl: "",
      sleepMs: async () => undefined,
      nowMs,
      random: () => 0.5,
      log,
    }),
    startDue: createStartNotices({
      notices: storeOf("scheduler-handler"),
      startRound: async (round) => {
        engine().start({
          functionName: noticesFunction,
          name: round,
          payload: JSON.stringify({ round }),
        });
      },
      nowMs,
      log: log,
    }),
    published,
    delivered,
  };
}
