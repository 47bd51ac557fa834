import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../../shared/public-address.ts";
import type { PublicRequestOptions } from "../../../shared/public-request.ts";
import type { AskedRecord } from "../../../shared/source/source-reader.ts";
import { startCanary } from "../person/avatar/loopback.ts";
import {
  asked,
  bearer,
  host,
  json,
  sourceWith,
  useSource,
} from "./source-for-test.ts";

const startSource = useSource();
const megabyte = 1024 * 1024;

/** The error of one read, whose answer is this one. */
async function failureOf(
  answer: (response: ServerResponse) => unknown,
  given: AskedRecord = asked(),
  options: Partial<PublicRequestOptions> = {},
): Promise<unknown> {
  const { answers, createReader } = await startSource();
  answers["/people/4711"] = answer;
  return failureWith(createReader(options), given);
}

function failureWith(
  reader: { readRecord: (given: AskedRecord) => Promise<unknown> },
  given: AskedRecord,
): Promise<unknown> {
  return reader.readRecord(given).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("an answer of a source", () => {
  test.each([
    [429, "source-busy", true],
    [408, "source-error", true],
    [500, "source-error", true],
    [502, "source-error", true],
    [503, "source-error", true],
    [300, "source-refused", false],
    [304, "source-refused", false],
    [400, "source-refused", false],
    [401, "source-refused", false],
    [403, "source-refused", false],
    [405, "source-refused", false],
    [422, "source-refused", false],
  ])(
    "with the status %i fails the read with %s, retryable: %s",
    async (status, code, retryable) => {
      const error = await failureOf(json({ id: "4711" }, status));
      expect(error).toMatchObject({
        name: "SourceError",
        code,
        retryable,
        retryAfterMs: 0,
      });
      expect(String(error)).toContain(`(${status})`);
    },
  );

  test.each([
    ["in seconds", "120"],
    ["as a date", "Sun, 22 Nov 2026 20:02:00 GMT"],
  ])("says %s when the source is to be asked again", async (_name, header) => {
    for (const status of [429, 503])
      expect(
        await failureOf((response) =>
          response.writeHead(status, { "retry-after": header }).end(),
        ),
      ).toMatchObject({ retryable: true, retryAfterMs: 120_000 });
  });

  test.each([
    ["no JSON", (response: ServerResponse) => response.end("<html>")],
    ["empty", (response: ServerResponse) => response.writeHead(204).end()],
    ["cut off", (response: ServerResponse) => response.end('{"id":"4711"')],
  ])("that is %s fails the read for now", async (_name, answer) => {
    expect(await failureOf(answer)).toMatchObject({
      code: "source-unreadable",
      retryable: true,
    });
  });

  test("of 1 MB is read, and one of a byte more is refused", async () => {
    const { answers, createReader } = await startSource();
    const head = '{"id":"4711","text":"';
    const textOf = (bytes: number) =>
      `${head}${"x".repeat(bytes - head.length - 2)}"}`;
    answers["/people/4711"] = (response) => response.end(textOf(megabyte));
    expect(await createReader().readRecord(asked())).toMatchObject({
      type: "found",
    });
    answers["/people/4711"] = (response) => response.end(textOf(megabyte + 1));
    expect(await failureWith(createReader(), asked())).toMatchObject({
      code: "source-unreadable",
      retryable: false,
    });
  });

  test("without an end is cut off at 1 MB, and the connection is closed", async () => {
    const { answers, loopback, createReader } = await startSource();
    answers["/people/4711"] = (response) => {
      const send = () =>
        void response.write(Buffer.alloc(16_384, "x"), (error) => {
          if (!error) send();
        });
      send();
    };
    expect(await failureWith(createReader(), asked())).toMatchObject({
      code: "source-unreadable",
    });
    await loopback.allClosed();
  });

  test("that is compressed is refused, because a small body can unpack to any size", async () => {
    const bomb = gzipSync(Buffer.alloc(10 * megabyte));
    expect(
      await failureOf((response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      ),
    ).toMatchObject({ code: "source-unreadable", retryable: false });
  });

  test("that is a redirect is not followed", async () => {
    await using canary = await startCanary();
    for (const status of [301, 302, 303, 307, 308])
      expect(
        await failureOf((response) =>
          response
            .writeHead(status, { location: `https://127.0.0.1:${canary.port}` })
            .end(),
        ),
      ).toMatchObject({ code: "source-refused", retryable: false });
    expect(canary.connections()).toBe(0);
  });
});

describe("a source without an answer", () => {
  test.each<[string, (response: ServerResponse) => unknown]>([
    ["closes the connection", (response) => response.socket?.destroy()],
    [
      "closes the connection in the middle of a body",
      (response) =>
        response
          .writeHead(200, { "content-length": 100 })
          .write('{"id":', () => response.destroy()),
    ],
    ["speaks no HTTP", (response) => response.socket?.end("SSH-2.0\r\n")],
  ])("that %s is unreachable for now", async (_name, answer) => {
    expect(await failureOf(answer)).toMatchObject({
      code: "source-unreachable",
      retryable: true,
    });
  });

  test("that sends its body one piece at a time runs into the total time limit", async () => {
    const { answers, loopback, createReader } = await startSource();
    answers["/people/4711"] = (response) => {
      const timer = setInterval(() => response.write(" "), 5);
      response.once("close", () => clearInterval(timer));
    };
    const reader = createReader({ totalTimeoutMs: 250 });
    expect(await failureWith(reader, asked())).toMatchObject({
      code: "source-unreachable",
      retryable: true,
    });
    await loopback.allClosed();
  });

  test("that accepts no TLS connection runs into the time limit of the connection", async () => {
    await using canary = await startCanary();
    expect(
      await failureOf(json({}), asked(), {
        port: canary.port,
        connectTimeoutMs: 100,
      }),
    ).toMatchObject({ code: "source-unreachable", retryable: true });
  });

  test("whose certificate is not trusted gets no request", async () => {
    const { got, createReader } = await startSource();
    expect(
      await failureWith(createReader({ ca: undefined }), asked()),
    ).toMatchObject({ code: "source-unreachable" });
    expect(got).toEqual([]);
  });
});

describe("a request that must not be sent", () => {
  test.each(["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1"])(
    "is one to a host in a private network, such as %s",
    async (address) => {
      const { loopback, createReader } = await startSource();
      const guarded = createReader({
        lookup: async () => [
          { address: "8.8.8.8", family: 4 },
          { address, family: address.includes(":") ? 6 : 4 },
        ],
        isAllowedAddress: isPublicAddress,
      });
      expect(await failureWith(guarded, asked())).toMatchObject({
        code: "source-misconfigured",
        retryable: false,
      });
      expect(loopback.connections()).toBe(0);
    },
  );

  test.each([
    [`https://other.example.test/people/{employeeId}`],
    [`https://${host}.example.com/people/{employeeId}`],
    [`https://${host}:8443/people/{employeeId}`],
    [`https://x.${host}/people/{employeeId}`],
    ["http://127.0.0.1:80/people/{employeeId}"],
  ])("is one to a host that the source does not name: %s", async (url) => {
    const { loopback, createReader } = await startSource();
    const given = asked({ lookup: { request: { url } } });
    expect(await failureWith(createReader(), given)).toMatchObject({
      code: "source-misconfigured",
      retryable: false,
    });
    expect(loopback.connections()).toBe(0);
  });

  test("is one over http, also to a host that the source names", async () => {
    const { loopback, createReader } = await startSource();
    const given = asked({
      source: sourceWith(bearer, { hosts: ["127.0.0.1:8080"] }),
      lookup: { request: { url: "http://127.0.0.1:8080/people/{employeeId}" } },
    });
    expect(await failureWith(createReader(), given)).toMatchObject({
      code: "source-misconfigured",
    });
    expect(loopback.connections()).toBe(0);
  });

  test.each([
    "",
    ".",
    "..",
    "a\u0000b",
    "a\nb",
    "\u007f",
    "\u0085",
    "\ud800",
    "x".repeat(129),
  ])("is one for an id that no URL can have: %j", async (recordId) => {
    const { loopback, createReader } = await startSource();
    expect(
      await failureWith(createReader(), asked({ recordId })),
    ).toMatchObject({ code: "record-id-refused", retryable: false });
    expect(loopback.connections()).toBe(0);
  });

  test("is none for an id with other characters, which stays one segment of the path", async () => {
    const { got, createReader } = await startSource();
    const reader = createReader();
    const ids = [
      "../admin",
      "a/b",
      "%2e%2e",
      "?x=1",
      "#",
      "@evil",
      "...",
      "😀",
    ];
    for (const recordId of ids)
      expect(await reader.readRecord(asked({ recordId }))).toEqual({
        type: "not-found",
      });
    expect(got.map(({ url }) => url)).toEqual(
      ids.map((id) => `/people/${encodeURIComponent(id)}`),
    );
  });
});
