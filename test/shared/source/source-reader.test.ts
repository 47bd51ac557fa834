import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { PublicRequestError } from "../../../shared/public-request.ts";
import {
  failureOfAnswer,
  toSourceError,
} from "../../../shared/source/source-error.ts";
import { rows } from "../../fixtures/rows.ts";
import { startSilentHost } from "../person/avatar/loopback.ts";
import {
  asked,
  bearer,
  host,
  json,
  type SourceForTest,
  sourceWith,
  useSource,
} from "./source-for-test.ts";

const startSource = useSource();

type Answer = (response: ServerResponse) => unknown;

const path = "/people/4711";
/** Client credentials, by which a token is asked for. */
const oauth2 = {
  type: "oauth2",
  tokenUrl: `https://${host}/token`,
  clientId: "canary client",
  clientSecret: "canary:+/=",
};
const askedBy = (auth: object, more: object = {}) =>
  asked({ source: sourceWith(auth), ...more });

/** Reads a record from a system that gives this answer for it, or else 404. */
async function read(answer: Answer | undefined, given = asked()) {
  const system = await startSource();
  if (answer) system.answers[path] = answer;
  const reading = await system.createReader().readRecord(given);
  return { reading, got: system.got };
}

describe("the request for a record", () => {
  test.each(rows<[object, string, string]>`
    ${{ type: "basic", username: "key", password: "x:ü" }} | authorization | ${`Basic ${Buffer.from("key:x:ü").toString("base64")}`}
    ${{ type: "bearer", token: "abc" }} | authorization | Bearer abc
    ${{ type: "header", name: "x-api-key", value: "abc def" }} | x-api-key | abc def
  `)("has the credentials of the entry: %j", async (auth, header, value) => {
    const { got } = await read(json({ id: "4711" }), askedBy(auth));
    expect(got).toHaveLength(1);
    expect(got[0]?.headers[header]).toBe(value);
  });

  test("has the URL of its template with the id encoded, and the record is found by its pointers", async () => {
    const { answers, got, createReader } = await startSource();
    const id = "Ä/7 ?&#%2f";
    const own = `/people/${encodeURIComponent(id)}`;
    answers[own] = json({ data: [{ ids: { hr: id }, name: "Ada" }] });
    const lookup = {
      request: {
        url: `https://${host}/people/{employeeId}?again={employeeId}`,
        headers: { "x-version": "2" },
      },
      record: "/data/0",
      id: "/ids/hr",
    };
    const given = asked({ lookup, recordId: id });
    expect(await createReader().readRecord(given)).toEqual({
      type: "found",
      record: { ids: { hr: id }, name: "Ada" },
    });
    expect(got).toMatchObject([
      {
        method: "GET",
        url: `${own}?again=${encodeURIComponent(id)}`,
        headers: { accept: "application/json", "x-version": "2" },
        body: "",
      },
    ]);
  });

  test("may be a POST, with the body of the lookup as JSON", async () => {
    const body = { fields: ["root.id", "work.title"] };
    const url = `https://${host}/people/{employeeId}`;
    const lookup = { request: { method: "POST", url, body } };
    const { reading, got } = await read(json({ id: 4711 }), asked({ lookup }));
    expect(reading).toEqual({ type: "found", record: { id: 4711 } });
    expect(got).toMatchObject([
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      },
    ]);
  });
});

const inList = { record: "/people/0" };
test.each(rows<[string, Answer, object?]>`
  not-found | ${json({ id: "4711" }, 404)}
  not-found | ${json({ id: "4711" }, 410)}
  not-found | ${json(null)} | ${inList}
  not-found | ${json({ people: [] })} | ${inList}
  not-found | ${json({ people: [null] })} | ${inList}
  differs | ${json({ id: "4712" })}
  differs | ${json({ id: 4712 })}
  differs | ${json({ id: "04711" })}
  differs | ${json({ id: "4711 " })}
  differs | ${json({ id: ["4711"] })}
  differs | ${json({ id: null })}
  differs | ${json({ employeeId: "4711" })}
  differs | ${json("4711")}
`)(
  "the reading is `not-found` if the answer lacks the record, and `differs` if it has not exactly its id: %s (%#)",
  async (type, answer, lookup) => {
    const { reading } = await read(answer, asked({ lookup: { ...lookup } }));
    expect(reading).toEqual({ type });
  },
);

test("a number as an id counts only if JSON keeps it exactly", async () => {
  const { answers, createReader } = await startSource();
  const recordId = "9007199254740993";
  answers[`/people/${recordId}`] = (response) =>
    response.end(`{"id":${recordId}}`);
  expect(await createReader().readRecord(asked({ recordId }))).toEqual({
    type: "differs",
  });
});

test.each(rows<[status: number, code: string, isRetryable?: boolean]>`
  ${200} | no failure
  ${204} | no failure
  ${408} | source-error | ${true}
  ${429} | source-busy | ${true}
  ${500} | source-error | ${true}
  ${503} | source-error | ${true}
  ${300} | source-refused | ${false}
  ${304} | source-refused | ${false}
  ${401} | source-refused | ${false}
  ${403} | source-refused | ${false}
  ${499} | source-refused | ${false}
`)("an answer %i means %s, retryable: %s", (...row) => {
  const [status, code, isRetryable] = row;
  const failureWith = (headers: Record<string, string> = {}) =>
    failureOfAnswer("hr", { status, headers }, () => 0);
  const failure = failureWith();
  expect(failure?.code ?? "no failure").toBe(code);
  expect(failure?.retryable).toBe(isRetryable);
  if (failure === undefined) return;
  expect(failure.retryAfterMs).toBe(0);
  expect(failure.message).toContain(`(${status})`);
  for (const pause of ["120", "Thu, 01 Jan 1970 00:02:00 GMT"])
    expect(failureWith({ "retry-after": pause })).toMatchObject({
      retryAfterMs: isRetryable ? 120_000 : 0,
    });
});

test.each(rows<[PublicRequestError["code"], string, boolean]>`
  unreachable | source-unreachable | ${true}
  connect-timeout | source-unreachable | ${true}
  timeout | source-unreachable | ${true}
  not-https | source-misconfigured | ${false}
  address-not-allowed | source-misconfigured | ${false}
  content-encoding | source-unreadable | ${false}
  too-large | source-unreadable | ${false}
`)("a request that fails as %s is %s, retryable: %s", (cause, ...row) => {
  const [code, retryable] = row;
  const error = toSourceError("hr", new PublicRequestError(cause));
  expect(error).toMatchObject({ code, retryable });
  expect(error).not.toHaveProperty("cause");
});

/** Each text that must stay secret contains "canary". */
describe("the error of a failed read", () => {
  const recordId = "canary-id";
  const lookup = {
    request: {
      url: `https://${host}/people/{employeeId}?view=canary-query`,
      headers: { "x-view": "canary-header" },
    },
  };
  const auths = [
    { type: "basic", username: "canary-user", password: "canary-password" },
    { type: "bearer", token: "canary-token" },
    { type: "header", name: "x-key", value: "canary-key" },
    oauth2,
  ];
  const body = { error: "canary-body" };
  const token = json({ access_token: "canary-issued" });
  const busy: Answer = (response) =>
    response.writeHead(429, { "retry-after": "30" }).end();

  /** Reads the record by each kind of credentials. Each error is the expected one, and has no secret in any part. */
  async function expectFailure(
    answers: SourceForTest["answers"],
    expected: object,
    kinds = auths,
  ) {
    const system = await startSource();
    Object.assign(system.answers, answers);
    for (const auth of kinds) {
      const given = askedBy(auth, { lookup, recordId });
      const error: unknown = await system
        .createReader()
        .readRecord(given)
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "SourceError", ...expected });
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain(
        "canary",
      );
    }
    return system;
  }

  test.each(rows<[string, string, boolean, Answer]>`
    refused | source-refused | ${false} | ${json(body, 401)}
    refused as forbidden | source-refused | ${false} | ${(response) => response.writeHead(403, "canary-reason").end("canary-body")}
    busy | source-busy | ${true} | ${json(body, 429)}
    failing | source-error | ${true} | ${json(body, 500)}
    no JSON | source-unreadable | ${true} | ${(response) => response.end(`{"id": canary-body`)}
    empty | source-unreadable | ${true} | ${(response) => response.writeHead(204).end()}
    compressed | source-unreadable | ${false} | ${(response) => response.writeHead(200, { "content-encoding": "canary" }).end("canary")}
    no HTTP | source-unreachable | ${true} | ${(response) => response.socket?.end("canary-answer\r\n\r\n")}
    closed | source-unreachable | ${true} | ${(response) => response.socket?.destroy()}
  `)(
    "shows no id, no credentials and nothing of an answer that is %s: %s, retryable: %s",
    async (_, code, retryable, answer) => {
      const answers = { "/token": token, [`/people/${recordId}`]: answer };
      await expectFailure(answers, { code, retryable });
    },
  );

  test("is a refusal after a redirect, which is not followed", async () => {
    await using silent = await startSilentHost();
    const location = `https://127.0.0.1:${silent.port}/canary`;
    for (const status of [301, 302, 303, 307, 308]) {
      const answer: Answer = (response) =>
        response.writeHead(status, { location }).end();
      const answers = { "/token": token, [`/people/${recordId}`]: answer };
      await expectFailure(answers, { code: "source-refused" });
    }
    expect(silent.connections()).toBe(0);
  });

  test.each(rows<[string, Answer, object]>`
    busy | ${busy} | ${{ code: "source-busy", retryAfterMs: 30_000 }}
    failing | ${json(body, 503)} | ${{ code: "source-error" }}
    reset | ${(response) => response.socket?.destroy()} | ${{ code: "source-unreachable" }}
    no JSON | ${(response) => response.end("<html>canary")} | ${{ code: "source-unreadable" }}
    without a token | ${json({ access_token: ["canary"] })} | ${{ code: "source-unreadable" }}
    of another type | ${json({ access_token: "canary", token_type: "mac" })} | ${{ code: "source-unreadable" }}
    a token that no header can carry | ${json({ access_token: "canary\nb", token_type: "Bearer" })} | ${{ code: "source-unreadable" }}
  `)(
    "is retryable if the answer for the token is %s, and the record is not asked for",
    async (_name, answer, expected) => {
      const failure = { retryable: true, ...expected };
      const { got } = await expectFailure({ "/token": answer }, failure, [
        oauth2,
      ]);
      expect(got.map(({ url }) => url)).toEqual(["/token"]);
    },
  );

  test.each([400, 401, 403])(
    "is a refusal if the token is refused with %i, and no second sandbox asks, because that could lock the account",
    async (status) => {
      const system = await startSource();
      system.answers["/token"] = json(body, status);
      const given = askedBy(oauth2);
      for (let times = 1; times <= 2; times++)
        await expect(
          system.createReader().readRecord(given),
        ).rejects.toMatchObject({ code: "source-refused", retryable: false });
      expect(system.got).toHaveLength(1);
    },
  );
});

describe("a request that must not be sent", () => {
  const withHost = { hosts: ["127.0.0.1:8080"] };
  test.each(rows<[string, object?]>`
    https://other.example.test/people/{employeeId}
    ${`https://${host}.example.com/people/{employeeId}`}
    ${`https://${host}:8443/people/{employeeId}`}
    ${`https://x.${host}/people/{employeeId}`}
    http://127.0.0.1:80/people/{employeeId}
    http://127.0.0.1:8080/people/{employeeId} | ${withHost}
  `)(
    "is one to a host that the source does not name, or one over http: %s, %j",
    async (url, more) => {
      const { loopback, createReader } = await startSource();
      const source = sourceWith(bearer, more);
      const given = asked({ source, lookup: { request: { url } } });
      await expect(createReader().readRecord(given)).rejects.toMatchObject({
        code: "source-misconfigured",
        retryable: false,
      });
      expect(loopback.connections()).toBe(0);
    },
  );

  // record-request.test.ts has all ids that no URL can have.
  test("is one for an id that no URL can have", async () => {
    const { loopback, createReader } = await startSource();
    const reading = createReader().readRecord(asked({ recordId: ".." }));
    const refused = { code: "record-id-refused", retryable: false };
    await expect(reading).rejects.toMatchObject(refused);
    expect(loopback.connections()).toBe(0);
  });
});

describe("a token by client credentials (RFC 6749, §4.4)", () => {
  /** A system that issues `token-1`, `token-2` and so on, and takes only the newest one. */
  async function startIssuer(answer: object = { expires_in: 600 }) {
    const system = await startSource();
    const issued = { count: 0 };
    system.answers["/token"] = (response) => {
      const access_token = `token-${++issued.count}`;
      json({ access_token, token_type: "Bearer", ...answer })(response);
    };
    system.answers[path] = (response, { headers }) => {
      const isNewest = headers.authorization === `Bearer token-${issued.count}`;
      json({ id: "4711" }, isNewest ? 200 : 401)(response);
    };
    return { ...system, issued };
  }

  /** The id and the secret of `oauth2`, encoded as in a form (RFC 6749, §2.3.1). */
  const encoded = "canary+client:canary%3A%2B%2F%3D";
  const grant = { grant_type: "client_credentials" };
  test.each(rows<[string, object, string | undefined, object]>`
    header | ${{ scope: "people read" }} | ${`Basic ${Buffer.from(encoded).toString("base64")}`} | ${{ ...grant, scope: "people read" }}
    form, if the entry says so | ${{ credentials: "form" }} | ${undefined} | ${{ ...grant, client_id: oauth2.clientId, client_secret: oauth2.clientSecret }}
  `)(
    "is asked for with the credentials in the %s",
    async (_, more, authorization, form) => {
      const { got, createReader } = await startIssuer();
      const given = askedBy({ ...oauth2, ...more });
      expect(await createReader().readRecord(given)).toMatchObject({
        type: "found",
      });
      const [login, request] = got;
      expect([login?.method, login?.url]).toEqual(["POST", "/token"]);
      expect(login?.headers).toMatchObject({
        "content-type": "application/x-www-form-urlencoded",
      });
      expect(login?.headers.authorization).toBe(authorization);
      expect(Object.fromEntries(new URLSearchParams(login?.body))).toEqual(
        form,
      );
      expect(request?.url).toBe(path);
    },
  );

  test("is shared by all sandboxes until it ends, and then one of them asks for the next one", async () => {
    const { issued, clock, createReader } = await startIssuer();
    const given = askedBy(oauth2);
    const readers = Array.from({ length: 4 }, () => createReader());
    const readAll = () =>
      Promise.all(readers.map((reader) => reader.readRecord(given)));
    await readAll();
    await readAll();
    expect(issued.count).toBe(1);
    clock.nowMs += 10 * minuteMs;
    await readAll();
    expect(issued.count).toBe(2);
  });

  test.each(rows<[string, number, number, string[]]>`
    replaced once | ${401} | ${1} | ${["/token", path, "/token", path]}
    kept, because another token has the same rights, | ${403} | ${2} | ${["/token", path, path]}
  `)("is %s if the source answers %i", async (_, status, reads, paths) => {
    const { answers, got, createReader } = await startIssuer();
    answers[path] = json({}, status);
    const [reader, given] = [createReader(), askedBy(oauth2)];
    const refused = { code: "source-refused", retryable: false };
    for (let nth = 1; nth <= reads; nth++)
      await expect(reader.readRecord(given)).rejects.toMatchObject(refused);
    expect(got.map(({ url }) => url)).toEqual(paths);
  });

  test("is asked for again as soon as other credentials are stored", async () => {
    const { issued, createReader } = await startIssuer();
    const source = sourceWith(oauth2);
    const { auth } = sourceWith({ ...oauth2, clientId: "another client" });
    const reader = createReader();
    await reader.readRecord(asked({ source }));
    await reader.readRecord(asked({ source: { ...source, auth } }));
    expect(issued.count).toBe(2);
  });

  test.each([{}, { expires_in: 0 }, { expires_in: "soon" }])(
    "is used for ten minutes if it has no valid lifetime: %j",
    async (answer) => {
      const { issued, clock, createReader } = await startIssuer(answer);
      const given = askedBy(oauth2);
      const reader = createReader();
      const startMs = clock.nowMs;
      for (const [atMinute, count] of [
        [0, 1],
        [9, 1],
        [11, 2],
      ] as const) {
        clock.nowMs = startMs + atMinute * minuteMs;
        await reader.readRecord(given);
        expect(issued.count).toBe(count);
      }
    },
  );
});
