import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Authorizer,
  basicAuth,
} from "../../../shared/community/authorizer.ts";
import {
  ApiError,
  ForeignOriginError,
  UnknownOutcomeError,
  UnreachableError,
} from "../../../shared/community/errors.ts";
import type { Http, HttpResponse } from "../../../shared/community/http.ts";
import {
  type Call,
  createTransport,
  type TransportOptions,
} from "../../../shared/community/transport.ts";
import {
  answer,
  answering,
  broken,
  fakeHttp,
  notConnected,
} from "../../fixtures/fake-http.ts";

const origin = "https://community.example.test";
const read: Call = {
  method: "GET",
  url: new URL(`${origin}/api/core/v3/people?count=2`),
  path: "/people",
  idempotent: true,
};
const write: Call = { ...read, method: "POST", body: "{}", idempotent: false };

/** A transport in virtual time. `pauses` has the durations of its sleeps, `pass` moves the clock forward. */
function startTransport(http: Http, options: Partial<TransportOptions> = {}) {
  let nowMs = Date.UTC(2026, 0, 5);
  const pauses: number[] = [];
  const send = createTransport({
    origin,
    authorizer: basicAuth("ada", "password"),
    http,
    nowMs: () => nowMs,
    sleepMs: async (durationMs) => {
      pauses.push(durationMs);
      nowMs += durationMs;
    },
    random: () => 0.5,
    ...options,
  });
  const pass = (durationMs: number) => {
    nowMs += durationMs;
  };
  return { send, pauses, pass, nowMs: () => nowMs };
}

/** Provides `token-1`, and the next token after each rejection. */
function renewing(): Authorizer & { rejections: string[] } {
  const rejections: string[] = [];
  return {
    rejections,
    authorization: async () => `Bearer token-${rejections.length + 1}`,
    rejected: async (authorization) => rejections.push(authorization) > 0,
  };
}

describe("origin of the transport", () => {
  test.each([
    "https://community.example.test",
    "https://community.example.test:8443",
    "http://localhost:8788",
    "http://127.0.0.1:8788",
    "http://[::1]:8788",
  ])("accepts the origin %s", (secure) => {
    expect(() => startTransport(answering(), { origin: secure })).not.toThrow();
  });

  test.each([
    "http://community.example.test",
    "http://localhost.example.test",
    "http://127.0.0.1@community.example.test",
    "http://127.0.0.1.example.test",
    "http://10.0.0.1",
    "ftp://localhost",
    "community.example.test",
  ])(
    "rejects the origin %s, which would expose the credentials of every call",
    (insecure) => {
      expect(() => startTransport(answering(), { origin: insecure })).toThrow(
        TypeError,
      );
    },
  );

  test.each([
    "https://elsewhere.example.test/api/core/v3/people",
    "http://community.example.test/api/core/v3/people",
    "https://community.example.test:8443/api/core/v3/people",
    "https://community.example.test.elsewhere.test/",
    // Its `origin` property is the configured origin.
    "blob:https://community.example.test/0a1b2c3d",
    "https://community.example.test@elsewhere.test/",
  ])("sends nothing to %s and reads no credentials", async (url) => {
    const http = answering();
    let asked = 0;
    const authorization = async () => `Bearer ${++asked}`;
    const { send } = startTransport(http, { authorizer: { authorization } });
    await expect(send({ ...read, url: new URL(url) })).rejects.toThrow(
      ForeignOriginError,
    );
    expect(http.requests).toEqual([]);
    expect(asked).toBe(0);
  });
});

describe("limits of the transport", () => {
  test.each([
    ["attemptTimeoutMs", 0],
    ["attemptTimeoutMs", NaN],
    ["attemptTimeoutMs", Infinity],
    ["totalTimeoutMs", 0],
    ["totalTimeoutMs", NaN],
    ["maxAttempts", 0],
    ["maxAttempts", 1.5],
    ["maxAttempts", NaN],
    ["maxPauseMs", -1],
    ["maxPauseMs", NaN],
  ])("reject %s of %d", (name, bad) => {
    const start = () => startTransport(answering(), { [name]: bad });
    expect(start).toThrow(TypeError);
    expect(start).toThrow(name);
  });

  test("may be infinite for the whole call and for a pause", async () => {
    const none = { totalTimeoutMs: Infinity, maxPauseMs: Infinity };
    const { send } = startTransport(answering(answer(200)), none);
    expect(await send(read)).toMatchObject({ status: 200 });
  });
});

describe("call", () => {
  test("is sent with credentials and resolves to the response", async () => {
    const http = answering(answer(201, "made"));
    const { send } = startTransport(http);
    expect(await send(write)).toEqual(answer(201, "made"));
    expect(http.requests).toEqual([
      {
        method: "POST",
        url: write.url,
        headers: {
          accept: "application/json",
          authorization: "Basic YWRhOnBhc3N3b3Jk",
        },
        body: "{}",
        timeoutMs: 10_000,
        isRepeatable: false,
      },
    ]);
  });

  test("may have its own headers, but never its own credentials", async () => {
    const http = answering(answer(200));
    const headers = { accept: "image/*", authorization: "Bearer smuggled" };
    await startTransport(http).send({ ...read, headers });
    expect(http.requests[0]?.headers).toEqual({
      accept: "image/*",
      authorization: "Basic YWRhOnBhc3N3b3Jk",
    });
  });

  test.each([302, 400, 403, 404, 405, 409, 413, 501])(
    "throws ApiError after the final status %d and is not repeated",
    async (status) => {
      for (const call of [read, write]) {
        const { send, pauses } = startTransport(answering(answer(status)));
        const error = await send(call).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ApiError);
        const { method, path } = call;
        expect(error).toMatchObject({ method, path, status });
        expect(pauses).toEqual([]);
      }
    },
  );

  test("is not repeated after an error that is not an HttpFailure", async () => {
    const http: Http = async () => {
      throw new TypeError("Invalid character in header content");
    };
    const { send, pauses } = startTransport(http);
    await expect(send(read)).rejects.toThrow(TypeError);
    expect(pauses).toEqual([]);
  });
});

describe("idempotent call", () => {
  test.each([
    ["429", answer(429)],
    ["500", answer(500)],
    ["502", answer(502)],
    ["503", answer(503)],
    ["504", answer(504)],
    ["a broken connection", broken],
    ["no connection", notConnected],
  ])("is repeated after %s", async (_title, failure) => {
    const http = answering(failure, answer(200, "found"));
    const { send } = startTransport(http);
    expect(await send(read)).toEqual(answer(200, "found"));
  });

  test("is sent at most four times and then throws the last failure", async () => {
    const http = answering(answer(503), answer(502), broken, answer(500));
    const { send, pauses } = startTransport(http);
    await expect(send(read)).rejects.toMatchObject({
      name: "ApiError",
      status: 500,
    });
    expect(pauses).toHaveLength(3);
  });

  test("throws UnreachableError with its cause when it got no response", async () => {
    const { send } = startTransport(answering(broken, notConnected), {
      maxAttempts: 2,
    });
    const error = await send(read).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toHaveProperty("cause", notConnected);
  });
});

describe("an attempt without an answer", () => {
  const counted = async (call: Call, http: Http) => {
    let unanswered = 0;
    const onUnanswered = () => unanswered++;
    await startTransport(http)
      .send({ ...call, onUnanswered })
      .catch(() => undefined);
    return unanswered;
  };

  test.each([
    ["a broken connection", broken],
    ["502", answer(502)],
    ["504", answer(504)],
  ])(
    "is told to the caller after %s, also when a later attempt succeeds",
    async (_title, failure) => {
      const success = answer(200, "found");
      expect(await counted(read, answering(failure, success))).toBe(1);
      const twice = answering(failure, failure, answer(403));
      expect(await counted(read, twice)).toBe(2);
      expect(await counted(write, answering(failure))).toBe(1);
    },
  );

  test("is not reported for an answer of the platform, or for a request that was not sent", async () => {
    for (const failure of [
      notConnected,
      ...[200, 401, 403, 404, 429, 500, 501, 503].map((status) =>
        answer(status),
      ),
    ])
      expect(await counted(read, answering(failure, answer(200)))).toBe(0);
  });
});

describe("an attempt that hangs", () => {
  /** The first request of each call is answered when `answerFirst` is called. */
  function startHanging(options: Partial<TransportOptions> = {}) {
    const first = Promise.withResolvers<HttpResponse>();
    const second = Promise.withResolvers<HttpResponse>();
    const answers = [first, second];
    let sent = 0;
    const http: Http = async () =>
      (await answers[sent++]?.promise) ?? answer(200, "one more");
    const transport = startTransport(http, { hedgeAfterMs: 2, ...options });
    return { ...transport, first, second, sent: () => sent };
  }
  const put: Call = { ...read, method: "PUT", body: "{}" };

  test.each([read, put])(
    "is repeated beside it for $method, and the first answer counts",
    async (call) => {
      const repeats: number[] = [];
      const { send, first, second, sent } = startHanging({
        onRepeat: async () => {
          repeats.push(sent());
          throw new Error("not counted");
        },
      });
      second.resolve(answer(200, "second"));
      let unanswered = 0;
      const onUnanswered = () => unanswered++;
      const answered = await send({ ...call, onUnanswered });
      expect(answered).toEqual(answer(200, "second"));
      // It may still take effect.
      expect(unanswered).toBe(1);
      // It is counted before it is sent, and only once.
      expect(repeats).toEqual([1]);
      first.resolve(answer(200, "first"));
    },
  );

  test("also counts when it is answered after all, before the second one", async () => {
    const { send, first, second, sent } = startHanging();
    const sending = send(read);
    await expect.poll(sent).toBe(2);
    first.resolve(answer(200, "first"));
    expect(await sending).toEqual(answer(200, "first"));
    second.reject(broken);
  });

  test("waits for the other one when one fails, and is repeated when both fail", async () => {
    for (const [fails, other] of [
      ["first", "second"],
      ["second", "first"],
    ] as const) {
      const hanging = startHanging();
      const sending = hanging.send(read);
      await expect.poll(hanging.sent).toBe(2);
      hanging[fails].reject(broken);
      hanging[other].resolve(answer(200, other));
      expect(await sending).toEqual(answer(200, other));
    }
    const { send, first, second, sent } = startHanging();
    const sending = send(read);
    first.reject(broken);
    second.reject(broken);
    expect(await sending).toEqual(answer(200, "one more"));
    expect(sent()).toBe(3);
  });

  test.each([
    ["a call that is not idempotent", write, {}],
    ["a deletion", { ...read, method: "DELETE" } as Call, {}],
    ["the last attempt", read, { maxAttempts: 1 }],
    ["a transport that does not hedge", read, { hedgeAfterMs: undefined }],
  ])("is waited for in %s", async (_title, call, options) => {
    const { send, first, sent } = startHanging(options);
    const sending = send(call);
    setTimeout(() => first.resolve(answer(200)), 20);
    await sending;
    expect(sent()).toBe(1);
  });

  test("is waited for when the platform is slow as a whole", async () => {
    let sent = 0;
    const http: Http = async () => {
      sent += 1;
      if (sent === 1) transport.pass(9_000);
      else await new Promise((wake) => setTimeout(wake, 20));
      return answer(200);
    };
    const transport = startTransport(http, { hedgeAfterMs: 2 });
    await transport.send(read);
    await transport.send(read);
    expect(sent).toBe(2);
  });
});

describe("call that is not idempotent", () => {
  test.each([
    ["500", answer(500)],
    ["502", answer(502)],
    ["503", answer(503)],
    ["503 with Retry-After", answer(503, "", { "retry-after": "1" })],
    ["a broken connection", broken],
  ])(
    "is sent once and throws UnknownOutcomeError after %s",
    async (_title, failure) => {
      const http = answering(failure);
      const error = await startTransport(http)
        .send(write)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({ method: "POST", path: "/people" });
      expect(http.requests).toHaveLength(1);
    },
  );

  test.each([
    ["no connection was made", notConnected],
    ["it was answered 429", answer(429)],
  ])("is repeated when %s and it had no effect", async (_title, failure) => {
    const http = answering(failure, answer(201));
    expect((await startTransport(http).send(write)).status).toBe(201);
  });

  test("throws UnreachableError when no attempt had a connection", async () => {
    const http = fakeHttp(() => notConnected);
    await expect(startTransport(http).send(write)).rejects.toThrow(
      UnreachableError,
    );
    expect(http.requests).toHaveLength(4);
  });

  test("is never repeated after an attempt that may have taken effect, whatever happened before", async () => {
    const harmless = fc.constantFrom(notConnected, answer(429));
    const open = fc.constantFrom(broken, answer(500), answer(503));
    await fc.assert(
      fc.asyncProperty(
        fc.array(harmless, { maxLength: 3 }),
        open,
        async (before, last) => {
          const http = answering(...before, last);
          await expect(startTransport(http).send(write)).rejects.toThrow(
            UnknownOutcomeError,
          );
          expect(http.requests).toHaveLength(before.length + 1);
        },
      ),
    );
  });
});

describe("pauses between attempts", () => {
  test.each([
    ["in seconds", "7"],
    ["as a date", "Mon, 05 Jan 2026 00:00:07 GMT"],
  ])("obey Retry-After %s", async (_title, retryAfter) => {
    const http = answering(
      answer(429, "", { "retry-after": retryAfter }),
      answer(201),
    );
    const { send, pauses } = startTransport(http);
    await send(write);
    expect(pauses).toEqual([7000]);
  });

  test.each([
    ["its time limit", 25, {}],
    ["maxPauseMs", 2, { maxPauseMs: 2000 }],
  ])(
    "end the call when they exceed %s, and the error has the demanded pause",
    async (_what, seconds, options) => {
      const retryAfter = { "retry-after": String(seconds) };
      const http = answering(answer(429, "", retryAfter));
      const { send, pauses } = startTransport(http, options);
      await expect(send(read)).rejects.toMatchObject({
        name: "ApiError",
        status: 429,
        retryAfterMs: seconds * 1000,
      });
      expect(pauses).toEqual([]);
    },
  );
});

describe("time limit of a call", () => {
  test("limits each attempt to the remaining time and all attempts together to the total", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30_000 }),
        fc.integer({ min: 1, max: 12_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        async (totalTimeoutMs, attemptTimeoutMs, chance) => {
          // This platform never answers: every attempt lasts until its timeout.
          const http = fakeHttp(({ timeoutMs }) => {
            const leftMs = deadlineMs - transport.nowMs();
            expect(timeoutMs).toBeGreaterThan(0);
            expect(timeoutMs).toBeLessThanOrEqual(attemptTimeoutMs);
            expect(timeoutMs).toBeLessThanOrEqual(leftMs);
            transport.pass(timeoutMs);
            return broken;
          });
          const transport = startTransport(http, {
            totalTimeoutMs,
            attemptTimeoutMs,
            random: () => chance,
          });
          const deadlineMs = transport.nowMs() + totalTimeoutMs;
          await expect(transport.send(read)).rejects.toThrow(UnreachableError);
          expect(transport.nowMs()).toBeLessThanOrEqual(deadlineMs);
        },
      ),
    );
  });

  test("includes the time for the credentials, and nothing is sent when they come too late", async () => {
    const http = answering();
    const transport = startTransport(http, {
      authorizer: {
        authorization: async () => {
          transport.pass(25_000);
          return "Bearer late";
        },
      },
    });
    await expect(transport.send(write)).rejects.toThrow(UnreachableError);
    expect(http.requests).toEqual([]);
  });
});

describe("401 response", () => {
  test("renews the token and repeats the call at once, also a write", async () => {
    const http = answering(answer(401), answer(201));
    const authorizer = renewing();
    const { send, pauses } = startTransport(http, { authorizer });
    expect((await send(write)).status).toBe(201);
    expect(authorizer.rejections).toEqual(["Bearer token-1"]);
    expect(
      http.requests.map(({ headers }) => headers["authorization"]),
    ).toEqual(["Bearer token-1", "Bearer token-2"]);
    expect(pauses).toEqual([]);
  });

  test("is final after the renewal", async () => {
    const http = answering(answer(401), answer(503), answer(401));
    const authorizer = renewing();
    const { send } = startTransport(http, { authorizer });
    await expect(send(read)).rejects.toMatchObject({ status: 401 });
    expect(authorizer.rejections).toEqual(["Bearer token-1"]);
  });

  test("is followed by one repetition even on the last attempt", async () => {
    const http = answering(answer(401), answer(200));
    const authorizer = renewing();
    const { send } = startTransport(http, { authorizer, maxAttempts: 1 });
    expect((await send(read)).status).toBe(200);
  });

  test.each([
    ["an authorizer that asks for no retry", async () => false],
    ["credentials that cannot be renewed", undefined],
  ])("is final for %s", async (_title, rejected) => {
    const authorizer = {
      authorization: async () => "Bearer token",
      ...(rejected && { rejected }),
    };
    const { send } = startTransport(answering(answer(401)), { authorizer });
    await expect(send(read)).rejects.toMatchObject({ status: 401 });
  });
});
