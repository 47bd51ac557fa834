import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import {
  fetchAvatar,
  type FetchAvatarOptions,
} from "../../../../shared/person/avatar/fetch-avatar.ts";
import { createPublicRequest } from "../../../../shared/public-request.ts";
import { pixel, pngOfSize } from "./images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
  startCanary,
} from "./loopback.ts";
import { rows } from "../../../fixtures/rows.ts";

const maxBytes = 5 * 1024 * 1024;

describe("an avatar image at a public host", () => {
  test("an avatar image gets its type from its bytes, and a file name of ours", async () => {
    await using host = await startAvatarHost((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-disposition", "attachment; filename=../x.sh");
      response.end(pixel.png);
    });
    expect(await fetchAvatar(avatarUrl, optionsFor(host))).toEqual({
      bytes: pixel.png,
      contentType: "image/png",
      filename: "avatar.png",
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

  test("the request for an avatar image uses a connection of its own, which is closed afterwards", async () => {
    await using host = await startAvatarHost(answerWith(pixel.png));
    await fetchAvatar(avatarUrl, optionsFor(host));
    await fetchAvatar(avatarUrl, optionsFor(host));
    await host.allClosed();
    expect(host.connections()).toBe(2);
  });

  test("an avatar image is accepted with the content encoding identity", async () => {
    await using host = await startAvatarHost(
      answerWith(pixel.webp, { "content-encoding": "Identity" }),
    );
    const avatar = await fetchAvatar(avatarUrl, optionsFor(host));
    expect(avatar.contentType).toBe("image/webp");
  });
});

describe("the guard of our own network", () => {
  test("a host without any address is refused", async () => {
    await using canary = await startCanary();
    await expect(
      fetchAvatar(
        avatarUrl,
        guarded(canary.port, () => []),
      ),
    ).rejects.toMatchObject({ code: "avatar-address-not-allowed" });
  });
});

describe("a faulty avatar host", () => {
  test("a host without a certificate of a known authority for its name is not trusted", async () => {
    await using host = await startAvatarHost(answerWith(pixel.png));
    const { ca: _ca, ...untrusting } = optionsFor(host);
    const ask = (url: string, options: FetchAvatarOptions) =>
      createPublicRequest(options)(new URL(url), {}, () => "an answer");
    await expect(ask(avatarUrl, untrusting)).rejects.toThrow(
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    );
    await expect(
      ask("https://other.example.test/", optionsFor(host)),
    ).rejects.toThrow("ERR_TLS_CERT_ALTNAME_INVALID");
    await expect(fetchAvatar(avatarUrl, untrusting)).rejects.toMatchObject({
      code: "avatar-unreachable",
    });
  });

  test.each([
    [204, false],
    [206, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [410, false],
    [429, true],
    [500, true],
    [503, true],
  ])(
    "an answer with status %i gives no avatar; retryable: %s",
    async (status, retryable) => {
      await using host = await startAvatarHost((_request, response) => {
        response.writeHead(status);
        response.end(status === 204 ? undefined : pixel.png);
      });
      await expect(
        fetchAvatar(avatarUrl, optionsFor(host)),
      ).rejects.toMatchObject({ code: "avatar-http-status", retryable });
    },
  );

  test.each(rows<[string, RequestListener]>`
    before it answers | ${({ socket }) => void socket.destroy()}
    in the middle | ${(_, response) => response.writeHead(200, { "content-length": 1_000 }).write(pixel.png, () => response.destroy())}
    in the middle of a chunked answer | ${(_, response) => response.write(pixel.png, () => response.destroy())}
    after it switched to another protocol | ${({ socket }) => socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n")}
    with something that is not HTTP | ${({ socket }) => socket.end("SSH-2.0-s3cret\r\n")}
  `)(
    "a host that closes the connection %s is unreachable for now",
    async (_name, answer) => {
      await using host = await startAvatarHost(answer);
      await expect(
        fetchAvatar(avatarUrl, optionsFor(host)),
      ).rejects.toMatchObject({ code: "avatar-unreachable", retryable: true });
    },
  );

  test("a host that does not listen, or has no name, is unreachable for now", async () => {
    const closed = await startCanary();
    await closed[Symbol.asyncDispose]();
    await expect(
      fetchAvatar(avatarUrl, optionsFor(closed)),
    ).rejects.toMatchObject({ code: "avatar-unreachable", retryable: true });
    await expect(
      fetchAvatar(avatarUrl, {
        ...optionsFor(closed),
        lookup: () =>
          Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" })),
      }),
    ).rejects.toThrow("avatar-unreachable");
  });
});

describe("the size limit of an avatar", () => {
  test.each([
    ["declared", answerWith],
    ["undeclared", answerInChunks],
  ])("is 5 MB, if the size is %s", async (_what, answer) => {
    const fetchOf = async (size: number) => {
      await using host = await startAvatarHost(answer(pngOfSize(size)));
      return await fetchAvatar(avatarUrl, optionsFor(host));
    };
    expect((await fetchOf(maxBytes)).bytes.byteLength).toBe(maxBytes);
    await expect(fetchOf(maxBytes + 1)).rejects.toMatchObject({
      code: "avatar-too-large",
      retryable: false,
    });
  });

  test("an avatar with a too large declared size is refused before its body arrives", async () => {
    await using host = await startAvatarHost((_request, response) => {
      response.writeHead(200, { "content-length": maxBytes + 1 });
      response.flushHeaders();
    });
    await expect(
      fetchAvatar(avatarUrl, optionsFor(host)),
    ).rejects.toMatchObject({ code: "avatar-too-large" });
    await host.allClosed();
  });
});

describe("the time limits of an avatar", () => {
  test("a resolver that does not answer runs into the time limit", async () => {
    await using host = await startCanary();
    await expect(
      fetchAvatar(avatarUrl, {
        ...optionsFor(host),
        lookup: () => new Promise(() => undefined),
        connectTimeoutMs: 20,
      }),
    ).rejects.toThrow("avatar-timeout");
    expect(host.connections()).toBe(0);
  });

  test("an answer of the resolver after the time limit causes no connection", async () => {
    await using canary = await startCanary((socket) => socket.end());
    const late = Promise.withResolvers<LookupAddress[]>();
    await expect(
      fetchAvatar(avatarUrl, {
        ...optionsFor(canary),
        lookup: () => late.promise,
        connectTimeoutMs: 20,
      }),
    ).rejects.toMatchObject({ code: "avatar-timeout" });
    late.resolve(await optionsFor(canary).lookup());
    await new Promise(setImmediate);
    // Connections arrive in order, so an earlier one would have been counted before this one.
    const own = connect(canary.port, "127.0.0.1").resume();
    await once(own, "close");
    expect(canary.connections()).toBe(1);
  });

  test("a TLS handshake that does not proceed runs into the time limit", async () => {
    await using canary = await startCanary();
    await expect(
      fetchAvatar(avatarUrl, { ...optionsFor(canary), connectTimeoutMs: 100 }),
    ).rejects.toMatchObject({ code: "avatar-timeout", retryable: true });
    await canary.allClosed();
  });

  test("a host that never answers runs into the total time limit", async () => {
    await using host = await startAvatarHost(() => undefined);
    await expect(
      fetchAvatar(avatarUrl, { ...optionsFor(host), totalTimeoutMs: 200 }),
    ).rejects.toThrow("avatar-timeout");
    await host.allClosed();
  });

  test.each([
    [
      "its headers",
      ({ socket }: { socket: NodeJS.WritableStream }) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        drip(() => socket.write("a: b\r\n"), socket);
      },
    ],
    [
      "its body",
      (_request: unknown, response: ServerResponse) => {
        response.write(pixel.png);
        drip(() => response.write("."), response);
      },
    ],
  ])(
    "a host that sends %s one piece at a time runs into the total time limit",
    async (_name, answer) => {
      await using host = await startAvatarHost(answer);
      await expect(
        fetchAvatar(avatarUrl, {
          ...optionsFor(host),
          connectTimeoutMs: 500,
          totalTimeoutMs: 600,
        }),
      ).rejects.toThrow("avatar-timeout");
      await host.allClosed();
    },
  );
});

test("no error repeats the path or the query of the URL, or the answer of the host", async () => {
  const errors: unknown[] = [];
  const answers: RequestListener[] = [
    (_request, response) => response.writeHead(302).end("s3cret"),
    (_request, response) => response.writeHead(404, "s3cret").end("s3cret"),
    (_request, response) => response.end("s3cret"),
    answerWith(pixel.png, { "content-encoding": "s3cret" }),
    ({ socket }) => socket.end("s3cret\r\n\r\n"),
    ({ socket }) => socket.destroy(),
  ];
  for (const answer of answers) {
    await using host = await startAvatarHost(answer);
    await fetchAvatar(avatarUrl, optionsFor(host)).catch((error: unknown) => {
      errors.push(error);
    });
  }
  expect(errors).toHaveLength(answers.length);
  for (const error of errors) {
    expect(error).toMatchObject({ name: "StepFailure" });
    expect(String(error)).not.toMatch(/s3cret|faces|7\.png/);
    expect(error).not.toHaveProperty("cause");
  }
});

/** Options with the check of addresses that is the default. */
function guarded(
  port: number,
  addressesOf: () => LookupAddress[],
): FetchAvatarOptions {
  return { lookup: () => Promise.resolve(addressesOf()), port };
}

function answerWith(
  bytes: Buffer,
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { "content-length": bytes.byteLength, ...headers });
    response.end(bytes);
  };
}

function answerInChunks(bytes: Buffer): RequestListener {
  return (_request, response) => {
    response.write(bytes.subarray(0, 1_000));
    response.end(bytes.subarray(1_000));
  };
}

/** Sends in pauses that are far shorter than any timeout, until the client closes the connection. */
function drip(send: () => void, stream: NodeJS.EventEmitter): void {
  const timer = setInterval(send, 5);
  stream.once("close", () => {
    clearInterval(timer);
  });
}
