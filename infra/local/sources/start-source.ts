import * as z from "zod";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type MiddlewareHandler, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { answerWith, closeServer, listen } from "../../pages/http-server.ts";
import {
  applyChange,
  type EmployeeRecord,
  type NewRecord,
  newRecordSchema,
  type RecordChange,
} from "./employee-record.ts";
import { createFaults, type FaultTarget, faultRuleSchema } from "./faults.ts";
import { createSender, type SendRequest } from "./send-webhooks.ts";
import type { Change, SourceEnv, Vendor } from "./vendor.ts";

export type SourceOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** How many ids of the vendor are skipped, so that a new start does not use them again. @default 0 */
  firstRecord?: number;
  /** Sends the webhooks. @default the one of Node */
  fetch?: SendRequest;
  nowMs?: () => number;
  /** Waits before a webhook is sent again, and while a request is slow. @default in real time */
  sleepMs?: (ms: number) => Promise<void>;
};

type ReadRequest = {
  target: FaultTarget;
  method: string;
  path: string;
  /** 0 as long as there is no answer, and if the socket is reset. */
  status: number;
};

export type Source = ReturnType<typeof createSource> & {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  close: () => Promise<void>;
};

/**
 * Starts the stand-in of a vendor on loopback. Its records are in memory. It sends no webhook before `connect`.
 *
 * @throws Error that names the port, if it is taken
 */
export async function startSource(
  vendor: Vendor,
  { port = 0, ...options }: SourceOptions = {},
): Promise<Source> {
  // The app needs the origin, whose port is known only when the server listens.
  let origin = "";
  const source = createSource(vendor, () => origin, options);
  const server = createServer();
  answerWith(server, source.app.fetch);
  origin = `http://127.0.0.1:${await listen(server, port)}`;
  return { ...source, origin, close: () => closeServer(server) };
}

function createSource(
  vendor: Vendor,
  origin: () => string,
  {
    fetch = globalThis.fetch,
    firstRecord = 0,
    nowMs = Date.now,
    // The pause does not keep the process alive.
    sleepMs = (ms) => setTimeout(ms, undefined, { ref: false }),
  }: Omit<SourceOptions, "port">,
) {
  const records = new Map<string, EmployeeRecord>();
  const changedAtMs = new Map<string, number>();
  const requests: ReadRequest[] = [];
  const faults = createFaults();
  const sender = createSender({ vendor, faults, fetch, nowMs, sleepMs });
  const app = new Hono<SourceEnv>({ strict: false });
  let nextId = vendor.firstId + BigInt(firstRecord);

  function sendWebhooksOf(
    kind: Change["kind"],
    record: EmployeeRecord,
    before?: EmployeeRecord,
  ): void {
    const change = { kind, record, before, atMs: nowMs() };
    changedAtMs.set(record.id, change.atMs);
    sender.send(vendor.describeChange(change));
  }

  /** @throws HTTPException 404 if there is no such record */
  function requireRecord(id: string): EmployeeRecord {
    const record = records.get(id);
    if (record) return record;
    const message = `${vendor.name} has no record ${id}`;
    throw new HTTPException(404, { message });
  }

  /** Notes a request of a reader, and applies the fault rules to it. */
  function receive(target: FaultTarget): MiddlewareHandler<SourceEnv> {
    return async (c, next) => {
      const { method, path } = c.req;
      const request: ReadRequest = { target, method, path, status: 0 };
      requests.push(request);
      c.set("unreadable", []);
      c.set("listed", [...records.values()]);
      let isMalformed = false;
      for (const rule of faults.rulesFor(target)) {
        if (rule.kind === "latency") await sleepMs(rule.ms);
        if (rule.kind === "another-record") c.set("anotherId", rule.id);
        if (rule.kind === "unreadable") c.set("unreadable", rule.fields);
        if (rule.kind === "cut-list")
          c.set("listed", c.get("listed").slice(0, rule.records));
        if (rule.kind === "repeat-record")
          c.set("listed", [...c.get("listed"), requireRecord(rule.id)]);
        if (rule.kind === "malformed-json") isMalformed = true;
        if (rule.kind === "reset") {
          c.env.incoming.socket.resetAndDestroy();
          return RESPONSE_ALREADY_SENT;
        }
        if (rule.kind === "status") {
          request.status = rule.status;
          const { retryAfter, status } = rule;
          const pause = { "retry-after": String(retryAfter) };
          const headers = retryAfter === undefined ? {} : pause;
          const error = "Injected fault.";
          return Response.json({ error }, { status, headers });
        }
      }
      await next();
      request.status = c.res.status;
      if (isMalformed)
        c.res = new Response((await c.res.text()).slice(0, -1), c.res);
      return undefined;
    };
  }

  const source = {
    app,
    faults,
    requests,
    /** Every webhook so far, with the answers to it. */
    sent: sender.sent,
    connect: sender.connect,
    release: sender.release,
    idle: sender.idle,

    records: (): EmployeeRecord[] => [...records.values()],

    hire: (given: NewRecord): EmployeeRecord => {
      const id = String(nextId++);
      const record = { ...newRecordSchema.parse(given), id };
      records.set(id, record);
      sendWebhooksOf("created", record);
      return record;
    },

    /** Changes a record and sends its webhooks. Without a change, the vendor sends the same webhooks again. */
    change: (id: string, given: RecordChange): EmployeeRecord => {
      const before = requireRecord(id);
      const record = applyChange(before, given);
      records.set(id, record);
      sendWebhooksOf("changed", record, before);
      return record;
    },

    /** Deletes a record and sends its webhooks. From now on, reading it is answered 404. */
    remove: (id: string): void => {
      const record = requireRecord(id);
      records.delete(id);
      sendWebhooksOf("deleted", record, record);
    },
  };

  addControlRoutes(app, vendor.name, source);
  vendor.addRoutes({
    app,
    receive,
    origin,
    nowMs,
    all: (c) => c.get("listed"),
    changedAtMs: (id) => changedAtMs.get(id) ?? 0,
    find: (c, id) => records.get(c.get("anotherId") ?? id),
  });
  return source;
}

const releaseSchema = z.strictObject({
  order: z.enum(["as held", "reversed"]).default("as held"),
});

/** Any fields: `change` checks the whole record that results. */
const changeSchema = z.record(z.string(), z.unknown());

/** Routes without authentication, for tests and demonstrations: what HR does in the pages of the vendor, and faults. */
function addControlRoutes(
  app: Hono<SourceEnv>,
  name: string,
  source: Omit<Source, "origin" | "close">,
): void {
  app.get("/", (c) => c.text(instructions(name, new URL(c.req.url).origin)));
  app.get("/_records", (c) => c.json(source.records()));
  app.post("/_records", (c) =>
    withBody(c, newRecordSchema, (record) => c.json(source.hire(record), 201)),
  );
  app.patch("/_records/:id", (c) =>
    withBody<object>(c, changeSchema, (change) =>
      c.json(source.change(c.req.param("id"), change)),
    ),
  );
  app.delete("/_records/:id", (c) => {
    source.remove(c.req.param("id"));
    return c.body(null, 204);
  });
  app.get("/_webhooks", (c) => c.json(source.sent));
  app.post("/_webhooks/release", (c) =>
    withBody(c, releaseSchema, async ({ order }) => {
      await source.release(order);
      return c.body(null, 204);
    }),
  );
  app.post("/_faults", (c) =>
    withBody(c, faultRuleSchema, (rule) => {
      source.faults.add(rule);
      return c.body(null, 204);
    }),
  );
  app.delete("/_faults", (c) => {
    source.faults.clear();
    return c.body(null, 204);
  });
}

async function withBody<T>(
  c: Context<SourceEnv>,
  schema: z.ZodType<T>,
  use: (body: T) => Response | Promise<Response>,
): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => undefined);
  try {
    return await use(schema.parse(body));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return c.json({ error: z.prettifyError(error) }, 400);
  }
}

function instructions(name: string, origin: string): string {
  const send = (method: string, path: string, body: object) =>
    `curl -X ${method} ${origin}${path} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  return `The stand-in of ${name}. Its records are in memory.

Hire       ${send("POST", "/_records", { givenName: "Ada", familyName: "Byron", email: "ada.byron@example.com", title: "Analyst" })}
List       curl ${origin}/_records
Change     ${send("PATCH", "/_records/ID", { title: "Lead analyst" })}
Absent     ${send("PATCH", "/_records/ID", { state: "on leave" })}
Back       ${send("PATCH", "/_records/ID", { state: "employed" })}
Left       ${send("PATCH", "/_records/ID", { state: "left" })}
Delete     curl -X DELETE ${origin}/_records/ID
Webhooks   curl ${origin}/_webhooks
Release    ${send("POST", "/_webhooks/release", { order: "reversed" })}
Faults     ${send("POST", "/_faults", { kind: "status", status: 429, retryAfter: 5, times: 2 })}
           curl -X DELETE ${origin}/_faults
`;
}
