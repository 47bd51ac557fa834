import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createHttp,
  HttpFailure,
  type OutgoingRequest,
} from "../../../shared/community/http.ts";
import { rows } from "../../fixtures/rows.ts";
import {
  drip,
  flood,
  type Loopback,
  startAvatarHost,
  startOnLoopback,
} from "../person/avatar/loopback.ts";

test.each([
  ["text", "è", "2"],
  ["bytes", Buffer.from(Array.from({ length: 256 }, (_, at) => at)), "256"],
])(
  "createHttp sends a request with %s, and reads the response unchanged",
  async (_kind, body, length) => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      const { method, url: path, headers } = request;
      const { "x-mark": mark, "content-length": sentLength } = headers;
      seen.push({ method, path, mark, length: sentLength });
      request.pipe(response.writeHead(202, { "X-Answer": "yes" }));
    });
    const answer = await createHttp()({
      ...requestTo(new URL("/people?count=2", url)),
      method: "POST",
      headers: { "x-mark": "m" },
      body,
    });
    expect(seen).toEqual([
      { method: "POST", path: "/people?count=2", mark: "m", length },
    ]);
    expect(answer).toMatchObject({
      status: 202,
      headers: { "x-answer": "yes" },
    });
    expect(Buffer.from(answer.body)).toEqual(Buffer.from(body));
  },
);

describe("a request without a whole answer", () => {
  test.each(rows<[string, () => Promise<URL>, Partial<OutgoingRequest>]>`
    the connection is refused | ${refuse} | ${{}}
    the certificate is not trusted | ${serveUntrusted} | ${{}}
    the time ends before the TLS handshake does | ${async () => new URL(`https://${(await serveTcp((socket) => socket.resume())).host}/`)} | ${{ timeoutMs: 200 }}
  `)("counts as not sent if %s", async (_what, start, changes) => {
    await expectFailure({ ...requestTo(await start()), ...changes }, false);
  });

  const post = { method: "POST", body: "{}" };
  const large = { ...post, body: Buffer.alloc(4 * 1024 * 1024) };
  /** Writes five bytes of a body, and ends the connection. */
  const writeFiveBytes: RequestListener = ({ socket }, response) =>
    response.write("12345", () => socket.end());
  test.each(rows<[string, () => Promise<URL>, Partial<OutgoingRequest>]>`
    the server resets before it has read the request | ${() => serveTcp((socket) => socket.once("data", () => socket.resetAndDestroy()))} | ${large}
    the server resets after it has read the request | ${() => serve((request) => request.resume().on("end", () => request.socket.resetAndDestroy()))} | ${post}
    no response comes in time | ${() => serve(() => undefined)} | ${{ timeoutMs: 200 }}
    the time ends in the middle of a response | ${() => serve((_request, response) => response.write("beg"))} | ${{ timeoutMs: 200 }}
    the body is shorter than its content length | ${() => serve((request, response) => writeFiveBytes(request, response.writeHead(200, { "content-length": 10 })))} | ${{}}
    the headers have no end | ${() => serveTcp((socket) => flood(socket, "HTTP/1.1 200 OK\r\n", "a: b\r\n"))} | ${{}}
    the interim responses (103) have no end | ${() => serveTcp((socket) => flood(socket, "", "HTTP/1.1 103 Early Hints\r\n\r\n"))} | ${{ timeoutMs: 200 }}
    the body comes byte by byte | ${() => serve((_request, response) => drip(response, " ", " "))} | ${{ timeoutMs: 200 }}
    the platform switches to another protocol | ${() => serveTcp((socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"))} | ${{}}
    a chunked body has no end | ${() => serve(writeFiveBytes)} | ${{}}
  `)("counts as sent if %s", async (_what, start, changes) => {
    await expectFailure({ ...requestTo(await start()), ...changes }, true);
  });

  test("counts as sent if the answer is not HTTP, and its bytes are not kept", async () => {
    const url = await serveTcp((socket) =>
      socket.once("data", () => socket.write("secret")),
    );
    const { cause } = await expectFailure(requestTo(url), true);
    expect(cause).toHaveProperty("code", "HPE_INVALID_CONSTANT");
    expect(cause).not.toHaveProperty("rawPacket");
  });
});

describe("a connection that was idle while Lambda had frozen our process", () => {
  /** A platform that forgot all idle connections: it answers the next request of each with a reset. */
  async function serveAndForget() {
    let nowMs = 1_000_000;
    const usedMs = new Map<Socket, number>();
    const url = await serve((request, response) => {
      const { socket } = request;
      const isForgotten = nowMs - (usedMs.get(socket) ?? nowMs) > 5_000;
      usedMs.set(socket, nowMs);
      if (isForgotten) socket.resetAndDestroy();
      else response.end("ok");
    });
    return {
      url,
      http: createHttp({ nowMs: () => nowMs }),
      freeze: (durationMs: number) => (nowMs += durationMs),
      connections: () => usedMs.size,
    };
  }

  test.each([
    ["reuses", 4_000, 3],
    ["does not reuse", 60_000, 6],
  ])(
    "a request that must not be repeated %s the connections that were idle for %d ms",
    async (_, idleMs, expected) => {
      const { url, http, freeze, connections } = await serveAndForget();
      // Several connections, because each of them was idle.
      await Promise.all([1, 2, 3].map(() => http(requestTo(url))));
      freeze(idleMs);
      const create = { ...requestTo(url), method: "POST" };
      const answers = await Promise.all([1, 2, 3].map(() => http(create)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(connections()).toBe(expected);
    },
  );

  test("a request that may be repeated reuses an idle connection, and fails if the platform has closed it", async () => {
    const { url, http, freeze } = await serveAndForget();
    await http(requestTo(url));
    freeze(60_000);
    await expectFailure({ ...requestTo(url), isRepeatable: true }, true, http);
  });
});

test("a response of exactly the size limit is accepted, and a longer one is rejected", async () => {
  const http = createHttp({ maxResponseBytes: 5 });
  const serveText = (text: string) =>
    serve((_, response) => response.end(text));
  expect((await http(requestTo(await serveText("12345")))).body).toHaveLength(
    5,
  );
  const { cause } = await expectFailure(
    requestTo(await serveText("123456")),
    true,
    http,
  );
  expect(cause).toHaveProperty("message", "response too large");
});

test("a response without an end is cut off as too large, before its time limit", async () => {
  const url = await serveTcp((socket) =>
    flood(socket, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(100)),
  );
  const { cause } = await expectFailure(requestTo(url), true);
  expect(cause).toHaveProperty("message", "response too large");
});

function requestTo(url: URL): OutgoingRequest {
  return { method: "GET", url, headers: {}, timeoutMs: 5000 };
}

async function expectFailure(
  request: OutgoingRequest,
  sent: boolean,
  http = createHttp(),
): Promise<HttpFailure> {
  const error = await http(request).catch((thrown: unknown) => thrown);
  if (!(error instanceof HttpFailure))
    throw new Error("expected no whole answer");
  expect(error.sent).toBe(sent);
  return error;
}

/** The URL of a server that is closed. */
async function refuse(): Promise<URL> {
  await using closed = await startOnLoopback(createTcpServer());
  return urlOf(closed);
}

/** The URL of a server whose certificate the client does not trust. No request may reach it. */
function serveUntrusted(): Promise<URL> {
  const host = startAvatarHost(() => {
    throw new Error("the request was sent");
  });
  return urlFor(host, "https");
}

const serve = (answer: RequestListener) =>
  urlFor(startOnLoopback(createServer(answer)));
const serveTcp = (onConnect: (socket: Socket) => void) =>
  urlFor(startOnLoopback(createTcpServer(onConnect)));

/** The URL of a server that closes after the test. */
async function urlFor(started: Promise<Loopback>, scheme?: string) {
  const host = await started;
  onTestFinished(() => host[Symbol.asyncDispose]());
  return urlOf(host, scheme);
}

function urlOf({ port }: Loopback, scheme = "http"): URL {
  return new URL(`${scheme}://127.0.0.1:${port}/`);
}
