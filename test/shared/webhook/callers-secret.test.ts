import { describe, expect, test } from "vitest";
import {
  addPreviousKeys,
  callersSchema,
} from "../../../shared/webhook/callers-secret.ts";
import { chatToolOf } from "../../../shared/webhook/caller-entry.ts";
import { basic } from "../../../shared/webhook/schemes/tokens.ts";
import { rows } from "../../fixtures/rows.ts";
import { hireMap } from "./field-map/hire-map.ts";
import { signBy } from "./schemes/by-record.ts";
import { jwtOptions } from "./schemes/jwt-for-test.ts";

const [bytes, otherBytes] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const base64 = bytes.toString("base64");
const otherBase64 = otherBytes.toString("base64");
const [token, otherToken] = ["the-token-of-a-caller", "another-token"];
const [login, otherLogin] = ["user:the-password", "user:another-password"];
/** The keys of RFC 8032, §7.1, TEST 1 and TEST 2. */
const publicKey =
  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const otherPublicKey =
  "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
/** The key of TEST 1 as Standard Webhooks writes it. */
const whpkKey = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

const scopes: string[] = [];
const bearer = { scheme: "bearer", scopes };
const basicAuth = { scheme: "basic", scopes };
const header = { scheme: "header", header: "authorization", scopes };
const hmac = { scheme: "hmac", header: "x-signature", scopes };
const standard = { scheme: "standard-webhooks", scopes };
const ed25519 = { ...hmac, scheme: "ed25519", template: "{body}" };
const slack = { scheme: "slack", keys: [token], scopes };
const jwt = { scheme: "jwt", ...jwtOptions, scopes };
const bus = { scheme: "eventbridge", sources: ["com.example.hr"], scopes };

// Entries as an administrator writes them.
const hibob = { ...hmac, hash: "sha512", encoding: "base64", keys: [token] };
const withIdAndTime = {
  ...hmac,
  template: "{id}.{timestamp}.{body}",
  timestampHeader: "x-time",
  idHeader: "x-id",
  keys: [token],
};
const discord = {
  scheme: "ed25519",
  header: "X-Signature-Ed25519",
  timestampHeader: "X-Signature-Timestamp",
  keys: [publicKey],
  scopes,
};
const personio = { ...header, keys: [token] };
const workday = { ...basicAuth, keys: [login] };
const plain = { ...bearer, keys: [token] };

function issuesOf(entry: object, name = "one"): string[] {
  const parsed = callersSchema.safeParse({ [name]: entry });
  if (!parsed.success) return ["#"];
  const one = parsed.data[name];
  return one?.scheme === "broken" ? one.issues : [];
}

const withKeyOf = (length: number, scope: string) => ({
  ...personio,
  keys: ["k".repeat(length)],
  scopes: ["onboard", scope],
});
const signedBy = (key: string) => ({ ...standard, keys: [key] });
const answeredAt = (host: string) => ({ ...slack, responseHosts: [host] });
const withoutTime = { ...hireMap, timestamp: undefined };
const noIdentity =
  '#/map must have "timestamp" or "deliveryId", which distinguish one event from another';
const noTimeHeader =
  '#/timestampHeader must be there if, and only if, "template" has {timestamp} once';
const noSender =
  '#/claims must identify the sender by "sub", by "azp", or by "email" with "email_verified": true';
const tooShort = (scope: string) =>
  `#/keys/0 must have at least 32 characters, because the caller has the scope ${scope}`;

describe("an entry of the callers secret", () => {
  test.each(rows<[string, object]>`
    an HMAC of the body | ${hibob}
    an HMAC of an id, a time and the body | ${withIdAndTime}
    a signature with a public key | ${discord}
    a static token | ${personio}
    a user and a password | ${workday}
    a token of an issuer | ${jwt}
    a token of an issuer that names the subject | ${{ ...jwt, claims: { sub: "1234" } }}
    a token of an issuer that names the authorised party | ${{ ...jwt, claims: { azp: "1234" } }}
    a token of an issuer that is a service account | ${{ ...jwt, issuer: "chat@system.example.com", claims: {} }}
    a signed delivery id, so that its map needs no time | ${{ ...withIdAndTime, map: withoutTime }}
    a signing key of 24 bytes | ${signedBy(`whsec_${Buffer.alloc(24, 7).toString("base64")}`)}
    a signing key of 64 bytes | ${signedBy(`whsec_${Buffer.alloc(64, 255).toString("base64")}`)}
    a key of 32 characters for an operator | ${withKeyOf(32, "operate")}
  `)("is valid with %s", (_, entry) => {
    expect(issuesOf(entry)).toEqual([]);
  });

  // Title | entry | beginning of its issue | name of the caller
  test.each(rows<[string, object, string, name?: string]>`
    a name that no path can contain | ${plain} | # | a/b
    a name in upper case | ${plain} | # | Bot
    a name that ends in white space | ${plain} | # | ${"bot "}
    a short token | ${{ ...plain, keys: ["short"] }} | #/keys/0 must have at least 12 characters
    no key | ${{ ...plain, keys: [] }} | #/keys
    an unknown scheme | ${{ ...plain, scheme: "none" }} | #/scheme
    an unknown scope | ${{ ...plain, scopes: ["root"] }} | #/scopes/0 must be one of onboard
    an unknown field | ${{ ...plain, key: token }} | #/key is not a known field
    a field map with a mistake | ${{ ...plain, map: { ...hireMap, timestamp: "when" } }} | #/map/timestamp must start with "/"
    no range of addresses | ${{ ...plain, addresses: [] }} | #/addresses
    an address that is no range | ${{ ...plain, addresses: ["203.0.113.7"] }} | #/addresses/0 must be a range
    a range of too many bits | ${{ ...plain, addresses: ["203.0.113.0/33"] }} | #/addresses/0
    a key of an event source | ${{ ...bus, keys: [token] }} | #/keys
    an event source without a source | ${{ ...bus, sources: [] }} | #/sources
    a key of 31 characters for an operator | ${withKeyOf(31, "operate")} | ${tooShort("operate")}
    a key of 31 characters for an observer | ${withKeyOf(31, "observe")} | ${tooShort("observe")}
    a signing key of 23 bytes | ${signedBy(`whsec_${Buffer.alloc(23, 7).toString("base64")}`)} | #/keys/0
    a signing key of 65 bytes | ${signedBy(`whsec_${Buffer.alloc(65, 7).toString("base64")}`)} | #/keys/0
    a signing key that is no base64, with which any attacker could sign | ${signedBy(`whsec_${"!".repeat(36)}`)} | #/keys/0
    a signing key with the prefix of a private key | ${signedBy(`whsk_${"A".repeat(32)}`)} | #/keys/0
    a public key of Standard Webhooks with text before it | ${signedBy(`x${whpkKey}`)} | #/keys/0 is not of an allowed form
    a public key of Standard Webhooks with text behind it | ${signedBy(`${whpkKey}x`)} | #/keys/0
    a short public key of Standard Webhooks | ${signedBy("whpk_A=")} | #/keys/0
    a public key of Standard Webhooks that is no base64 | ${signedBy(`whpk_${"!".repeat(43)}=`)} | #/keys/0
    no header | ${{ ...hibob, header: undefined }} | #/header
    a header of other characters | ${{ ...hibob, header: "a b" }} | #/header
    an old hash | ${{ ...hibob, hash: "md5" }} | #/hash
    a key that base64 would shorten | ${{ ...hibob, keyEncoding: "base64", keys: [`!!!!${"A".repeat(40)}`] }} | #/keys/0
    a key that hex would shorten | ${{ ...hibob, keyEncoding: "hex", keys: [`${"0".repeat(40)}x`] }} | #/keys/0
    no body in its text | ${{ ...hibob, template: "x" }} | #/template must have {body} once
    two bodies in its text | ${{ ...hibob, template: "{body}{body}" }} | #/template
    an unknown part in its text | ${{ ...hibob, template: "{url}{body}" }} | #/template must have no other braces than {body}, {timestamp} and {id}
    an id beside the body | ${{ ...withIdAndTime, template: "{timestamp}.{id}{body}" }} | #/template must have a character around {id} that no id has, such as a dot
    an id beside letters | ${{ ...withIdAndTime, template: "v{id}.{timestamp}.{body}" }} | #/template
    a time without its header | ${{ ...withIdAndTime, timestampHeader: undefined }} | ${noTimeHeader}
    a time that is not signed | ${{ ...withIdAndTime, template: "{id}.{body}" }} | #/timestampHeader
    an id that is not signed | ${{ ...withIdAndTime, template: "{timestamp}.{body}" }} | #/idHeader
    a key that is not of Ed25519 | ${{ ...discord, keys: [token] }} | #/keys/0
    a text whose time has no header | ${{ ...discord, timestampHeader: undefined }} | #/timestampHeader
    a token with a line end | ${{ ...personio, keys: [`${token}\n`] }} | #/keys/0
    a password without a user | ${{ ...workday, keys: [token] }} | #/keys/0
    a short password | ${{ ...workday, keys: ["user:short"] }} | #/keys/0
    keys in addition to an issuer | ${{ ...jwt, keys: [token] }} | #/keys is not a known field
    no issuer | ${{ ...jwt, issuer: undefined }} | #/issuer
    no audience | ${{ ...jwt, audience: "" }} | #/audience
    a symmetric algorithm | ${{ ...jwt, algorithms: ["HS256"] }} | #/algorithms/0
    the algorithm "none" | ${{ ...jwt, algorithms: ["none"] }} | #/algorithms/0
    no claim of the sender | ${{ ...jwt, claims: {} }} | ${noSender}
    an e-mail address that need not be verified | ${{ ...jwt, claims: { email: "chat@system.example.com" } }} | #/claims
    keys over http | ${{ ...jwt, jwksUrl: "http://keys.example.com" }} | #/jwksUrl must be an https URL with its host in lower case
    keys at a URL with a user | ${{ ...jwt, jwksUrl: "https://user@keys.example.com" }} | #/jwksUrl
    a signature, and a map without a time | ${{ ...hibob, map: withoutTime }} | ${noIdentity}
    a static token, and a map without a time | ${{ ...personio, map: withoutTime }} | ${noIdentity}
    a token of an issuer, and a map without a time | ${{ ...jwt, map: withoutTime }} | ${noIdentity}
    an answer to a URL | ${answeredAt("https://chat.example.com")} | #/responseHosts/0
    an answer to a path | ${answeredAt("chat.example.com/hooks")} | #/responseHosts/0
    an answer to a host in upper case | ${answeredAt("CHAT.example.com")} | #/responseHosts/0
    an answer to a host without its port | ${answeredAt("chat.example.com:")} | #/responseHosts/0
    an answer to a user | ${answeredAt("user@chat.example.com")} | #/responseHosts/0
    an answer to a host that begins with a dot | ${answeredAt(".example.com")} | #/responseHosts/0
    an answer to no host | ${answeredAt("")} | #/responseHosts/0
    another chat tool than google-chat for a token of an issuer | ${{ ...jwt, chat: "slack" }} | #/chat must be one of google-chat
    an identity kind without a chat tool | ${{ ...jwt, identityKind: "google-lab" }} | #/identityKind must stand beside "chat"
    an identity kind that is no word | ${{ ...slack, scheme: "teams", keys: [base64], identityKind: "A B" }} | #/identityKind must be a lower-case word
  `)("is invalid with %s", (_, entry, issue, name) => {
    const issues = issuesOf(entry, name);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.slice(0, issue.length)).toBe(issue);
    expect(issues.join()).not.toContain(token);
  });

  test.each(rows<[string, string | undefined, object]>`
    slack | slack | ${{ ...slack, identityKind: "slack-lab" }}
    mattermost | mattermost | ${{ ...slack, scheme: "mattermost" }}
    teams | teams | ${{ ...slack, scheme: "teams", keys: [base64] }}
    jwt with "chat" | google-chat | ${{ ...jwt, chat: "google-chat", identityKind: "google-lab" }}
    jwt | ${undefined} | ${jwt}
    bearer | ${undefined} | ${plain}
  `)("with the scheme %s has the chat tool: %s", (...row) => {
    const [, expected, entry] = row;
    const one = callersSchema.parse({ one: entry })["one"]!;
    expect(one.scheme === "broken" ? one.issues : chatToolOf(one)).toEqual(
      expected,
    );
  });
});

const verbatim = { ...header, keys: [`Bearer ${token}`] };
const prefixed = { ...header, prefix: "BEARER ", keys: [token] };
const loginHeader = {
  ...header,
  keys: [signBy(basic, "authorization", login)],
};

test.each(rows<[string, object, object]>`
  bearer and bearer | ${{ ...bearer, keys: [otherToken, token] }} | ${plain}
  bearer and header | ${plain} | ${verbatim}
  bearer and header with a prefix | ${plain} | ${prefixed}
  header and header | ${personio} | ${personio}
  basic and basic | ${workday} | ${workday}
  basic and header | ${workday} | ${loginHeader}
`)(
  "two entries are invalid if %s accept the same header, because the caller would be ambiguous",
  (_, one, other) => {
    const third = { ...header, header: "x-token", keys: [token] };
    expect(callersSchema.parse({ one, other, third })).toMatchObject({
      one: { issues: ["#/keys must not have a key of other as well"] },
      other: { issues: ["#/keys must not have a key of one as well"] },
      third: { scheme: "header" },
    });
  },
);

const zulip = { scheme: "zulip", keys: [token], scopes };
const otherZulip = { ...zulip, keys: [otherToken] };
const lab = { ...otherZulip, identityKind: "zulip-lab" };
const named = { identityKind: "zulip" };

// Two entries have one server if both name its kind. An entry without a kind has the usual one, which must be its own.
test.each(rows<[string, object, object, string[]]>`
  two servers | ${zulip} | ${otherZulip} | ${["one", "other"]}
  two servers, of which the second has its own kind | ${zulip} | ${lab} | ${[]}
  two entries, of which one names the usual kind | ${zulip} | ${{ ...otherZulip, ...named }} | ${["one"]}
  two bots of one server | ${{ ...zulip, ...named }} | ${{ ...otherZulip, ...named }} | ${[]}
`)(
  "an entry of Zulip is invalid if the ids of its users cannot be told apart: %s",
  (_, one, other, broken) => {
    const all = Object.entries(callersSchema.parse({ one, other }));
    const found = all.filter(([, { scheme }]) => scheme === "broken");
    expect(found.map(([name]) => name)).toEqual(broken);
  },
);

/** The keys that count for the caller `first` after its old key was replaced, and the caller `second` came. */
function keysOfFirst(
  first: object,
  [oldKey, newKey]: readonly [string, string],
  second: object,
) {
  const previous = callersSchema.parse({ first: { ...first, keys: [oldKey] } });
  const current = callersSchema.parse({
    first: { ...first, keys: [newKey] },
    second,
  });
  const merged = addPreviousKeys(current, previous)["first"];
  return merged && "keys" in merged ? merged.keys : undefined;
}

// The old key in the entry of another caller | entry of its caller | old and new key | entry of the other caller
const moves = rows<[string, object, [string, string], object]>`
  a bearer token | ${bearer} | ${[token, otherToken]} | ${{ ...bearer, keys: ["a-third-token", token] }}
  a bearer token as a header | ${bearer} | ${[token, otherToken]} | ${{ ...header, keys: [`bearer ${token}`] }}
  a bearer token as a header with a prefix | ${bearer} | ${[token, otherToken]} | ${{ ...header, prefix: "Bearer the-", keys: [token.slice(4)] }}
  a token in another header | ${{ ...header, header: "x-token" }} | ${[token, otherToken]} | ${{ ...header, header: "x-key", prefix: "Key ", keys: [token] }}
  a password | ${basicAuth} | ${[login, otherLogin]} | ${{ ...basicAuth, keys: [login] }}
  a password as a header | ${basicAuth} | ${[login, otherLogin]} | ${{ ...header, prefix: "Basic ", keys: [Buffer.from(login).toString("base64")] }}
  a signing key without its prefix | ${standard} | ${[`whsec_${base64}`, `whsec_${otherBase64}`]} | ${{ ...standard, keys: [base64] }}
  a signing key as a token | ${standard} | ${[`whsec_${base64}`, `whsec_${otherBase64}`]} | ${{ ...bearer, keys: [`whsec_${base64}`] }}
  a signing key without padding | ${{ ...hmac, keyEncoding: "base64" }} | ${[base64.replace("=", ""), otherBase64]} | ${{ scheme: "teams", scopes, keys: [base64] }}
  a signing key in hex | ${{ ...hmac, keyEncoding: "hex" }} | ${[bytes.toString("hex").toUpperCase(), otherBytes.toString("hex")]} | ${{ ...standard, keys: [base64] }}
  a signing key as text | ${hmac} | ${[token, otherToken]} | ${{ scheme: "slack", scopes, keys: [token] }}
  the key of a vendor | ${{ scheme: "bamboohr", scopes }} | ${[token, otherToken]} | ${{ scheme: "mattermost", scopes, keys: [token] }}
  a public key | ${ed25519} | ${[publicKey, otherPublicKey]} | ${{ ...standard, keys: [`whpk_${Buffer.from(publicKey, "hex").toString("base64")}`] }}
  a token in an invalid entry | ${bearer} | ${[token, otherToken]} | ${{ ...bearer, keys: [token], scopes: ["root"] }}
  a token beside an invalid key | ${bearer} | ${[token, otherToken]} | ${{ ...bearer, keys: [7, token, "short"] }}
  a token in an entry with an unknown preset | ${bearer} | ${[token, otherToken]} | ${{ preset: "none", keys: [token], scopes }}
`;

describe("a key of the previous version", () => {
  test.each(moves)(
    "counts for its caller unless another caller has it now: %s",
    (_, first, keys, second) => {
      const other = { ...second, keys: ["the-key-of-nobody-else"] };
      expect(keysOfFirst(first, keys, other)).toHaveLength(2);
      expect(keysOfFirst(first, keys, second)).toHaveLength(1);
    },
  );

  // What its caller had before | how many keys count: two if the old one does
  test.each(rows<[string, object, number]>`
    the same header and prefix | ${header} | ${2}
    another header | ${{ ...header, header: "x-token" }} | ${1}
    another prefix | ${{ ...header, prefix: "Key " }} | ${1}
    another scheme | ${bearer} | ${1}
  `)("counts for the same form of header: %s, %i keys", (_, before, count) => {
    const one = callersSchema.parse({ first: { ...header, keys: [token] } });
    const old = callersSchema.parse({
      first: { ...before, keys: [otherToken] },
    });
    const merged = addPreviousKeys(one, old)["first"];
    expect(merged).toHaveProperty("keys.length", count);
  });

  test.each(rows<[what: string, now: object, before: object, addedTo: object]>`
    a caller that was removed | ${{ first: plain }} | ${{ gone: { ...bearer, keys: [otherToken] } }} | ${{}}
    the scopes of before | ${{ first: plain }} | ${{ first: { ...bearer, keys: [otherToken], scopes: ["onboard"] } }} | ${{ first: { ...plain, keys: [token, otherToken] } }}
    a key that is too short for the scope operate | ${{ first: withKeyOf(32, "operate") }} | ${{ first: personio }} | ${{}}
    a key that two callers have now, which are invalid | ${{ first: { ...bearer, keys: [otherToken] }, second: plain, third: plain }} | ${{ first: plain }} | ${{}}
    keys that two callers have exchanged | ${{ first: { ...hmac, keys: [otherToken] }, second: plain }} | ${{ first: { ...hmac, keys: [token] }, second: { ...bearer, keys: [otherToken] } }} | ${{}}
    an issuer or a bus | ${{ first: { ...jwt, audience: "https://other.example.com" }, second: jwt, bus: { ...bus, sources: ["com.example.it"] } }} | ${{ first: jwt, bus }} | ${{}}
  `)("does not bring back %s", (_, now, before, addedTo) => {
    const current = callersSchema.parse(now);
    const merged = addPreviousKeys(current, callersSchema.parse(before));
    expect(merged).toEqual({ ...current, ...addedTo });
  });

  test("counts although another caller has a token that is equal except for characters that base64 ignores", () => {
    const keys = ["the.token.of.a.caller", otherToken] as const;
    const second = { ...bearer, keys: ["thetokenofacaller"] };
    expect(keysOfFirst(bearer, keys, second)).toHaveLength(2);
  });
});
