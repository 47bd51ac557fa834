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

/** These compare a token and sign nothing. */
const tokenSchemes = ["bearer", "basic", "header", "mattermost"];

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
    const headers = Object.entries(vector.headers);
    const [last = "", value = ""] = headers.at(-1) ?? [];
    const withLast = (text: string | undefined) =>
      verify(vector, { headers: { [last]: text } });
    const isToken = tokenSchemes.includes(scheme);

    test("is authentic", () => {
      expect(verify(vector)).toEqual(verdict);
      for (const text of vector.accepted ?? [])
        expect(withLast(text)).toEqual(verdict);
    });

    test("is the one that we would sign", () => {
      const { entry = {}, privateKey = key, sent, body } = vector;
      const ours = schemes[scheme].sign(entry, privateKey, {
        id: "",
        timestamp: "",
        body,
        ...sent,
      });
      expect(ours).toMatchObject(vector.headers);
    });

    test("is refused with one flipped bit in the body, in any header or in the key", () => {
      const bits = effort(1, 8);
      const flip = (text: string | Uint8Array) =>
        flippedBits(Buffer.from(text).toString("latin1"), bits);
      if (!isToken)
        for (const changed of flip(vector.body))
          expect(
            verify(vector, { body: Buffer.from(changed, "latin1") }),
          ).toEqual(isRefused);
      for (const [name, text] of headers) {
        const fixed = name === last ? prefix : "";
        for (const changed of flip(text.slice(fixed.length)))
          expect(
            verify(vector, { headers: { [name]: fixed + changed } }),
          ).toEqual(isRefused);
      }
      // Other keys are numbers that have several spellings.
      if (isToken || vector.entry?.["keyEncoding"] === "utf8")
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

    test("has no other spelling", () => {
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
        expect(withLast(other)).toEqual(isRefused);
    });

    test("is refused without one of its headers", () => {
      for (const [name] of headers)
        expect(verify(vector, { headers: { [name]: undefined } })).toEqual(
          isRefused,
        );
      if (isToken)
        for (const text of [undefined, ...(prefix ? [prefix] : [])])
          expect(withLast(text)).toEqual(isRefused);
    });

    test("gets a verdict for headers of any content", () => {
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
    ])("is accepted %i s from our clock: %s", (seconds, isAccepted) => {
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
