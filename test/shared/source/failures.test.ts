import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { PublicRequestError } from "../../../shared/public-request.ts";
import { toSourceError } from "../../../shared/source/source-error.ts";
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

/** The error of one read, whose answer is this one. */
async function failureOf(
  answer: (response: ServerResponse) => unknown,
): Promise<unknown> {
  const { answers, createReader } = await startSource();
  answers["/people/4711"] = answer;
  return failureWith(createReader(), asked());
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

test.each([
  ["unreachable", "source-unreachable", true],
  ["connect-timeout", "source-unreachable", true],
  ["timeout", "source-unreachable", true],
  ["not-https", "source-misconfigured", false],
  ["address-not-allowed", "source-misconfigured", false],
  ["content-encoding", "source-unreadable", false],
  ["too-large", "source-unreadable", false],
] as const)(
  "a request that fails as %s is the failure %s of its source, retryable: %s",
  (cause, code, retryable) => {
    const error = toSourceError("hr", new PublicRequestError(cause));
    expect(error).toMatchObject({ code, retryable });
    expect(error).not.toHaveProperty("cause");
  },
);

describe("a request that must not be sent", () => {
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
