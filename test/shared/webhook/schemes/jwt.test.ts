import { createHmac } from "node:crypto";
import fc from "fast-check";
import { UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JwtOptions } from "../../../../shared/webhook/schemes/jwt.ts";
import { createJwtCheck } from "../../../../shared/webhook/schemes/load-jwt.ts";
import { anyText } from "../../../fixtures/any-text.ts";
import { rows } from "../../../fixtures/rows.ts";
import {
  createIssuerKey,
  jwtOptions,
  nowMs,
  nowSeconds,
  validClaims,
} from "./jwt-for-test.ts";

const issuerKey = await createIssuerKey("one");
const nextKey = await createIssuerKey("two");
/** A key of an attacker, with the key id of `issuerKey`. */
const foreignKey = await createIssuerKey("one");

/** The issuer answers with its keys, or is out of order. */
const issuer = { answer: {} as unknown, isOut: false, reads: 0 };
let check: ReturnType<typeof createJwtCheck>;
beforeEach(() => {
  Object.assign(issuer, {
    answer: { keys: [issuerKey.jwk] },
    isOut: false,
    reads: 0,
  });
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  check = createJwtCheck(
    () => Date.now(),
    async (url) => {
      issuer.reads++;
      if (issuer.isOut || url.href !== jwtOptions.jwksUrl)
        throw new Error("no answer");
      return issuer.answer;
    },
  );
});

afterEach(() => vi.useRealTimers());

const passMs = (durationMs: number) =>
  vi.setSystemTime(Date.now() + durationMs);

function verify(token: string, options: Partial<JwtOptions> = {}) {
  return check.verify(
    { ...jwtOptions, ...options },
    {
      header: (name) =>
        name === "authorization" ? `Bearer ${token}` : undefined,
      body: new Uint8Array(),
    },
  );
}

const refused = (reason: string) => ({ authentic: false, reason });

test.each(["", "Basic abc", undefined])(
  "a request with the authorization %j has no token",
  async (authorization) => {
    await check.load();
    const request = { header: () => authorization, body: new Uint8Array() };
    expect(await check.verify(jwtOptions, request)).toEqual(
      refused("no-token"),
    );
  },
);

describe("a token of an issuer", () => {
  const sender = jwtOptions.claims["email"];

  test.each(rows<[string, string, object]>`
    the claims of the entry | authentic | ${{}}
    its audience among several | authentic | ${{ aud: ["https://other.example.com", jwtOptions.audience] }}
    an end 59 s ago | authentic | ${{ exp: nowSeconds - 59 }}
    an end 61 s ago | expired-token | ${{ exp: nowSeconds - 61 }}
    a beginning in 61 s | expired-token | ${{ nbf: nowSeconds + 61 }}
    no end | wrong-claims | ${{ exp: undefined }}
    another audience | wrong-claims | ${{ aud: "https://other.example.com" }}
    no audience | wrong-claims | ${{ aud: undefined }}
    the e-mail address of another sender | wrong-claims | ${{ email: "x@example.com" }}
    a list with the e-mail address | wrong-claims | ${{ email: [sender] }}
    no e-mail address | wrong-claims | ${{ email: undefined }}
    an e-mail address that is not verified | wrong-claims | ${{ email_verified: false }}
    an e-mail address that is verified as text | wrong-claims | ${{ email_verified: "true" }}
  `)("with %s: %s", async (_, verdict, other) => {
    const token = await issuerKey.sign({ ...validClaims, ...other });
    expect(await verify(token)).toEqual(
      verdict === "authentic" ? { authentic: true } : refused(verdict),
    );
  });

  test.each(["ES256", "PS256", "EdDSA"] as const)(
    "is authentic with the algorithm %s only if the entry has it",
    async (algorithm) => {
      const key = await createIssuerKey("other", algorithm);
      issuer.answer = { keys: [issuerKey.jwk, key.jwk] };
      const token = await key.sign();
      expect(await verify(token, { algorithms: [algorithm] })).toEqual({
        authentic: true,
      });
      expect(await verify(token)).toEqual(refused("bad-token"));
    },
  );

  test("is refused if only the prototype of its claims has a claim of the entry", async () => {
    const token = await issuerKey.sign();
    const claims = { ...jwtOptions.claims, constructor: "x" };
    expect(await verify(token, { claims })).toEqual(refused("wrong-claims"));
  });

  test("is refused with a second spelling of its signature", async () => {
    const token = await issuerKey.sign();
    const [head, payload, signature = ""] = token.split(".");
    // The last character has two bits that no byte needs.
    const alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(signature.at(-1) ?? "");
    const other = alphabet[last ^ 1] ?? "";
    for (const text of [
      `${signature.slice(0, -1)}${other}`,
      `${signature}=`,
      `${signature}==`,
      `${signature}.x`,
      `${signature},${token}`,
    ])
      expect((await verify(`${head}.${payload}.${text}`)).authentic).toBe(
        false,
      );
  });

  const elsewhere = "https://attacker.example.com/keys";
  test.each(rows<[string, () => string | Promise<string>]>`
    another key has signed it under the same key id | ${() => foreignKey.sign()}
    it brings its own key | ${() => foreignKey.sign(validClaims, { jwk: foreignKey.jwk })}
    it brings the address of its own keys | ${() => foreignKey.sign(validClaims, { jku: elsewhere })}
    it brings the address of its own certificate | ${() => foreignKey.sign(validClaims, { x5u: elsewhere })}
    it has no signature | ${() => new UnsecuredJWT(validClaims).encode()}
    the public key made its MAC | ${() => macBy(JSON.stringify(issuerKey.jwk))}
    a part of the public key made its MAC | ${() => macBy(issuerKey.jwk.n ?? "")}
  `)("is refused if %s", async (_, forge) => {
    expect(await verify(await forge())).toEqual(refused("bad-token"));
    expect(issuer.reads).toBeLessThan(2);
  });

  function macBy(key: string): string {
    const head = encode({ alg: "HS256", kid: "one" });
    const text = `${head}.${encode(validClaims)}`;
    const mac = createHmac("sha256", key).update(text).digest("base64url");
    return `${text}.${mac}`;
  }

  test("is not authentic as any other text, which leads to no request to the issuer", async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), async (text) => {
        expect((await verify(text)).authentic).toBe(false);
        expect((await verify(`${encode(text)}.${text}.`)).authentic).toBe(
          false,
        );
      }),
    );
    expect(issuer.reads).toBe(0);
  });
});

describe("the keys of an issuer", () => {
  test("are read once for many tokens", async () => {
    const token = await issuerKey.sign();
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    await verify(token);
    expect(issuer.reads).toBe(1);
  });

  test.each([
    ["issuer", { iss: "https://evil.example.com" }, {}],
    ["algorithm", {}, { alg: "RS512" }],
  ])(
    "are not read for a token whose %s does not fit the entry",
    async (_, claims, header) => {
      const head = encode({ alg: "RS256", kid: "one", ...header });
      const payload = encode({ ...validClaims, ...claims });
      expect(await verify(`${head}.${payload}.AAAA`)).toEqual(
        refused("bad-token"),
      );
      expect(issuer.reads).toBe(0);
    },
  );

  // A row tells, step by step, how the issuer publishes the keys A and B, and the verdicts on a token of A or B. The
  // verdict is `open` if the issuer cannot be asked. The number says how often its keys were read.
  test.each(rows<[string, string, number]>`
    are read again for a new key id | A authentic, publishes A B, 31000 ms pass, B authentic, A authentic | ${2}
    that the issuer removed are refused after ten minutes | A authentic, publishes B, 599999 ms pass, A authentic, 1 ms pass, A refused | ${2}
    that cannot be read are asked for again after 5 s | is out, A open, A open, 4999 ms pass, A open, is back, 1 ms pass, A authentic | ${2}
    during an outage of the issuer stay valid | A authentic, is out, 60000 ms pass, B open, A authentic | ${2}
  `)("%s: %s", async (_, steps, reads) => {
    const keys: Record<string, typeof nextKey> = { A: issuerKey, B: nextKey };
    for (const step of steps.split(", ")) {
      const [first = "", second = "", ...more] = step.split(" ");
      const key = keys[first];
      if (first === "is") issuer.isOut = second === "out";
      else if (first === "publishes")
        issuer.answer = {
          keys: [second, ...more].map((one) => keys[one]?.jwk),
        };
      else if (!key) passMs(Number(first));
      else if (second === "open")
        await expect(verify(await key.sign())).rejects.toThrow(
          'the keys of the issuer cannot be read: check "jwksUrl" of the caller',
        );
      else
        expect(await verify(await key.sign())).toEqual(
          second === "refused" ? refused("bad-token") : { authentic: true },
        );
    }
    expect(issuer.reads).toBe(reads);
  });

  test("are read at most every 30 s, however many unknown key ids arrive", async () => {
    await verify(await issuerKey.sign());
    for (let second = 0; second < 120; second++) {
      vi.setSystemTime(nowMs + second * 1_000);
      const head = encode({ alg: "RS256", kid: `unknown-${second}` });
      const token = `${head}.${encode(validClaims)}.AAAA`;
      expect(await verify(token)).toEqual(refused("bad-token"));
    }
    // After 0, 30, 60 and 90 s.
    expect(issuer.reads).toBe(4);
  });

  test("without ids are all tried for a token without a key id", async () => {
    const nameless = await Promise.all([
      createIssuerKey(undefined),
      createIssuerKey(undefined),
    ]);
    issuer.answer = { keys: nameless.map(({ jwk }) => jwk) };
    for (const key of nameless) {
      expect(await verify(await key.sign())).toEqual({ authentic: true });
      const exp = nowSeconds - 3_600;
      expect(await verify(await key.sign({ ...validClaims, exp }))).toEqual(
        refused("expired-token"),
      );
    }
    const other = await createIssuerKey(undefined);
    expect(await verify(await other.sign())).toEqual(refused("bad-token"));
  });

  test.each([undefined, null, [], { keys: 7 }, { keys: [7] }, "keys"])(
    "are unavailable if the answer of the issuer is %j",
    async (answer) => {
      issuer.answer = answer;
      await expect(verify(await issuerKey.sign())).rejects.toThrow(
        "cannot be read",
      );
    },
  );

  test("verify nothing if the answer has a symmetric or a private key", async () => {
    const symmetric = { kty: "oct", k: "AAAA", kid: "one", alg: "RS256" };
    for (const secret of [symmetric, issuerKey.privateJwk]) {
      issuer.answer = { keys: [secret] };
      expect(await verify(await issuerKey.sign())).toEqual(
        refused("bad-token"),
      );
    }
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
