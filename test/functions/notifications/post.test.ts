import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPost } from "../../../functions/notifications/post.ts";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";

const tls = new URL("../../fixtures/tls/", import.meta.url);
const cert = readFileSync(new URL("loopback.cert.pem", tls), "utf8");
const key = readFileSync(new URL("loopback.key.pem", tls), "utf8");

let requests = 0;
const servers = [
  createServer({ cert, key }, (_request, response) => {
    requests++;
    response.writeHead(204).end();
  }),
  createHttpServer((_request, response) => {
    requests++;
    response.writeHead(204).end();
  }),
] as const;
let https: number;
let http: number;
beforeAll(async () => {
  https = await listen(servers[0], 0);
  http = await listen(servers[1], 0);
});
afterAll(() => Promise.all(servers.map((server) => closeServer(server))));

async function failureOf(...args: Parameters<ReturnType<typeof createPost>>) {
  const before = requests;
  const error: unknown = await createPost({ ca: cert })(...args).catch(
    (reason: unknown) => reason,
  );
  expect(requests).toBe(before);
  return (error as Error).message;
}

test("an address in a private network gets no request, however it is written", async () => {
  for (const host of ["127.0.0.1", "[::1]", "2130706433", "169.254.169.254"])
    expect(await failureOf(`https://${host}:${https}/secret`, {}, "")).toBe(
      "address-not-allowed",
    );
});

test("a name that leads into a private network gets no request", async () => {
  expect(await failureOf(`https://localhost:${https}/secret`, {}, "")).toBe(
    "address-not-allowed",
  );
});

test("http is refused, and allowed only on this machine in the local stack", async () => {
  const url = `http://127.0.0.1:${http}/`;
  expect(await failureOf(url, {}, "")).toBe("not-https");
  const post = createPost({ allowsLoopback: true });
  expect(await post(url, {}, "{}")).toEqual({ status: 204, retryAfterMs: 0 });
  await expect(post("http://example.com/", {}, "{}")).rejects.toThrow(
    "not-https",
  );
});

test("a certificate that is not trusted gets no request, and the error has no part of the URL", async () => {
  const before = requests;
  const post = createPost({ isAllowedAddress: () => true });
  await expect(
    post(`https://127.0.0.1:${https}/secret`, {}, ""),
  ).rejects.toThrow(/^[A-Z_]+$/);
  expect(requests).toBe(before);
});
