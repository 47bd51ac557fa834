import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPost } from "../../../functions/notifications/post.ts";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";

let connections = 0;
const server = createServer((_, response) => response.writeHead(204).end());
server.on("connection", () => void connections++);
let port: number;
beforeAll(async () => {
  port = await listen(server, 0);
});
afterAll(() => closeServer(server));

// `createPublicRequest` has tests of its own, with all spellings of an address and with certificates.
test("an address in a private network gets no connection, and the error names no part of the URL", async () => {
  const sent = createPost()(`https://127.0.0.1:${port}/secret`, {}, "");
  await expect(sent).rejects.toThrow(/^address-not-allowed$/);
  expect(connections).toBe(0);
});

test("http is refused, and allowed only on this machine in the local stack", async () => {
  const url = `http://127.0.0.1:${port}/`;
  await expect(createPost()(url, {}, "")).rejects.toThrow("not-https");
  const post = createPost({ allowsLoopback: true });
  expect(await post(url, {}, "{}")).toEqual({ status: 204, retryAfterMs: 0 });
  await expect(post("http://example.com/", {}, "{}")).rejects.toThrow(
    "not-https",
  );
});
