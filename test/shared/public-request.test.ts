import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { closeServer, listen } from "../../infra/pages/http-server.ts";
import {
  createPublicRequest,
  PublicRequestError,
  type PublicRequestErrorCode,
  type PublicRequestOptions,
} from "../../shared/public-request.ts";
import {
  avatarUrl,
  drip,
  flood,
  optionsFor,
  startAvatarHost,
  startOnLoopback,
  startSilentHost,
} from "./person/avatar/loopback.ts";
import { rows } from "../fixtures/rows.ts";

// test/security/outbound/avatar-urls.test.ts has all cases of blocked addresses.

const url = new URL(avatarUrl);
const readWith = (options: PublicRequestOptions, from = url) =>
  createPublicRequest(options)(from, {}, (_head, readBody) => readBody());

test("a request has its method, headers and body, and its answer is read", async () => {
  let got: IncomingMessage | undefined;
  let body = "";
  await using host = await startAvatarHost((request, response) => {
    got = request;
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => response.writeHead(201).end("made"));
  });
  const request = createPublicRequest(optionsFor(host));
  const outgoing = {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: "Grüße",
  } as const;
  const answer = await request(url, outgoing, async ({ status }, readBody) => ({
    status,
    text: Buffer.from(await readBody()).toString(),
  }));
  expect(answer).toEqual({ status: 201, text: "made" });
  expect(body).toBe("Grüße");
  expect(got?.method).toBe("POST");
  expect(got?.headers).toMatchObject({
    "content-type": "text/plain",
    "content-length": "7",
    "accept-encoding": "identity",
    connection: "close",
  });
});

test("each request has a connection of its own, which is closed also if the body was not read", async () => {
  await using host = await startAvatarHost((_request, response) => {
    response.writeHead(200).write("endless");
  });
  const request = createPublicRequest(optionsFor(host));
  for (let count = 1; count <= 2; count++)
    expect(await request(url, {}, ({ status }) => status)).toBe(200);
  await host.allClosed();
  expect(host.connections()).toBe(2);
});

test("an error of the receiver is passed on as it is", async () => {
  await using host = await startAvatarHost((_request, response) =>
    response.end("{}"),
  );
  const error = new Error("of the receiver");
  await expect(
    createPublicRequest(optionsFor(host))(url, {}, () => Promise.reject(error)),
  ).rejects.toBe(error);
});

test.each(rows<[string, RequestListener]>`
  declared | ${(_request, response) => response.writeHead(200, { "content-length": 10, "content-encoding": "Identity" }).end("x".repeat(10))}
  undeclared | ${(_request, response) => void response.write("x", () => response.end("x".repeat(9)))}
`)(
  "an answer of the largest size is read, if its size is %s",
  async (...row) => {
    await using host = await startAvatarHost(row[1]);
    expect(await readWith({ ...optionsFor(host), maxBytes: 10 })).toHaveLength(
      10,
    );
  },
);

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const shortTime = { totalTimeoutMs: 200 };

test.each(rows<
  [string, PublicRequestErrorCode, RequestListener, PublicRequestOptions?]
>`
  closes the connection before it answers | unreachable | ${({ socket }) => void socket.destroy()}
  closes the connection in the middle of its answer | unreachable | ${(_, response) => response.writeHead(200, { "content-length": 1_000 }).write("s3cret", () => response.destroy())}
  closes the connection in the middle of a chunked answer | unreachable | ${(_, response) => response.write("s3cret", () => response.destroy())}
  switches to another protocol | unreachable | ${({ socket }) => socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n")}
  speaks no HTTP | unreachable | ${({ socket }) => socket.end("SSH-2.0-s3cret\r\n")}
  sends a byte too much | too-large | ${(_, response) => response.write("x", () => response.end("x".repeat(10)))} | ${{ maxBytes: 10 }}
  declares a byte too much, and sends none | too-large | ${(_, response) => response.writeHead(200, { "content-length": 11 }).flushHeaders()} | ${{ maxBytes: 10 }}
  declares a body of any size | too-large | ${({ socket }) => flood(socket, "HTTP/1.1 200 OK\r\ncontent-length: 9007199254740991\r\n\r\n", "x")}
  sends a body without an end | too-large | ${({ socket }) => flood(socket, "HTTP/1.1 200 OK\r\n\r\n", "x")}
  sends chunks without an end | too-large | ${({ socket }) => flood(socket, chunked, "1\r\na\r\n")}
  sends a header without an end | unreachable | ${({ socket }) => flood(socket, "HTTP/1.1 200 OK\r\na: ", "x")}
  sends headers without an end | unreachable | ${({ socket }) => flood(socket, "HTTP/1.1 200 OK\r\n", "a: b\r\n")}
  sends a reason without an end | unreachable | ${({ socket }) => flood(socket, "HTTP/1.1 200 ", "x")}
  sends the extension of a chunk without an end | unreachable | ${({ socket }) => flood(socket, `${chunked}1;a=`, "x")}
  sends the size of a chunk without an end | unreachable | ${({ socket }) => flood(socket, chunked, "1")}
  sends trailers without an end | unreachable | ${({ socket }) => flood(socket, `${chunked}0\r\n`, "a: b\r\n")}
  sends announcements without an end | timeout | ${({ socket }) => flood(socket, "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n")} | ${shortTime}
  sends blank lines without an end | timeout | ${({ socket }) => flood(socket, "", "\r\n")} | ${shortTime}
  sends zeros before the size of a chunk without an end | timeout | ${({ socket }) => flood(socket, chunked, "0")} | ${shortTime}
  compresses its answer | content-encoding | ${(_, response) => response.writeHead(200, { "content-encoding": "s3cret" }).end("s3cret")}
  compresses a part of its answer | content-encoding | ${(_, response) => response.writeHead(200, { "content-encoding": "identity, gzip" }).end("s3cret")}
  never answers | timeout | ${() => undefined} | ${shortTime}
  sends its headers one by one | timeout | ${({ socket }) => drip(socket, "HTTP/1.1 200 OK\r\n", "a: b\r\n")} | ${shortTime}
  sends its body byte by byte | timeout | ${(_, response) => drip(response, "s3cret", ".")} | ${shortTime}
`)(
  "a host that %s causes the error %s, which has nothing of the URL and the answer",
  async (_, code, answer, options) => {
    await using host = await startAvatarHost(answer);
    await expectFailure({ ...optionsFor(host), ...options }, code);
    await host.allClosed();
  },
);

test("an answer that is compressed without a content-encoding is read as it is", async () => {
  const packed = gzipSync("x".repeat(100));
  const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n";
  const answers: RequestListener[] = [
    (_, response) => response.end(packed),
    ({ socket }) => {
      socket.write(`${head}${packed.length.toString(16)}\r\n`);
      socket.write(packed);
      socket.end("\r\n0\r\n\r\n");
    },
  ];
  for (const answer of answers) {
    await using host = await startAvatarHost(answer);
    expect(await readWith(optionsFor(host))).toEqual(packed);
  }
});

test("a host that does not listen, has no address, or no trusted certificate for its name gets no request", async () => {
  let requests = 0;
  await using host = await startAvatarHost(() => requests++);
  const options = optionsFor(host);
  const closed = await startSilentHost();
  await closed[Symbol.asyncDispose]();
  await expectFailure(optionsFor(closed), "unreachable", "ECONNREFUSED");
  const notFound = Object.assign(new Error("s3cret"), { code: "ENOTFOUND" });
  const unknown = { ...options, lookup: () => Promise.reject(notFound) };
  await expectFailure(unknown, "unreachable", "ENOTFOUND");
  const homeless = { ...options, lookup: async () => [] };
  await expectFailure(homeless, "address-not-allowed");
  const untrusting = { ...options, ca: undefined };
  const selfSigned = "DEPTH_ZERO_SELF_SIGNED_CERT";
  await expectFailure(untrusting, "unreachable", selfSigned);
  const other = new URL("https://other.example.test/s3cret");
  const otherName = "ERR_TLS_CERT_ALTNAME_INVALID";
  await expectFailure(options, "unreachable", otherName, other);
  expect(requests).toBe(0);
});

test("a host that accepts no TLS runs into the time limit of the connection", async () => {
  await using silent = await startSilentHost();
  const options = { ...optionsFor(silent), connectTimeoutMs: 50 };
  await expectFailure(options, "connect-timeout");
  await silent.allClosed();
});

test("an answer of the resolver after the time limit of the connection causes no connection", async () => {
  const server = createTcpServer((socket) => socket.end());
  await using host = await startOnLoopback(server);
  const late = Promise.withResolvers<LookupAddress[]>();
  const options = {
    ...optionsFor(host),
    lookup: () => late.promise,
    connectTimeoutMs: 20,
  };
  await expectFailure(options, "connect-timeout");
  late.resolve(await optionsFor(host).lookup());
  await new Promise(setImmediate);
  // Connections arrive in order, so an earlier one would have been counted before this one.
  const own = connect(host.port, "127.0.0.1").resume();
  await once(own, "close");
  expect(host.connections()).toBe(1);
});

test("http on this machine is asked only if that is allowed, with the same limits", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end("x".repeat(100));
  });
  const local = new URL(`http://127.0.0.1:${await listen(server, 0)}/`);
  await expectFailure({}, "not-https", "not-https", local);
  expect(requests).toBe(0);
  const allowed = { allowsLoopback: true };
  expect(await readWith(allowed, local)).toHaveLength(100);
  const small = { ...allowed, maxBytes: 99 };
  await expectFailure(small, "too-large", "too-large", local);
  await closeServer(server);
});

test("a host is looked up by the system's resolver, and one on this machine is refused", async () => {
  const local = new URL("https://localhost/");
  const code = "address-not-allowed";
  await expectFailure({}, code, code, local);
});

test.each<[PublicRequestErrorCode, boolean]>([
  ["unreachable", true],
  ["connect-timeout", true],
  ["timeout", true],
  ["not-https", false],
  ["address-not-allowed", false],
  ["content-encoding", false],
  ["too-large", false],
])("a request that failed as %s may succeed later: %s", (code, expected) => {
  expect(new PublicRequestError(code).retryable).toBe(expected);
});

/** The message of an error is its code, or the code of Node. */
async function expectFailure(
  options: PublicRequestOptions,
  code: PublicRequestErrorCode,
  message?: string,
  from = url,
): Promise<void> {
  const error: unknown = await readWith(options, from).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: "PublicRequestError", code });
  expect(error).not.toHaveProperty("cause");
  expect(String(error)).not.toMatch(/s3cret|faces|7\.png/);
  if (message !== undefined) expect(error).toHaveProperty("message", message);
}
