import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { fetchAvatar } from "../../../shared/person/avatar/fetch-avatar.ts";
import { pixel } from "../../shared/person/avatar/images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
} from "../../shared/person/avatar/loopback.ts";
import { rows } from "../../fixtures/rows.ts";
import { startCanaries } from "./canaries.ts";

test.each([300, 301, 302, 303, 305, 307, 308])(
  "an avatar host that redirects with %i is not followed, in an old or a new way",
  async (status) => {
    await using canaries = await startCanaries();
    const location = `https://127.0.0.1:${canaries.port}/`;
    await using host = await startAvatarHost((_request, response) => {
      response.writeHead(status, {
        location,
        refresh: `0; url=${location}`,
        "content-location": location,
        link: `<${location}>; rel="canonical"`,
      });
      // An image for a client that reads the body anyway.
      response.end(pixel.png);
    });
    await expect(
      fetchAvatar(avatarUrl, optionsFor(host)),
    ).rejects.toMatchObject({ code: "avatar-redirected", retryable: false });
    expect(host.connections()).toBe(1);
    expect(await canaries.connections()).toBe(0);
  },
);

describe("a compressed avatar", () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

  test.each([
    "gzip",
    "br",
    "deflate",
    "zstd",
    "gzip, gzip",
    "identity, br",
    "aws-chunked",
  ])("declared as %s is refused unread", async (encoding) => {
    await using host = await startAvatarHost((_request, response) => {
      response.writeHead(200, {
        "content-type": "image/png",
        "content-encoding": encoding,
      });
      response.end(bomb);
    });
    await expect(
      fetchAvatar(avatarUrl, optionsFor(host)),
    ).rejects.toMatchObject({ code: "avatar-content-encoding" });
  });

  test("that is not declared is not an image", async () => {
    await using host = await startAvatarHost((_request, response) =>
      response.end(bomb),
    );
    await expect(
      fetchAvatar(avatarUrl, optionsFor(host)),
    ).rejects.toMatchObject({ code: "avatar-not-an-image" });
  });

  test("in the transfer coding is not decompressed either", async () => {
    const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n";
    await using host = await startAvatarHost(({ socket }) => {
      socket.write(`${head}${bomb.length.toString(16)}\r\n`);
      socket.write(bomb);
      socket.end("\r\n0\r\n\r\n");
    });
    await expect(
      fetchAvatar(avatarUrl, optionsFor(host)),
    ).rejects.toMatchObject({ code: "avatar-not-an-image" });
  });
});

describe("an endless avatar", () => {
  const ok = "HTTP/1.1 200 OK\r\n";
  const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
  const chunk = Buffer.alloc(16_384, "a");

  test.each(rows<[string, string, string | Buffer, ReasonCode]>`
    one header | ${`${ok}a: `} | ${chunk} | avatar-unreachable
    many headers | ${ok} | ${"a: b\r\n".repeat(1_000)} | avatar-unreachable
    a chunk's extension | ${`${chunked}1;a=`} | ${chunk} | avatar-unreachable
    a chunk's size | ${chunked} | ${"1".repeat(16_384)} | avatar-unreachable
    trailers | ${`${chunked}0\r\n`} | ${"a: b\r\n".repeat(1_000)} | avatar-unreachable
    a reason | ${"HTTP/1.1 200 "} | ${chunk} | avatar-unreachable
    small chunks | ${chunked} | ${"1\r\na\r\n".repeat(2_000)} | avatar-too-large
    bytes | ${`${ok}\r\n`} | ${chunk} | avatar-too-large
    declared bytes | ${`${ok}content-length: 9007199254740991\r\n\r\n`} | ${chunk} | avatar-too-large
  `)(
    "is cut off before it fills the memory: %s",
    async (_name, head, again, code) => {
      await using host = await startAvatarHost(({ socket }) => {
        socket.write(head);
        flood(socket, again);
      });
      await expect(
        fetchAvatar(avatarUrl, { ...optionsFor(host), maxBytes: 100_000 }),
      ).rejects.toMatchObject({ code });
      await host.allClosed();
    },
  );

  test.each([
    ["announcements", "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"],
    ["blank lines", "", "\r\n"],
    ["zeros before a chunk's size", chunked, "0"],
  ])(
    "ends at the timeout if it consists of %s, which are discarded",
    async (_name, head, again) => {
      await using host = await startAvatarHost(({ socket }) => {
        socket.write(head);
        flood(socket, again.repeat(100));
      });
      await expect(
        fetchAvatar(avatarUrl, { ...optionsFor(host), totalTimeoutMs: 200 }),
      ).rejects.toMatchObject({ code: "avatar-timeout" });
      await host.allClosed();
    },
  );
});

function flood(socket: Socket, again: string | Buffer): void {
  socket.write(again, (error) => {
    if (!error) flood(socket, again);
  });
}
