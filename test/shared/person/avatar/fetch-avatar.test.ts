import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { fetchAvatar } from "../../../../shared/person/avatar/fetch-avatar.ts";
import { readAvatar } from "../../../../shared/person/avatar/upload-avatar.ts";
import { rows } from "../../../fixtures/rows.ts";
import { pixel, pngOfSize } from "./images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
  startSilentHost,
} from "./loopback.ts";

// test/shared/public-request.test.ts has the faulty and hostile hosts.

const maxBytes = 5 * 1024 * 1024;
const maxInlineBytes = 300 * 1024;
const tooLarge = { code: "avatar-too-large", retryable: false };

test("an avatar image gets its type from its bytes, and a file name of ours", async () => {
  await using host = await startAvatarHost((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.setHeader("content-disposition", "attachment; filename=../x.sh");
    response.end(pixel.jpeg);
  });
  expect(await readAvatar({ url: avatarUrl }, optionsFor(host))).toEqual({
    bytes: pixel.jpeg,
    contentType: "image/jpeg",
    filename: "avatar.jpg",
  });
});

test("the request for an avatar image has no credentials, and no cookie of an earlier answer", async () => {
  const requests: Parameters<RequestListener>[0][] = [];
  await using host = await startAvatarHost((request, response) => {
    requests.push(request);
    response.setHeader("set-cookie", "a=b");
    response.end(pixel.gif);
  });
  await fetchAvatar(avatarUrl, optionsFor(host));
  await fetchAvatar(avatarUrl, optionsFor(host));
  expect(requests).toHaveLength(2);
  for (const { method, url, headers } of requests) {
    expect({ method, url }).toEqual({
      method: "GET",
      url: "/faces/7.png?token=s3cret",
    });
    expect(headers).toEqual({
      host: `avatars.example.test:${host.port}`,
      accept: "image/png, image/jpeg, image/webp, image/gif",
      "accept-encoding": "identity",
      "user-agent": "community-automation (avatar)",
      connection: "close",
    });
  }
});

test.each(rows<[string, string, number[]]>`
  avatar-redirected | never | ${[300, 301, 302, 303, 305, 307, 308]}
  avatar-http-status | never | ${[204, 206, 400, 403, 404, 499]}
  avatar-http-status | later | ${[429, 500, 503]}
`)(
  "an avatar fails as %s, and is fetched again %s, after the answer: %j",
  async (code, again, statuses) => {
    // The new and the old way to redirect. One connection tells that neither is followed.
    const location = new URL("/elsewhere.png", avatarUrl).href;
    const headers = { location, refresh: `0; url=${location}` };
    for (const status of statuses) {
      await using host = await startAvatarHost((_request, response) => {
        response.writeHead(status, headers);
        // An image for a client that reads the body anyway.
        response.end(status === 204 ? undefined : pixel.png);
      });
      const fetched = fetchAvatar(avatarUrl, optionsFor(host));
      const error: unknown = await fetched.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code, retryable: again === "later" });
      expect(String(error)).not.toMatch(/s3cret|faces/);
      expect(host.connections()).toBe(1);
    }
  },
);

test("an avatar host that does not answer in time may do so later", async () => {
  await using silent = await startSilentHost();
  const options = { ...optionsFor(silent), connectTimeoutMs: 50 };
  await expect(fetchAvatar(avatarUrl, options)).rejects.toMatchObject({
    code: "avatar-timeout",
    retryable: true,
  });
});

test("an avatar at a URL has at most 5 MB", async () => {
  const fetchOf = async (size: number) => {
    await using host = await startAvatarHost((_request, response) =>
      response.end(pngOfSize(size)),
    );
    return await fetchAvatar(avatarUrl, optionsFor(host));
  };
  expect((await fetchOf(maxBytes)).bytes.byteLength).toBe(maxBytes);
  await expect(fetchOf(maxBytes + 1)).rejects.toMatchObject(tooLarge);
});

test("an inline avatar has at most 300 KB", async () => {
  const readOf = (size: number) => readAvatar({ inline: pngOfSize(size) });
  const { bytes } = await readOf(maxInlineBytes);
  expect(bytes.byteLength).toBe(maxInlineBytes);
  await expect(readOf(maxInlineBytes + 1)).rejects.toMatchObject(tooLarge);
});
