import { beforeAll, describe, expect, test } from "vitest";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { basic } from "../../../shared/webhook/schemes/tokens.ts";
import { signBy } from "./schemes/by-record.ts";
import type { SignedRequest } from "../../../shared/webhook/schemes/scheme.ts";
import { hireMap } from "./field-map/hire-map.ts";
import {
  createIssuerKey,
  type IssuerKey,
  jwtOptions,
  nowMs,
} from "./schemes/jwt-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const key = "a-key-with-more-than-32-characters";
const publicKey =
  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const scopes = ["onboard"];
const entries = {
  bob: {
    scheme: "hmac",
    header: "Bob-Signature",
    hash: "sha512",
    encoding: "base64",
    keys: [key],
    scopes,
  },
  stamped: {
    scheme: "hmac",
    header: "x-stamp",
    template: "{id}.{timestamp}.{body}",
    timestampHeader: "x-time",
    idHeader: "x-id",
    keys: [key],
    scopes,
  },
  discord: {
    scheme: "ed25519",
    header: "X-Signature-Ed25519",
    timestampHeader: "X-Signature-Timestamp",
    keys: [publicKey],
    scopes,
  },
  personio: { scheme: "header", header: "X-Token", keys: [key], scopes },
  workday: { scheme: "basic", keys: [`workday:${key}`], scopes },
  chat: { scheme: "jwt", ...jwtOptions, scopes },
} as const;
type Entries = Record<string, Record<string, unknown>>;

let issuerKey: IssuerKey;
beforeAll(async () => {
  issuerKey = await createIssuerKey("one");
});

function createForTest(current: Entries, previous: Entries = {}) {
  const state = { isIssuerOut: false, issuerReads: 0, nowMs };
  const secret = { AWSCURRENT: current, AWSPREVIOUS: previous };
  const callers = createCallers({
    read: async (stage) => callersSchema.parse(secret[stage]),
    nowMs: () => state.nowMs,
    sleepMs: async () => {},
    readKeys: async () => {
      state.issuerReads++;
      if (state.isIssuerOut) throw new Error("no answer");
      return { keys: [issuerKey.jwk] };
    },
  });
  return { callers, state };
}

function requestWith(headers: Record<string, string>): SignedRequest {
  return { header: (name) => headers[name], body: Buffer.from("{}") };
}

function issuesOf(entry: object): string[] {
  const parsed = callersSchema.parse({ one: entry })["one"];
  return parsed?.scheme === "broken" ? parsed.issues : [];
}

describe("a caller with a scheme by configuration", () => {
  test.each(Object.keys(entries))("has a valid entry: %s", (name) => {
    expect(
      issuesOf({
        ...new Map<string, object>(Object.entries(entries)).get(name),
      }),
    ).toEqual([]);
  });

  test("is identified by a static token, by user and password, and by the token of its issuer", async () => {
    const { callers } = createForTest(entries);
    for (const [name, headers] of [
      ["personio", { "x-token": key }],
      [
        "workday",
        { authorization: signBy(basic, "authorization", `workday:${key}`) },
      ],
      ["chat", { authorization: `Bearer ${await issuerKey.sign()}` }],
    ] as const) {
      const request = requestWith(headers);
      expect(await callers.identify(name, request)).toMatchObject({
        caller: { name, scopes },
      });
      for (const other of Object.keys(entries).filter((one) => one !== name))
        expect(await callers.identify(other, request)).toMatchObject({
          caller: undefined,
        });
    }
  });

  test("is refused from an address outside its ranges, also with a valid token of its issuer", async () => {
    const { callers } = createForTest({
      chat: { ...entries.chat, addresses: ["203.0.113.0/24"] },
    });
    const headers = { authorization: `Bearer ${await issuerKey.sign()}` };
    const from = (sourceAddress: string) =>
      callers.identify("chat", { ...requestWith(headers), sourceAddress });
    expect(await from("203.0.113.7")).toMatchObject({
      caller: { name: "chat" },
    });
    expect(await from("203.0.114.7")).toEqual({
      caller: undefined,
      reason: "wrong-address",
    });
  });

  test("whose issuer is out gets an error and no rejection", async () => {
    const { callers, state } = createForTest(entries);
    state.isIssuerOut = true;
    const headers = { authorization: `Bearer ${await issuerKey.sign()}` };
    await expect(
      callers.identify("chat", requestWith(headers)),
    ).rejects.toMatchObject({ name: "IssuerUnavailableError" });
  });
});

describe("a request that is not authentic", () => {
  const forged = async () => ({
    authorization: `Bearer ${await issuerKey.sign({ iss: jwtOptions.issuer })}`,
  });
  const names = [...Object.keys(entries), "hr", "nobody", "constructor"];
  const withHr = {
    ...entries,
    hr: { scheme: "bearer", keys: ["a-token-of-hr"], scopes },
  };

  test("is an error for every caller in the path while the issuer of its token is out", async () => {
    const headers = await forged();
    const { callers, state } = createForTest(withHr);
    state.isIssuerOut = true;
    for (const name of names) {
      await expect(
        callers.identify(name, requestWith(headers)),
      ).rejects.toMatchObject({ name: "IssuerUnavailableError" });
      state.nowMs += 10_000;
    }
    const other = { authorization: "Bearer no-token-of-the-issuer" };
    for (const name of names)
      expect(await callers.identify(name, requestWith(other))).toMatchObject({
        caller: undefined,
      });
  });
});

describe("an entry with a scheme by configuration", () => {
  const { bob, stamped, discord, personio, workday, chat } = entries;
  const withoutTime = { ...hireMap, timestamp: undefined };
  const pair = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
  const withoutIdentity =
    '#/map must have "timestamp" or "deliveryId", which distinguish one event from another';

  test.each(rows<[string, object, string]>`
    no header | ${{ ...bob, header: undefined }} | #/header
    a header of other characters | ${{ ...bob, header: "a b" }} | #/header
    an old hash | ${{ ...bob, hash: "md5" }} | #/hash
    a short key | ${{ ...bob, keys: ["short"] }} | #/keys/0
    a key of Standard Webhooks with text before it | ${{ scheme: "standard-webhooks", scopes, keys: [`x${pair}`] }} | #/keys/0 is not of an allowed form
    a key of Standard Webhooks with text behind it | ${{ scheme: "standard-webhooks", scopes, keys: [`${pair}x`] }} | #/keys/0
    a short public key of Standard Webhooks | ${{ scheme: "standard-webhooks", scopes, keys: ["whpk_A="] }} | #/keys/0
    another public key of Standard Webhooks | ${{ scheme: "standard-webhooks", scopes, keys: [`whpk_${"!".repeat(43)}=`] }} | #/keys/0
    no key | ${{ ...bob, keys: [] }} | #/keys
    a key that base64 would shorten | ${{ ...bob, keyEncoding: "base64", keys: [`!!!!${"A".repeat(40)}`] }} | #/keys/0
    a key that hex would shorten | ${{ ...bob, keyEncoding: "hex", keys: [`${"0".repeat(40)}x`] }} | #/keys/0
    no body in its text | ${{ ...bob, template: "x" }} | #/template must have {body} once
    two bodies in its text | ${{ ...bob, template: "{body}{body}" }} | #/template
    an unknown part in its text | ${{ ...bob, template: "{url}{body}" }} | #/template must have no other braces than {body}, {timestamp} and {id}
    an id beside the body | ${{ ...stamped, template: "{timestamp}.{id}{body}" }} | #/template must have a character around {id} that no id has, such as a dot
    an id beside letters | ${{ ...stamped, template: "v{id}.{timestamp}.{body}" }} | #/template
    a time without its header | ${{ ...stamped, timestampHeader: undefined }} | #/timestampHeader must be there if, and only if, "template" has {timestamp} once
    a time that is not signed | ${{ ...stamped, template: "{id}.{body}" }} | #/timestampHeader
    an id that is not signed | ${{ ...stamped, template: "{timestamp}.{body}" }} | #/idHeader
    a key that is not of Ed25519 | ${{ ...discord, keys: [key] }} | #/keys/0
    a text whose time has no header | ${{ ...discord, timestampHeader: undefined }} | #/timestampHeader
    a token with a line end | ${{ ...personio, keys: [`${key}\n`] }} | #/keys/0
    a password without a user | ${{ ...workday, keys: [key] }} | #/keys/0
    a short password | ${{ ...workday, keys: ["user:short"] }} | #/keys/0
    keys in addition to an issuer | ${{ ...chat, keys: [key] }} | #/keys is not a known field
    no issuer | ${{ ...chat, issuer: undefined }} | #/issuer
    no audience | ${{ ...chat, audience: "" }} | #/audience
    a symmetric algorithm | ${{ ...chat, algorithms: ["HS256"] }} | #/algorithms/0
    no algorithm | ${{ ...chat, algorithms: ["none"] }} | #/algorithms/0
    no claim of the sender | ${{ ...chat, claims: {} }} | #/claims must identify the sender by "sub", by "azp", or by "email" with "email_verified": true
    an e-mail address that need not be verified | ${{ ...chat, claims: { email: "chat@system.example.com" } }} | #/claims
    keys over http | ${{ ...chat, jwksUrl: "http://keys.example.com" }} | #/jwksUrl must be an https URL with its host in lower case
    keys at a URL with a user | ${{ ...chat, jwksUrl: "https://user@keys.example.com" }} | #/jwksUrl
    a map without a time | ${{ ...bob, map: withoutTime }} | ${withoutIdentity}
    a map without a time | ${{ ...personio, map: withoutTime }} | ${withoutIdentity}
    a map without a time | ${{ ...chat, map: withoutTime }} | ${withoutIdentity}
    a short key of an operator | ${{ ...personio, keys: ["k".repeat(31)], scopes: ["operate"] }} | #/keys/0
  `)("and %s is refused", (_, entry, issue) => {
    const issues = issuesOf(entry);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.slice(0, issue.length)).toBe(issue);
    expect(issues.join()).not.toContain(key);
  });

  test.each(rows<[string, object]>`
    the subject | ${{ claims: { sub: "1234" } }}
    the authorised party | ${{ claims: { azp: "1234" } }}
    an issuer that is a service account | ${{ issuer: "chat@system.example.com", claims: {} }}
  `)("may identify the sender by %s", (_, changes) => {
    expect(issuesOf({ ...chat, ...changes })).toEqual([]);
  });

  test("needs no time in its map if it signs a delivery id", () => {
    expect(issuesOf({ ...stamped, map: withoutTime })).toEqual([]);
  });
});

describe("static tokens of several callers", () => {
  const bearer = { scheme: "bearer", keys: [key], scopes };
  const verbatim = {
    scheme: "header",
    header: "Authorization",
    keys: [`Bearer ${key}`],
    scopes,
  };
  const prefixed = { ...verbatim, prefix: "BEARER ", keys: [key] };
  const { personio, workday } = entries;
  const basicHeader = {
    ...verbatim,
    keys: [signBy(basic, "authorization", workday.keys[0])],
  };

  test.each([
    ["bearer and header", bearer, verbatim],
    ["bearer and header with a prefix", bearer, prefixed],
    ["header and header", personio, personio],
    ["basic and basic", workday, workday],
    ["basic and header", workday, basicHeader],
  ])("disable both if %s accept the same header", async (_, one, other) => {
    const parsed = callersSchema.parse({ one, other });
    expect(Object.values(parsed).map(({ scheme }) => scheme)).toEqual([
      "broken",
      "broken",
    ]);
  });

  test("may be equal in different headers, and only bearer callers are found without a name in the path", async () => {
    const { callers } = createForTest({ bearer, personio });
    const found = await callers.identifyBearer(
      requestWith({ authorization: `Bearer ${key}`, "x-token": key }),
    );
    expect(found.caller?.name).toBe("bearer");
    const alone = createForTest({ prefixed });
    expect(
      await alone.callers.identifyBearer(
        requestWith({ authorization: `Bearer ${key}` }),
      ),
    ).toEqual({ caller: undefined, reason: "bad-token" });
  });
});
