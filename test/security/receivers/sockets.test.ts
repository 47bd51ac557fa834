import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../../infra/aws/deployment/functions.ts";
import { startGateway } from "../../../infra/local/aws/api-gateway/start-gateway.ts";
import { effort } from "../../resilience/effort.ts";
import { recordFigure } from "../../resilience/figures.ts";
import { useReceivers } from "./receivers-for-test.ts";
import { area } from "./fuzz.ts";
import { events } from "./contents.ts";
import { recordings } from "./recordings.ts";
import { signed } from "./signed.ts";
import { type WireRequest } from "./wire.ts";

/** The real gateway of this machine, with raw bytes as its input, and the real handlers behind it in this process. */
const receivers = useReceivers();
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  const { handlers } = receivers();
  const byFunction: Record<string, (event: never) => unknown> = {
    "onboarding-receiver": handlers.onboarding,
    "offboarding-receiver": handlers.offboarding,
    "status-relay-receiver": handlers.status,
    "events-receiver": handlers.events,
    "operations-api": handlers.operations,
  };
  gateway = await startGateway({
    routes,
    invoke: async (name, event) => ({
      status: "returned",
      payload: JSON.stringify(await byFunction[name]?.(event as never)),
    }),
  });
});
afterAll(() => gateway.close());

/** All received bytes until the end of the connection. */
function readAll(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  // A reset counts as an answer.
  socket.on("error", () => {});
  socket.on("close", () => resolve(text));
  return promise;
}

function open(): Socket {
  return connect(Number(new URL(gateway.endpoint).port), "127.0.0.1");
}

/** Sends raw bytes. Resolves to every status that was received until the connection ended. */
async function statusesOf(
  bytes: Uint8Array,
  { hangsUp = false } = {},
): Promise<number[]> {
  const socket = open();
  const answer = readAll(socket);
  if (hangsUp) socket.end(bytes);
  else socket.write(bytes);
  return [...(await answer).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(
    ([, status]) => Number(status),
  );
}

type Raw = { start?: string; head?: string[]; tail?: string };

/** A genuine request in bytes, with additional lines. */
function raw(
  { method, path, query, headers, body }: WireRequest,
  { start, head = [], tail = "" }: Raw = {},
): Buffer {
  const target = query === "" ? path : `${path}?${query}`;
  const lines = [
    start ?? `${method} ${target} HTTP/1.1`,
    "host: hooks.example.com",
    "connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...head,
  ];
  const text = lines.join("\r\n").replace("{length}", String(body.length));
  return Buffer.concat([
    Buffer.from(`${text}\r\n\r\n`, "latin1"),
    body,
    Buffer.from(tail),
  ]);
}

/** Due at once, so a workflow starts. */
const leaves = { ...events.leave, data: { employeeId: "E-1" } };
const length = "content-length: {length}";
const genuine = signed("offboarding", "standard-webhooks", leaves, {
  id: "msg_socket",
});
const without = (name: string): WireRequest => ({
  ...genuine,
  headers: genuine.headers.filter(([key]) => key !== name),
});
const valueOf = (name: string) =>
  genuine.headers.find(([key]) => key === name)?.[1] ?? "";
const signature = valueOf("webhook-signature");
const id = valueOf("webhook-id");
const time = valueOf("webhook-timestamp");
const chunked = (body: Uint8Array) =>
  `${body.length.toString(16)}\r\n${Buffer.from(body).toString("latin1")}\r\n0\r\n\r\n`;

const unsigned = without("webhook-signature");
const attacks: Record<string, Buffer> = {
  "a folded signature": raw(unsigned, {
    head: [length, `webhook-signature: v1,\r\n ${signature.slice(3)}`],
  }),
  "a folded header that hides a name": raw(unsigned, {
    head: [length, `x: y\r\n webhook-signature: ${signature}`],
  }),
  "a signature twice": raw(genuine, {
    head: [length, `webhook-signature: ${signature}`],
  }),
  "a bad signature after the valid one": raw(genuine, {
    head: [length, "webhook-signature: v1,AAAA"],
  }),
  "a bad signature before the valid one": raw(unsigned, {
    head: [
      length,
      "webhook-signature: v1,AAAA",
      `webhook-signature: ${signature}`,
    ],
  }),
  "an id twice": raw(genuine, { head: [length, `webhook-id: ${id}`] }),
  "two ids": raw(genuine, { head: [length, "Webhook-Id: msg_other"] }),
  "a time twice": raw(genuine, {
    head: [length, `webhook-timestamp: ${time}`],
  }),
  "two types": raw(genuine, { head: [length, "content-type: text/plain"] }),
  "a space before the colon": raw(unsigned, {
    head: [length, `webhook-signature : ${signature}`],
  }),
  "an underscore for a hyphen": raw(unsigned, {
    head: [length, `webhook_signature: ${signature}`],
  }),
  "a line that ends in LF": raw(unsigned, {
    head: [length, `x: y\nwebhook-signature: ${signature}`],
  }),
  "a line that ends in CR": raw(unsigned, {
    head: [length, `x: y\rwebhook-signature: ${signature}`],
  }),
  "a NUL in a header": raw(unsigned, {
    head: [length, `webhook-signature: ${signature}\0`],
  }),
  "two lengths": raw(genuine, { head: [length, "content-length: 3"] }),
  "lengths in a list": raw(genuine, { head: ["content-length: 3, {length}"] }),
  "a length that is none": raw(genuine, {
    head: ["content-length: 0x{length}"],
  }),
  "a negative length": raw(genuine, { head: ["content-length: -1"] }),
  "a length too short": raw(genuine, { head: ["content-length: 5"] }),
  "a length and chunks": raw(genuine, {
    head: [length, "transfer-encoding: chunked"],
  }),
  "chunks in disguise": raw(genuine, {
    head: [length, "transfer-encoding: xchunked"],
  }),
  "chunks of a bad size": raw(
    { ...genuine, body: Buffer.from("zz\r\nabc\r\n0\r\n\r\n") },
    { head: ["transfer-encoding: chunked"] },
  ),
  "chunks of an endless size": raw(
    { ...genuine, body: Buffer.from("ffffffffffffffff\r\nabc\r\n0\r\n\r\n") },
    { head: ["transfer-encoding: chunked"] },
  ),
  "a trailer that brings the signature": raw(
    {
      ...unsigned,
      body: Buffer.from(
        chunked(genuine.body).replace(
          /0\r\n\r\n$/,
          `0\r\nwebhook-signature: ${signature}\r\n\r\n`,
        ),
        "latin1",
      ),
    },
    { head: ["transfer-encoding: chunked", "trailer: webhook-signature"] },
  ),
  "headers without end": raw(genuine, {
    head: [length, `x: ${"y".repeat(100_000)}`],
  }),
  "a thousand headers": raw(unsigned, {
    head: [length, ...Array.from({ length: 1_000 }, (_, n) => `x${n}: y`)],
  }),
  "a version to come": raw(genuine, {
    start: "POST /offboarding/hr HTTP/9.9",
    head: [length],
  }),
  "no version": raw(unsigned, {
    start: "POST /offboarding/hr",
    head: [length],
  }),
  "a whole URL": raw(genuine, {
    start: "POST http://127.0.0.1/offboarding/hr HTTP/1.1",
    head: [length],
  }),
  "an asterisk": raw(genuine, { start: "OPTIONS * HTTP/1.1", head: [length] }),
  "an unknown method": raw(genuine, {
    start: "HIRE /offboarding/hr HTTP/1.1",
    head: [length],
  }),
  TRACE: raw(genuine, {
    start: "TRACE /offboarding/hr HTTP/1.1",
    head: [length],
  }),
  "dots in the path": raw(genuine, {
    start: "POST /onboarding/../offboarding/hr HTTP/1.1",
    head: [length],
  }),
  "encoded slashes in the path": raw(genuine, {
    start: "POST /offboarding%2Fhr HTTP/1.1",
    head: [length],
  }),
  "an encoded slash behind the path": raw(genuine, {
    start: "POST /offboarding/hr%2f..%2fops HTTP/1.1",
    head: [length],
  }),
  "a NUL behind the path": raw(genuine, {
    start: "POST /offboarding/hr%00 HTTP/1.1",
    head: [length],
  }),
  "a host that is a path": raw(unsigned, {
    head: [length, "host: x/offboarding/ops?"],
  }),
  "a socket for the web": raw(unsigned, {
    head: [length, "upgrade: websocket"],
  }),
  nonsense: Buffer.from("\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n"),
  "half a request": raw(genuine, { head: ["content-length: 1000"] }),
};

/** These requests get no answer while more bytes may follow. */
const unfinished = new Set(["half a request", "chunks of an endless size"]);

describe("a raw socket to the gateway", () => {
  test("accepts a genuine request in one piece and in chunks", async () => {
    expect(await statusesOf(raw(genuine, { head: [length] }))).toEqual([202]);
    const body = Buffer.from(chunked(genuine.body), "latin1");
    const head = ["transfer-encoding: chunked"];
    expect(await statusesOf(raw({ ...genuine, body }, { head }))).toEqual([
      202,
    ]);
  });

  test("refuses or ignores malformed and repeated lines, without effect", async (context) => {
    const { effects } = receivers();
    const before = { ...effects };
    let serverErrors = 0;
    for (const [name, bytes] of Object.entries(attacks)) {
      const hangsUp = unfinished.has(name);
      const statuses = await statusesOf(bytes, { hangsUp });
      const isSilent = statuses.length === 0 && !hangsUp;
      expect({ name, isSilent }).toEqual({ name, isSilent: false });
      serverErrors += statuses.filter((status) => status >= 500).length;
      for (const status of statuses) {
        if (status < 400 || status >= 500)
          throw new Error(`${name} was answered ${status}`);
      }
      expect({ name, ...effects }).toEqual({ name, ...before });
    }
    recordFigure(context.task, {
      area,
      what: "raw sockets: folded, doubled, smuggled",
      figure: `${Object.keys(attacks).length} tried, ${serverErrors} answered 5xx, ${effects.writes - before.writes} effects`,
    });
  });

  test("authenticates a request that hides behind another one separately", async () => {
    const { effects } = receivers();
    const before = { ...effects };
    const hidden = raw(unsigned, { head: [length] });
    const [first] = recordings.offboarding;
    const front = raw(
      { ...(first ?? genuine), headers: [], body: new Uint8Array() },
      { head: ["content-length: 0"] },
    );
    // One answer or two, but never a success.
    const bytes = Buffer.concat([
      Buffer.from(
        front.toString("latin1").replace("connection: close\r\n", ""),
      ),
      hidden,
    ]);
    const statuses = await statusesOf(bytes);
    expect(statuses.length).toBeGreaterThan(0);
    for (const status of statuses) expect([401, 415]).toContain(status);
    expect(effects).toEqual(before);
  });
});

test("serves others during hundreds of unfinished requests, which have no effect", async (context) => {
  const { effects } = receivers();
  const slow = effort(50, 500);
  const bytes = raw(
    signed("offboarding", "standard-webhooks", leaves, { id: "slow" }),
    { head: [length] },
  );
  const sockets = Array.from({ length: slow }, open);
  await Promise.all(
    sockets.map(
      (socket, n) =>
        new Promise<void>((resolve) => {
          socket.on("error", () => {});
          // Some stop within the headers, some within the body, some before the last byte.
          const end = n % 3 === 0 ? 40 : n % 3 === 1 ? -20 : -1;
          socket.write(bytes.subarray(0, end), () => resolve());
        }),
    ),
  );
  const before = { ...effects };
  const quick = effort(10, 100);
  const statuses = await Promise.all(
    Array.from({ length: quick }, (_, n) =>
      statusesOf(
        raw(
          signed("offboarding", "standard-webhooks", leaves, {
            id: `quick_${n}`,
          }),
          { head: [length] },
        ),
      ),
    ),
  );
  expect(statuses.flat()).toEqual(Array.from({ length: quick }, () => 202));
  expect(effects.starts - before.starts).toBe(quick);

  // The remaining bytes complete the request. Closing the connection does not.
  const [whole, ...others] = sockets.filter((_, n) => n % 3 === 2);
  if (!whole) throw new Error("there is no slow sender");
  const answer = readAll(whole);
  whole.write(bytes.subarray(-1));
  expect(await answer).toMatch(/^HTTP\/1\.1 202 /);
  for (const socket of sockets) socket.destroy();
  expect(others.length).toBeGreaterThan(0);
  expect(effects.starts - before.starts).toBe(quick + 1);
  recordFigure(context.task, {
    area,
    what: "slow bodies: stalled senders beside quick ones",
    figure: `${slow} stalled, ${quick} of ${quick} quick ones taken, ${effects.starts - before.starts - quick - 1} effects of the stalled`,
  });
});
