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

// `createPublicRequest` has tests of its own, with all spellings of an address and with certificates.
test.each([
  ["an address in a private network", () => `https://127.0.0.1:${https}`],
  ["a name that leads there", () => `https://localhost:${https}`],
])(
  "%s gets no request, and the error names no part of the URL",
  async (_what, originOf) => {
    const post = createPost({ ca: cert });
    await expect(post(`${originOf()}/secret`, {}, "")).rejects.toThrow(
      /^address-not-allowed$/,
    );
    expect(requests).toBe(0);
  },
);

test("http is refused, and allowed only on this machine in the local stack", async () => {
  const url = `http://127.0.0.1:${http}/`;
  await expect(createPost()(url, {}, "")).rejects.toThrow("not-https");
  const post = createPost({ allowsLoopback: true });
  expect(await post(url, {}, "{}")).toEqual({ status: 204, retryAfterMs: 0 });
  await expect(post("http://example.com/", {}, "{}")).rejects.toThrow(
    "not-https",
  );
});
