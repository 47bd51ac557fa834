import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inspectTls } from "../../../functions/doctor/inspect-tls.ts";
import {
  callsPerSecondOf,
  createObservedHttp,
  parseRateLimit,
} from "../../../functions/doctor/observed-http.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { startPlatform } from "../../../infra/platform/start-platform.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { dayMs } from "../../../shared/durations.ts";
import { communitySecretSchema } from "../../../shared/platform-auth/community-secret.ts";
import { createPageReader } from "../../../functions/doctor/checks/pulls.ts";
import { startLocalSources } from "../../../infra/local/local-sources.ts";
import { SourceError } from "../../../shared/source/source-error.ts";
import { subscribersSchema } from "../../../shared/webhook/subscribers-secret.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { rows } from "../../fixtures/rows.ts";
import {
  examine,
  mailbox,
  type Situation,
  useTables,
} from "./diagnose-for-test.ts";

useTables();

/** What differs from the usual deployment: settings, and other parts. */
type Parts = Pick<Situation, "config"> &
  Omit<NonNullable<Situation["dependencies"]>, "config">;

/** The clock of a run begins here. */
const beginMs = Date.UTC(2026, 0, 5);
const community = communitySecretSchema.parse(localSecrets.community);

/** A run that sends nothing, because the community secret is missing. */
const offline = { readCommunity: async () => undefined };
const tlsOf = (days: number, distrust?: string): Parts => ({
  config: { baseUrl: "https://platform.test", authUrl: "https://login.test" },
  ...offline,
  inspectTls: async () => ({
    protocol: "TLSv1.3",
    validToMs: beginMs + (days + 0.5) * dayMs,
    ...(distrust && { distrust }),
  }),
});

const hibob = {
  hosts: ["api.hibob.test"],
  auth: { type: "bearer", token: "canary" },
};
const thinCaller = {
  scheme: "bearer",
  keys: ["canary-of-the-caller"],
  scopes: ["offboard"],
  lookup: {
    source: "hibob",
    request: { url: "https://api.hibob.test/people/{employeeId}" },
    id: "/id",
    map: {
      type: { value: "employee.terminated" },
      fields: { "/employeeId": "/id" },
    },
  },
};

const pull = {
  request: { url: "https://api.hibob.test/people" },
  records: "/people",
};
const pulledCaller = { ...thinCaller, pull };
const otherPull = { ...pull, request: { url: "https://api.hibob.test/other" } };

const callersOf = (entries: object): Parts => ({
  readCallers: async () => callersSchema.parse(entries),
});
const sourcesOf = (entries: Record<string, typeof hibob>): Parts => ({
  readSources: async () => entries,
});
/** Fails with an error that has these fields. */
const failing = (fields: object) => () =>
  Promise.reject(Object.assign(new Error("canary"), fields));
const ofBob = sourcesOf({ hibob });
const publicAddress: Parts = { lookup: async () => [{ address: "8.8.8.8" }] };
const pullsHr: Parts = { config: { pulledCallers: ["hr"] } };
const pulled: Parts = { ...pullsHr, ...callersOf({ hr: pulledCaller }) };
const badSubscriber = { format: "slack", url: "http://chat.example.com" };
const refusedPull: Parts = {
  config: { pulledCallers: ["hr", "other"] },
  ...ofBob,
  ...callersOf({
    hr: pulledCaller,
    other: {
      ...pulledCaller,
      keys: ["canary-of-the-other-caller"],
      pull: otherPull,
    },
  }),
  readPage: async ({ name }, _call, url) => {
    if (url === otherPull.request.url)
      throw new SourceError("source-refused", name, { status: 403 });
    return { document: { people: ["canary"] }, link: undefined };
  },
};
const halfKnown: Parts = {
  config: { baseUrl: "https://a.test", authUrl: "https://login.test" },
  ...offline,
  lookup: (host) =>
    host === "a.test"
      ? Promise.resolve([{ address: "192.0.2.1" }])
      : failing({ code: "ENOTFOUND" })(),
};
const halfListening: Parts = {
  ...sourcesOf({ hibob: { ...hibob, hosts: ["a.test", "b.test:8443"] } }),
  ...publicAddress,
  inspectTls: (_host, port) =>
    port === 443
      ? Promise.resolve({ protocol: "TLSv1.3", validToMs: 0 })
      : failing({ code: "ECONNREFUSED" })(),
};
const mismatches =
  "callers #/hr/lookup reads from the source hibob, which the sources secret does not have, so its events wait; sources #/personio is not in use: no caller reads from it";

test.each(rows<[title: string, check: string, Parts, found: string]>`
  the address of the example in cdk.json | settings | ${{ ...offline, config: { baseUrl: "https://community.example.com" } }} | failed: baseUrl is the address of the example
  a community secret without a value | community secret | ${offline} | failed: the secret has no value
  a community secret that cannot be read | community secret | ${{ readCommunity: () => Promise.reject(new ConfigurationError("secret-malformed", "check /password")) }} | failed: check /password
  a community secret without a master key | community secret | ${{ readCommunity: async () => ({ ...community, passwordMaster: {} }) }} | failed: passwordMaster has no key, so no hire gets a password
  a community secret without the token that serviceAuth needs | community secret | ${{ config: { serviceAuth: "token" } }} | failed: the secret has no token, which serviceAuth needs
  a callers secret without a value | callers secret | ${{ readCallers: async () => undefined }} | failed: the secret has no value, so no event is accepted
  an invalid entry of the callers secret | callers secret | ${callersOf({ ...localSecrets.callers, hr: { keys: [] } })} | failed: the entries of these callers are invalid: hr
  a callers secret without an operator | callers secret | ${callersOf({ hr: localSecrets.callers.hr })} | warning: 1 callers: 1 may hire, 1 may terminate, 0 may operate
  an invalid entry of the subscribers secret | subscribers secret | ${{ readSubscribers: async () => subscribersSchema.parse({ chat: badSubscriber }) }} | failed: the entries of these subscribers are invalid: chat
  an invalid entry of the sources secret | sources secret | ${sourcesOf({ hibob: { ...hibob, hosts: ["https://canary.example.com"] } })} | failed: the entries of these sources are invalid: hibob
  a caller that speaks SCIM without the setting scim | callers secret | ${{ config: { scim: false } }} | failed: these callers speak SCIM, and its address does not exist: entra
  a lookup of a source that is not there, and a source without a caller | callers and sources | ${{ ...sourcesOf({ personio: hibob }), ...callersOf({ hr: thinCaller }) }} | ${`warning: ${mismatches}`}
  callers and sources that fit | callers and sources | ${{ ...ofBob, ...callersOf({ hr: thinCaller }) }} | ok: sources, hosts and scopes fit
  a source's host with a private address | source hosts | ${{ ...ofBob, lookup: async () => [{ address: "8.8.8.8" }, { address: "10.0.0.1" }] }} | failed: api.hibob.test is not on the public internet
  a source's host with a certificate that is not trusted | source hosts | ${{ inspectTls: tlsOf(80, "CERT_HAS_EXPIRED").inspectTls!, ...ofBob, ...publicAddress }} | failed: api.hibob.test has a certificate that is refused (CERT_HAS_EXPIRED)
  a source's host that does not answer, and not its neighbour | source hosts | ${halfListening} | failed: b.test:8443 does not answer (ECONNREFUSED)
  a source's host that answers | source hosts | ${{ ...ofBob, ...publicAddress }} | ok: api.hibob.test answers by TLSv1.3
  a deployment without a schedule that pulls | pulls | ${{}} | ok: no schedule pulls a source
  a pull whose caller has none | pulls | ${{ ...pullsHr, ...ofBob, ...callersOf({ hr: thinCaller }) }} | failed: the caller hr has no valid pull
  a pull without its source | pulls | ${pulled} | failed: the sources secret has no valid entry hibob
  a pull that the source refuses, and not the one beside it | pulls | ${refusedPull} | failed: the source hibob (403) refused the request: check its credentials and rights, and the URL of the lookup
  a pull whose list is at another place | pulls | ${{ ...pulled, ...ofBob, readPage: async () => ({ document: { canary: [] }, link: undefined }) }} | failed: hr: the answer has no list at "/people"
  a table that is refused | tables | ${{ probeTables: { store: async () => undefined, tokens: failing({ name: "AccessDeniedException" }) } }} | failed: it failed with AccessDeniedException
  a host that no DNS knows | DNS | ${halfKnown} | failed: login.test has no address (ENOTFOUND)
  certificates that are good for long | TLS | ${tlsOf(80)} | ok: platform.test: TLSv1.3, 80 days left; login.test: TLSv1.3, 80 days left
  certificates that end soon | TLS | ${tlsOf(13)} | warning: platform.test: TLSv1.3, 13 days left; login.test: TLSv1.3, 13 days left
  a certificate that is not trusted | TLS | ${tlsOf(80, "CERT_HAS_EXPIRED")} | failed: the certificate of platform.test is refused (CERT_HAS_EXPIRED)
  a host that nothing listens on | sign-in | ${{ config: { baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" } }} | failed: POST /login got no complete response (ECONNREFUSED)
`)(
  "the doctor names %s",
  async (_title, check, { config = {}, ...dependencies }, expected) => {
    const platform = { crowd: 0 };
    const { checks, named } = await examine({ config, dependencies, platform });
    const { verdict, found, advice } = named[check]!;
    expect(`${verdict}: ${found}`).toBe(expected);
    if (verdict !== "ok") expect(advice).toBeDefined();
    expect(JSON.stringify(checks)).not.toContain("canary");
  },
);

test("without the community secret nothing is sent, and all checks of the platform are skipped", async () => {
  const { named, platform } = await examine({ mailbox, dependencies: offline });
  expect(platform.journal).toEqual([]);
  for (const name of ["sign-in", "rights", "create", "deletion", "rate limit"])
    expect(named[name]?.verdict).toBe("skipped");
});

test("a handshake shows the end of a certificate, also of one that is not trusted", async () => {
  const [cert, key] = ["cert", "key"].map((part) =>
    readFileSync(
      join(import.meta.dirname, `../../fixtures/tls/loopback.${part}.pem`),
      "utf8",
    ),
  ) as [string, string];
  const platform = await startPlatform({ tls: { cert, key } });
  onTestFinished(() => platform.close());
  const port = Number(new URL(platform.origin).port);
  const state = {
    protocol: "TLSv1.3",
    validToMs: expect.toSatisfy((ms: number) => ms > Date.UTC(2119, 0, 1)),
  };
  expect(await inspectTls("127.0.0.1", port, { ca: cert })).toEqual(state);
  expect(await inspectTls("127.0.0.1", port)).toEqual({
    ...state,
    distrust: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  expect(platform.journal).toEqual([]);
});

test("a handshake with a host that does not listen fails with its code", async () => {
  await expect(inspectTls("127.0.0.1", 9)).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

test.each(rows<[headers: Record<string, string>, callsPerSecond?: number]>`
  ${{ "ratelimit-policy": '"default";q=100;w=60' }} | ${100 / 60}
  ${{ "ratelimit-policy": '"burst";q=100;w=60,"daily";q=1000;w=86400' }} | ${1000 / 86_400}
  ${{ "ratelimit-limit": "100, 100;w=10" }} | ${10}
  ${{ "ratelimit-limit": "100" }}
  ${{ "x-ratelimit-limit": "5000" }}
  ${{ "ratelimit-policy": '"default";q=100' }}
`)("the headers %j show %s calls a second", (headers, perSecond) => {
  const limit = parseRateLimit(headers)!;
  expect(limit.calls).toBeGreaterThan(0);
  expect(callsPerSecondOf(limit)).toBe(perSecond);
});

test.each([
  {},
  { "ratelimit-policy": "" },
  { "ratelimit-policy": "q=5" },
  { "ratelimit-limit": "many" },
  { "x-ratelimit-limit": "-1" },
  { "x-ratelimit-limit": "1.5" },
])("the headers %j show no limit", (headers) => {
  expect(parseRateLimit(headers)).toBeUndefined();
});

test("a request of the doctor lets calls go first that have a share and are reserved while it waits", async () => {
  let now = 0;
  const ahead = { disable: 0, status: 0 };
  const { http, answers } = createObservedHttp({
    http: async () => ({ status: 200, headers: {}, body: new Uint8Array() }),
    rateLimiter: {
      reserve: async () => ({ beginAtMs: 1_000, ahead }),
      beginAtMsOf: async () => (now < 1_000 ? 1_000 : 2_500),
    },
    callsPerSecond: 1,
    nowMs: () => now,
    sleepMs: async (durationMs) => void (now += durationMs),
    untilMs: () => 60_000,
  });
  const url = new URL("https://platform.test/api/core/v3/people");
  await http({ method: "GET", url, headers: {}, timeoutMs: 1_000 });
  expect(answers).toMatchObject([{ beganAtMs: 2_500 }]);
});

test("the doctor reads a page of each source that a schedule pulls, and tells only the number of records", async () => {
  const sources = await startLocalSources(0);
  onTestFinished(() => sources.close());
  const canary = { givenName: "Canary", familyName: "B", email: "c@d.test" };
  for (const one of [sources.hibob, sources.personio]) one.hire(canary);
  const { checks, named } = await examine({
    config: { pulledCallers: ["hibob", "personio"] },
    dependencies: {
      ...offline,
      readCallers: async () => callersSchema.parse(sources.callers),
      readSources: async () => sources.sources,
      readPage: createPageReader({ allowsLoopback: true }),
    },
  });
  expect(named["pulls"]).toEqual({
    name: "pulls",
    verdict: "ok",
    found: "hibob: 1 records on a page; personio: 1 records on a page",
  });
  expect(JSON.stringify(checks)).not.toContain("Canary");
  expect(sources.bamboohr.requests).toEqual([]);
});
