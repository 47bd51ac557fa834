import { describe, expect, test } from "vitest";
import {
  addPreviousKeys,
  callersSchema,
} from "../../../shared/webhook/callers-secret.ts";
import { rows } from "../../fixtures/rows.ts";

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

const scopes: string[] = [];
const bearer = { scheme: "bearer", scopes };
const basic = { scheme: "basic", scopes };
const header = { scheme: "header", header: "authorization", scopes };
const hmac = { scheme: "hmac", header: "x-signature", scopes };
const standard = { scheme: "standard-webhooks", scopes };
const ed25519 = { ...hmac, scheme: "ed25519", template: "{body}" };

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

type Case = [string, object, [string, string], object];
const moves = rows<Case>`
  a bearer token | ${bearer} | ${[token, otherToken]} | ${{ ...bearer, keys: ["a-third-token", token] }}
  a bearer token as a header | ${bearer} | ${[token, otherToken]} | ${{ ...header, keys: [`bearer ${token}`] }}
  a bearer token as a header with a prefix | ${bearer} | ${[token, otherToken]} | ${{ ...header, prefix: "Bearer the-", keys: [token.slice(4)] }}
  a token in another header | ${{ ...header, header: "x-token" }} | ${[token, otherToken]} | ${{ ...header, header: "x-key", prefix: "Key ", keys: [token] }}
  a password | ${basic} | ${[login, otherLogin]} | ${{ ...basic, keys: [login] }}
  a password as a header | ${basic} | ${[login, otherLogin]} | ${{ ...header, prefix: "Basic ", keys: [Buffer.from(login).toString("base64")] }}
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
    "does not count for its caller if another caller has it now: %s",
    (_, first, keys, second) => {
      expect(keysOfFirst(first, keys, second)).toHaveLength(1);
    },
  );

  test.each(moves)(
    "counts for its caller if no other caller has it now: %s",
    (_, first, keys, second) => {
      const without = { ...second, keys: ["the-key-of-nobody-else"] };
      expect(keysOfFirst(first, keys, without)).toHaveLength(2);
    },
  );

  test.each(rows<[string, object, number]>`
    the same header and prefix | ${header} | ${2}
    another header | ${{ ...header, header: "x-token" }} | ${1}
    another prefix | ${{ ...header, prefix: "Key " }} | ${1}
    another scheme | ${bearer} | ${1}
  `)("counts only if its caller had %s", (_, before, count) => {
    const one = callersSchema.parse({ first: { ...header, keys: [token] } });
    const old = callersSchema.parse({
      first: { ...before, keys: [otherToken] },
    });
    const merged = addPreviousKeys(one, old)["first"];
    expect(merged).toHaveProperty("keys.length", count);
  });

  test("counts for no caller if two other callers have it now, which are both invalid", () => {
    const current = callersSchema.parse({
      first: { ...bearer, keys: [otherToken] },
      second: { ...bearer, keys: [token] },
      third: { ...bearer, keys: [token] },
    });
    const previous = callersSchema.parse({
      first: { ...bearer, keys: [token] },
    });
    expect(addPreviousKeys(current, previous)).toMatchObject({
      first: { keys: [otherToken] },
      second: { scheme: "broken" },
      third: { scheme: "broken" },
    });
  });

  test("counts for none of two callers that have exchanged their keys", () => {
    const entries = (first: string, second: string) =>
      callersSchema.parse({
        first: { ...hmac, keys: [first] },
        second: { ...bearer, keys: [second] },
      });
    const current = entries(otherToken, token);
    const previous = entries(token, otherToken);
    expect(addPreviousKeys(current, previous)).toEqual(current);
  });

  test("counts although another caller has a token that is equal except for characters that base64 ignores", () => {
    const keys = ["the.token.of.a.caller", otherToken] as const;
    const second = { ...bearer, keys: ["thetokenofacaller"] };
    expect(keysOfFirst(bearer, keys, second)).toHaveLength(2);
  });

  test("does not change a caller whom an issuer or a bus identifies", () => {
    const jwt = {
      scheme: "jwt",
      issuer: "hr@example.iam.gserviceaccount.com",
      audience: "https://people.example.com",
      jwksUrl: "https://keys.example.com/hr",
      scopes,
    };
    const bus = { scheme: "eventbridge", sources: ["com.example.hr"], scopes };
    const previous = callersSchema.parse({ first: jwt, bus });
    const current = callersSchema.parse({
      first: { ...jwt, audience: "https://other.example.com" },
      second: jwt,
      bus: { ...bus, sources: ["com.example.it"] },
      "second-bus": bus,
    });
    expect(addPreviousKeys(current, previous)).toEqual(current);
  });
});
