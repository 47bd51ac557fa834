import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { fetchAvatar } from "../../../../shared/person/avatar/fetch-avatar.ts";
import { readAvatar } from "../../../../shared/person/avatar/upload-avatar.ts";
import { pixel, pngOfSize } from "./images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
  startCanary,
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

test("the request for an avatar image contains nothing of ours", async () => {
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

test.each([300, 301, 302, 303, 305, 307, 308])(
  "an avatar host that redirects with %i is not followed, in an old or a new way",
  async (status) => {
    const location = new URL("/elsewhere.png", avatarUrl).href;
    await using host = await startAvatarHost((_request, response) => {
      response.writeHead(status, { location, refresh: `0; url=${location}` });
      // An image for a client that reads the body anyway.
      response.end(pixel.png);
    });
    await expect(
      fetchAvatar(avatarUrl, optionsFor(host)),
    ).rejects.toMatchObject({ code: "avatar-redirected", retryable: false });
    expect(host.connections()).toBe(1);
  },
);

test.each([
  [204, false],
  [206, false],
  [400, false],
  [403, false],
  [404, false],
  [429, true],
  [499, false],
  [500, true],
  [503, true],
])(
  "an answer with status %i gives no avatar; retryable: %s",
  async (status, retryable) => {
    await using host = await startAvatarHost((_request, response) => {
      response.writeHead(status);
      response.end(status === 204 ? undefined : pixel.png);
    });
    const error: unknown = await fetchAvatar(avatarUrl, optionsFor(host)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "avatar-http-status", retryable });
    expect(String(error)).not.toMatch(/s3cret|faces/);
  },
);

test("an avatar host that does not answer in time may do so later", async () => {
  await using canary = await startCanary();
  const options = { ...optionsFor(canary), connectTimeoutMs: 50 };
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
