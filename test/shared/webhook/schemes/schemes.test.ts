import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemes } from "../../../../shared/webhook/caller-entry.ts";
import { anyText } from "../../../fixtures/any-text.ts";
import { effort } from "../../../resilience/effort.ts";
import { verifyBy } from "./by-record.ts";
import { flippedBits } from "./flipped-bits.ts";
import { signedAtMs, type Vector, vectors } from "./vectors.ts";

type Changes = {
  body?: Uint8Array;
  headers?: Record<string, string | undefined>;
};

/** The schemes that compare a token and sign nothing. */
const tokenSchemes = ["bearer", "basic", "header", "mattermost"];
/** The schemes whose keys are bytes in base64 or hex. With a flipped bit, a key may be a second spelling of itself. */
const encodedKeySchemes = ["standard-webhooks", "ed25519", "teams"];

function verify(
  vector: Vector,
  changes: Changes = {},
  { keys = [vector.key], nowMs = vector.nowMs ?? signedAtMs } = {},
) {
  const headers: Record<string, string | undefined> = {
    ...vector.headers,
    ...changes.headers,
  };
  const { scheme, body, entry } = vector;
  const request = { body, ...changes, headers, keys, nowMs, entry };
  return verifyBy(schemes[scheme], request);
}

const isRefused: unknown = expect.objectContaining({ authentic: false });

describe.each(vectors)(
  "a request of $sender by the scheme $scheme",
  (vector) => {
    const { scheme, key, prefix = "", verdict = { authentic: true } } = vector;
    const { signatureHeader, entry = {} } = vector;
    const headers = Object.entries(vector.headers);
    const value = vector.headers[signatureHeader]!;
    const withSignature = (text: string | undefined) =>
      verify(vector, { headers: { [signatureHeader]: text } });
    const isToken = tokenSchemes.includes(scheme);
    const isTextKey =
      !encodedKeySchemes.includes(scheme) && entry["keyEncoding"] !== "base64";

    test("is authentic", () => {
      expect(verify(vector)).toEqual(verdict);
      for (const text of vector.accepted ?? [])
        expect(withSignature(text)).toEqual(verdict);
    });

    test("has the headers that we would send", () => {
      const { privateKey = key, sent, body } = vector;
      const ours = schemes[scheme].sign(entry, privateKey, {
        id: "",
        timestamp: "",
        body,
        ...sent,
      });
      expect(ours).toMatchObject(vector.headers);
    });

    test("is refused with one flipped bit in a signed body, in a header, or in a key that is text", () => {
      const bits = effort(1, 8);
      const flip = (text: string | Uint8Array) =>
        flippedBits(Buffer.from(text).toString("latin1"), bits);
      if (!isToken)
        for (const changed of flip(vector.body))
          expect(
            verify(vector, { body: Buffer.from(changed, "latin1") }),
          ).toEqual(isRefused);
      for (const [name, text] of headers) {
        const fixed = name === signatureHeader ? prefix : "";
        for (const changed of flip(text.slice(fixed.length)))
          expect(
            verify(vector, { headers: { [name]: fixed + changed } }),
          ).toEqual(isRefused);
      }
      if (isTextKey)
        for (const changed of flip(key))
          expect(verify(vector, {}, { keys: [changed] })).toEqual(isRefused);
    });

    test("is accepted by each of several keys, and refused without its key", () => {
      const other = "another-key-that-signed-nothing";
      for (const keys of [
        [key, other],
        [other, key],
      ])
        expect(verify(vector, {}, { keys })).toEqual(verdict);
      const reason = isToken ? "bad-token" : "bad-signature";
      for (const keys of [[other], []])
        expect(verify(vector, {}, { keys })).toEqual({
          authentic: false,
          reason,
        });
    });

    test("is refused with another spelling of its signature or token", () => {
      const bare = value.slice(prefix.length);
      const spellings = [
        "",
        bare.slice(0, -1),
        `${bare}=`,
        `${bare}==`,
        `${bare}0`,
        bare.replace(/=+$/, ""),
        bare.toUpperCase(),
        bare.replaceAll("+", "-").replaceAll("/", "_"),
        `x${bare}`,
        `${bare},${value}`,
      ]
        .filter((other) => other !== bare)
        .map((other) => prefix + other);
      for (const other of [...spellings, ...(vector.refused ?? [])])
        expect(withSignature(other)).toEqual(isRefused);
    });

    test("is refused without one of its headers, and with a prefix but no token", () => {
      for (const [name] of headers)
        expect(verify(vector, { headers: { [name]: undefined } })).toEqual(
          isRefused,
        );
      if (isToken)
        for (const text of [undefined, ...(prefix ? [prefix] : [])])
          expect(withSignature(text)).toEqual(isRefused);
    });

    test("is refused with any other text in one of its headers", () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...headers),
          anyText(),
          ([name, was], is) => {
            const changed = verify(vector, { headers: { [name]: is } });
            expect(changed.authentic).toBe(is === was);
          },
        ),
      );
    });

    test.runIf(headers.some(([name]) => name.includes("timestamp"))).each([
      [-300, true],
      [300, true],
      [-301, false],
      [301, false],
    ])("is accepted if our clock is %i s ahead: %s", (seconds, isAccepted) => {
      const nowMs = (vector.nowMs ?? signedAtMs) + seconds * 1000;
      expect(verify(vector, {}, { nowMs })).toEqual(
        isAccepted ? verdict : { authentic: false, reason: "stale-timestamp" },
      );
    });
  },
);

test("each scheme that reads a header and has keys has a vector", () => {
  const tested = new Set(vectors.map(({ scheme }) => scheme));
  // The scheme jwt has no keys, and the token of zulip is in the body.
  const all = Object.keys(schemes).filter(
    (scheme) => scheme !== "jwt" && scheme !== "zulip",
  );
  expect(tested).toEqual(new Set(all));
});
