import type { Hono } from "hono";
import { afterEach, beforeEach } from "vitest";
import * as z from "zod/mini";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { createReceiver } from "../../../shared/webhook/receiver.ts";
import type {
  EventKinds,
  EventContent,
} from "../../../shared/webhook/envelope.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { signStandardWebhook } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import {
  createVirtualTime,
  type VirtualTime,
} from "../../fixtures/virtual-time.ts";

const signingKey = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const token = "the-token-of-bot";
/** In bytes. */
export const bodyLimit = 256 * 1024;

const callersForTest = {
  hr: { scheme: "standard-webhooks", keys: [signingKey], scopes: ["onboard"] },
  bot: { scheme: "bearer", keys: [token], scopes: ["onboard"] },
  reader: { scheme: "bearer", keys: ["the-token-of-reader"], scopes: [] },
};

/** The content of a small event with all that a receiver reads: an employee, data, and the bytes of an avatar. */
const noteSchema = z.pipe(
  z.strictObject({
    employeeId: z.string().check(z.minLength(1), z.maxLength(20)),
    note: z.string().check(z.maxLength(bodyLimit)),
    count: z.optional(z.int()),
    bytes: z.optional(z.base64()),
  }),
  z.transform(({ bytes, ...data }): EventContent => ({
    employee: data.employeeId,
    data,
    avatar:
      bytes === undefined
        ? undefined
        : { id: "1", bytes: Buffer.from(bytes, "base64") },
  })),
);

export const noteEvents: EventKinds = [
  { type: "status.set", scope: "onboard", schema: noteSchema },
  { type: "status.show", scope: "offboard", schema: noteSchema },
];

type Changes = {
  events?: EventKinds;
  /** In addition to `callersForTest`. */
  callers?: Record<string, unknown>;
  zone?: string;
};

/** The operation of a delivery, as the workflow reads it. */
export async function operationOf(
  { operations }: Store,
  id = "",
): Promise<Operation> {
  const operation = await operations.get(id);
  if (operation) return operation;
  throw new Error(`there is no operation ${id}`);
}

export type Sent = {
  body?: string | Uint8Array<ArrayBuffer>;
  event?: unknown;
  /** The delivery id. */
  id?: string;
  key?: string;
  path?: string;
  method?: string;
  headers?: Record<string, string>;
};

type Receiver = {
  app: Hono;
  store: Store;
  time: VirtualTime;
  /** Ids of started operations, in order. */
  started: string[];
  /** Which parts fail from now on. */
  outage: {
    secret: boolean;
    start: boolean;
    /** So many requests to the table succeed, and all later ones fail. */
    requestsLeft: number;
  };
  lines: ReturnType<typeof recordLog>["lines"];
  /** Ends an outage of the table, and reads the ids of all its items, sorted. */
  ids: () => Promise<string[]>;
  /** Sends an event as `hr`, signed now. */
  send: (sent?: Sent) => Promise<Response>;
  /** Sends an event as `bot`, or with another `authorization`. */
  sendAsBot: (sent?: Sent) => Promise<Response>;
};

/** An event of `noteEvents`. */
export const note = (changes: Record<string, unknown> = {}) => ({
  type: "status.set",
  timestamp: "2026-01-04T23:59:00+01:00",
  data: { employeeId: "E-1", note: "first", ...changes },
});

/** A receiver with a real table, in virtual time, created anew for each test. */
export function useReceiver(changes: Changes = {}): () => Receiver {
  let tablesForTest: TablesForTest;
  let receiver: Receiver;
  beforeEach(async () => {
    tablesForTest = await startTables();
    receiver = createForTest(tablesForTest, changes);
  });
  afterEach(() => tablesForTest.close());
  return () => receiver;
}

function createForTest(
  { documents }: TablesForTest,
  { events = noteEvents, callers, zone = "UTC" }: Changes,
): Receiver {
  const secret = callersSchema.parse({ ...callersForTest, ...callers });
  const time = createVirtualTime();
  const outage = { secret: false, start: false, requestsLeft: Infinity };
  const started: string[] = [];
  const { log, lines } = recordLog();
  const ids = async () => {
    outage.requestsLeft = Infinity;
    const command = new ScanCommand({ TableName: tables.store.name });
    const { Items = [] } = await documents.send(command);
    return Items.map(({ id }) => String(id)).sort();
  };
  documents.middlewareStack.add(
    (next) => (args) => {
      if (outage.requestsLeft-- <= 0) throw new Error("the table is out");
      return time.outside(() => next(args));
    },
    { step: "initialize" },
  );
  const store = createStore(
    createTable(documents, tables.store.name),
    time.nowMs,
  );
  const app = createReceiver(
    { path: "/notes", events },
    {
      callers: createCallers({
        read: async () => {
          if (outage.secret) throw new Error("no secret");
          return secret;
        },
        nowMs: time.nowMs,
        sleepMs: async () => {},
      }),
      store,
      startWorkflow: async ({ id }) => {
        if (outage.start) throw new Error("cannot start");
        started.push(id);
      },
      zone,
      nowMs: time.nowMs,
      sleepMs: time.sleepMs,
      log,
    },
  );

  async function request(
    path: string,
    { method = "POST", headers }: Sent,
    body: string | Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const hasBody = method !== "GET" && method !== "HEAD";
    return app.request(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(hasBody && { body }),
    });
  }
  const bodyOf = ({ body, event = note() }: Sent) =>
    body ?? JSON.stringify(event);

  return {
    app,
    store,
    time,
    started,
    outage,
    lines,
    ids,
    send: (sent = {}) => {
      const { id = "msg_1", key = signingKey, path = "/notes/hr" } = sent;
      const body = bodyOf(sent);
      const seconds = Math.floor(time.nowMs() / 1000);
      const signed = {
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": signStandardWebhook(key, id, seconds, body),
      };
      const headers = { ...signed, ...sent.headers };
      return request(path, { ...sent, headers }, body);
    },
    sendAsBot: (sent = {}) => {
      const authorization = `Bearer ${token}`;
      const headers = { authorization, ...sent.headers };
      const { path = "/notes/bot" } = sent;
      return request(path, { ...sent, headers }, bodyOf(sent));
    },
  };
}

/** The response to a wrong request. Also checks its form. */
export async function problemOf(response: Response) {
  const text = await response.text();
  const problem = JSON.parse(text) as {
    type: string;
    title: string;
    status: number;
    errors?: { pointer: string; detail: string }[];
    operations?: { employeeId: string }[];
  };
  if (response.headers.get("content-type") !== "application/problem+json")
    throw new Error(`not a problem document: ${text}`);
  if (problem.status !== response.status)
    throw new Error(`the document says ${problem.status}`);
  return { ...problem, text };
}
