import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Authorizer,
  basicAuth,
} from "../../../shared/community/authorizer.ts";
import {
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
  type FakeAnswer,
  fakeHttp,
  notConnected,
} from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";

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
      const start = (at: string) => startTransport(answering(), { origin: at });
      expect(() => start(insecure)).toThrow(TypeError);
      for (const secure of ["localhost:8788", "127.0.0.1:8788", "[::1]:8788"])
        expect(() => start(`http://${secure}`)).not.toThrow();
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
    ["attemptTimeoutMs", [0, NaN, Infinity]],
    ["totalTimeoutMs", [0, NaN]],
    ["maxAttempts", [0, 1.5, NaN]],
    ["maxPauseMs", [-1, NaN]],
  ])("reject a %s of %j", (name, values) => {
    for (const bad of values) {
      const start = () => startTransport(answering(), { [name]: bad });
      expect(start).toThrow(TypeError);
      expect(start).toThrow(name);
    }
  });

  test("may be infinite for the whole call and for a pause", async () => {
    const none = { totalTimeoutMs: Infinity, maxPauseMs: Infinity };
    const { send } = startTransport(answering(answer(200)), none);
    expect(await send(read)).toMatchObject({ status: 200 });
  });
});

describe("call", () => {
  test("is sent with its own headers, but our credentials, and resolves to the response", async () => {
    const http = answering(answer(201, "made"));
    const headers = { "x-mark": "m", authorization: "Bearer smuggled" };
    const { send } = startTransport(http);
    expect(await send({ ...write, headers })).toEqual(answer(201, "made"));
    expect(http.requests).toEqual([
      {
        method: "POST",
        url: write.url,
        headers: {
          accept: "application/json",
          "x-mark": "m",
          authorization: "Basic YWRhOnBhc3N3b3Jk",
        },
        body: "{}",
        timeoutMs: 10_000,
        isRepeatable: false,
      },
    ]);
  });

  test("is not repeated after an error that is not an HttpFailure", async () => {
    const http: Http = async () => {
      throw new TypeError("Invalid character in header content");
    };
    const { send, pauses } = startTransport(http);
    await expect(send(read)).rejects.toThrow(TypeError);
    expect(pauses).toEqual([]);
  });
});

describe("a failed attempt", () => {
  const final = (status: number) => ({ name: "ApiError", status });
  const unknown = { name: "UnknownOutcomeError" };

  /** How a call ends whose first attempt fails, and how often its caller is told that an attempt got no answer. */
  async function sendAfter(failure: FakeAnswer, call: Call) {
    const http = answering(failure, answer(200, "found"));
    const { send, pauses } = startTransport(http);
    let unanswered = 0;
    const onUnanswered = () => unanswered++;
    const outcome = await send({ ...call, onUnanswered }).catch(
      (error: unknown) => error,
    );
    expect(http.requests).toHaveLength(1 + pauses.length);
    const isRepeated = http.requests.length > 1;
    return { outcome: isRepeated ? "repeated" : outcome, unanswered };
  }

  // Title | the first answer | how a read ends | how a write ends | how many attempts got no answer
  test.each(rows<
    [string, FakeAnswer, object | string, object | string, number]
  >`
    302                  | ${answer(302)}                           | ${final(302)} | ${final(302)} | ${0}
    400                  | ${answer(400)}                           | ${final(400)} | ${final(400)} | ${0}
    401                  | ${answer(401)}                           | ${final(401)} | ${final(401)} | ${0}
    404                  | ${answer(404)}                           | ${final(404)} | ${final(404)} | ${0}
    409                  | ${answer(409)}                           | ${final(409)} | ${final(409)} | ${0}
    501                  | ${answer(501)}                           | ${final(501)} | ${final(501)} | ${0}
    429                  | ${answer(429)}                           | repeated      | repeated      | ${0}
    500                  | ${answer(500)}                           | repeated      | ${unknown}    | ${0}
    503                  | ${answer(503)}                           | repeated      | ${unknown}    | ${0}
    503 with Retry-After | ${answer(503, "", { "retry-after": "1" })} | repeated    | ${unknown}    | ${0}
    502                  | ${answer(502)}                           | repeated      | ${unknown}    | ${1}
    504                  | ${answer(504)}                           | repeated      | ${unknown}    | ${1}
    a broken connection  | ${broken}                                | repeated      | ${unknown}    | ${1}
    no connection        | ${notConnected}                          | repeated      | repeated      | ${0}
  `)(
    "%s: only a call that can do no harm is repeated",
    async (_, failure, ofRead, ofWrite, unanswered) => {
      const outcomes = [
        await sendAfter(failure, read),
        await sendAfter(failure, write),
      ];
      expect(outcomes).toMatchObject([
        { outcome: ofRead, unanswered },
        { outcome: ofWrite, unanswered },
      ]);
    },
  );

  test("is followed by at most three others, and the last failure is thrown", async () => {
    const http = answering(answer(503), answer(502), broken, answer(500));
    const { send, pauses } = startTransport(http);
    await expect(send(read)).rejects.toMatchObject(final(500));
    expect(pauses).toHaveLength(3);
  });

  test("is an UnreachableError with its cause when no attempt was answered", async () => {
    for (const call of [read, write]) {
      const { send } = startTransport(fakeHttp(() => notConnected));
      const error = await send(call).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UnreachableError);
      expect(error).toHaveProperty("cause", notConnected);
    }
  });

  test("is never repeated if it may have taken effect, whatever happened before", async () => {
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

describe("an attempt that hangs", () => {
  /** A call whose first two requests hang until the test answers them. */
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
    "is repeated while it hangs, for $method, and the first answer counts",
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
      // The attempt that hangs may still take effect.
      expect(unanswered).toBe(1);
      // The repetition is counted before it is sent, and only once, although that failed.
      expect(repeats).toEqual([1]);
      first.resolve(answer(200, "first"));
    },
  );

  test("counts if it is answered after all, before its repetition", async () => {
    const { send, first, second, sent } = startHanging();
    const sending = send(read);
    await expect.poll(sent).toBe(2);
    first.resolve(answer(200, "first"));
    expect(await sending).toEqual(answer(200, "first"));
    second.reject(broken);
  });

  test("and its repetition wait for each other if one fails, and are repeated if both fail", async () => {
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
      // An answer after nine seconds makes 20 ms no sign that the next attempt hangs.
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

describe("pauses between attempts", () => {
  test("obey a Retry-After with a date", async () => {
    const retryAfter = { "retry-after": "Mon, 05 Jan 2026 00:00:07 GMT" };
    const http = answering(answer(429, "", retryAfter), answer(201));
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

// Title | call | statuses of the answers | status at the end | rejected credentials | options
test.each(rows<
  [string, Call, number[], number, string[], Partial<TransportOptions>?]
>`
  renews the token and repeats the call at once, also a write | ${write} | ${[401, 201]} | ${201} | ${["Bearer token-1"]}
  is final after the renewal | ${read} | ${[401, 503, 401]} | ${401} | ${["Bearer token-1"]}
  is followed by one repetition even on the last attempt | ${read} | ${[401, 200]} | ${200} | ${["Bearer token-1"]} | ${{ maxAttempts: 1 }}
  is final if nothing renews the credentials | ${read} | ${[401]} | ${401} | ${[]} | ${{ authorizer: { authorization: async () => "Bearer token-1" } }}
  is final if the renewal gives no other credentials | ${read} | ${[401]} | ${401} | ${[]} | ${{ authorizer: { authorization: async () => "Bearer token-1", rejected: async () => false } }}
`)(
  "a 401 response %s",
  async (_, call, statuses, expected, rejections, options) => {
    const http = answering(...statuses.map((status) => answer(status)));
    const authorizer = renewing();
    const { send, pauses } = startTransport(http, { authorizer, ...options });
    const ended = await send(call).catch((error: unknown) => error);
    expect(ended).toMatchObject({ status: expected });
    expect(authorizer.rejections).toEqual(rejections);
    const sent = http.requests.map(({ headers }) => headers["authorization"]);
    expect(sent).toEqual(
      statuses.map((_, nth) => `Bearer token-${nth === 0 ? 1 : 2}`),
    );
    expect(pauses).toHaveLength(statuses.includes(503) ? 1 : 0);
  },
);
