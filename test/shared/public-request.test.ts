import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { closeServer, listen } from "../../infra/pages/http-server.ts";
import {
  createPublicRequest,
  type PublicRequestOptions,
} from "../../shared/public-request.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
  startCanary,
} from "./person/avatar/loopback.ts";
import { rows } from "../fixtures/rows.ts";

// The tests of avatars and of notices have all cases of blocked addresses, redirects and faulty hosts.

const url = new URL(avatarUrl);

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

test("the connection is closed when the answer was received, also if its body was not read", async () => {
  await using host = await startAvatarHost((_request, response) => {
    response.writeHead(200).write("endless");
  });
  const request = createPublicRequest(optionsFor(host));
  expect(await request(url, {}, ({ status }) => status)).toBe(200);
  await host.allClosed();
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

test.each(rows<[string, PublicRequestOptions, RequestListener]>`
  too-large | ${{ maxBytes: 10 }} | ${(_request, response) => response.end("x".repeat(11))}
  content-encoding | ${{}} | ${(_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x")}
  timeout | ${{ totalTimeoutMs: 300 }} | ${(_request, response) => void response.write("the first piece")}
`)(
  "a body that breaks a limit rejects with the code %s, which names no part of the URL",
  async (code, options, answer) => {
    await using host = await startAvatarHost(answer);
    const request = createPublicRequest({ ...optionsFor(host), ...options });
    await expect(
      request(url, {}, (_head, readBody) => readBody()),
    ).rejects.toMatchObject({ code, message: code });
    await host.allClosed();
  },
);

test("a host that accepts no TLS runs into the time limit of the connection", async () => {
  await using canary = await startCanary();
  const request = createPublicRequest({
    ...optionsFor(canary),
    connectTimeoutMs: 50,
  });
  await expect(request(url, {}, () => undefined)).rejects.toMatchObject({
    code: "connect-timeout",
    retryable: true,
  });
});

test("http on this machine is asked only if that is allowed, with the same limits", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end("x".repeat(100));
  });
  const local = new URL(`http://127.0.0.1:${await listen(server, 0)}/`);
  const read = (options: PublicRequestOptions) =>
    createPublicRequest(options)(local, {}, (_head, readBody) => readBody());
  await expect(read({})).rejects.toMatchObject({ code: "not-https" });
  expect(requests).toBe(0);
  expect(await read({ allowsLoopback: true })).toHaveLength(100);
  await expect(
    read({ allowsLoopback: true, maxBytes: 99 }),
  ).rejects.toMatchObject({ code: "too-large" });
  await closeServer(server);
});

test("a host is looked up by the system's resolver, and one on this machine is refused", async () => {
  const request = createPublicRequest();
  await expect(
    request(new URL("https://localhost/"), {}, () => undefined),
  ).rejects.toMatchObject({ code: "address-not-allowed" });
});
