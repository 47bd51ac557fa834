import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  ed25519Fields,
  signEd25519,
  verifyEd25519,
} from "../../../../shared/webhook/schemes/ed25519.ts";
import { anyText } from "../../../fixtures/any-text.ts";
import { flippedBits } from "./flipped-bits.ts";

/** RFC 8032, §7.1, TEST 3: a message of two bytes. */
const rfc8032 = {
  publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
  message: Buffer.from("af82", "hex"),
  signature:
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
};
/** The key of RFC 8032, §7.1, TEST 1. */
const seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const privateKey = `whsk_${Buffer.from(seed, "hex").toString("base64")}`;
const publicKey =
  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const otherKey = rfc8032.publicKey;

/** Discord's headers. */
const options = z.object(ed25519Fields).parse({
  header: "X-Signature-Ed25519",
  timestampHeader: "X-Signature-Timestamp",
});
const timestamp = "1769884920";
const signedAtMs = 1769884920_000;
const body = '{"type":1,"name":"Zoë"}';
const signature = signEd25519(options, privateKey, { timestamp, body });

type Given = { timestamp?: string | undefined; signature?: string | undefined };

function verify(
  changes: Given & { body?: Uint8Array } = {},
  { keys = [publicKey], nowMs = signedAtMs } = {},
) {
  const given = { timestamp, signature, body: Buffer.from(body), ...changes };
  const headers: Record<string, string | undefined> = {
    "x-signature-timestamp": given.timestamp,
    "x-signature-ed25519": given.signature,
  };
  const request = {
    header: (name: string) => headers[name],
    body: given.body,
  };
  return verifyEd25519(options, request, keys, nowMs);
}

test("accepts the published signature of RFC 8032 over a body alone", () => {
  const plain = z
    .object(ed25519Fields)
    .parse({ header: "x-signature", template: "{body}" });
  const request = { header: () => rfc8032.signature, body: rfc8032.message };
  expect(verifyEd25519(plain, request, [rfc8032.publicKey], 0)).toEqual({
    authentic: true,
  });
});

describe("an Ed25519 signature as Discord sends it", () => {
  test("is authentic, with its time", () => {
    expect(verify()).toEqual({ authentic: true, signedAtMs });
  });

  test.each([
    ["hex", publicKey],
    ["hex in upper case", publicKey.toUpperCase()],
    ["base64", Buffer.from(publicKey, "hex").toString("base64")],
    ["whpk_", `whpk_${Buffer.from(publicKey, "hex").toString("base64")}`],
  ])("is checked by a public key in %s", (_, key) => {
    expect(verify({}, { keys: [otherKey, key] }).authentic).toBe(true);
    expect(verify({}, { keys: [key, otherKey] }).authentic).toBe(true);
  });

  test("is refused with one flipped bit in the body, the signature, the time or the key", () => {
    const isRefused = expect.objectContaining({ authentic: false });
    const text = Buffer.from(body).toString("latin1");
    for (const changed of flippedBits(text))
      expect(verify({ body: Buffer.from(changed, "latin1") })).toEqual(
        isRefused,
      );
    for (const changed of flippedBits(signature))
      expect(verify({ signature: changed })).toEqual(isRefused);
    for (const changed of flippedBits(timestamp))
      expect(verify({ timestamp: changed })).toEqual(isRefused);
    const bytes = Buffer.from(publicKey, "hex").toString("latin1");
    for (const changed of flippedBits(bytes)) {
      const key = Buffer.from(changed, "latin1").toString("hex");
      expect(verify({}, { keys: [key] })).toEqual(isRefused);
    }
  });

  test.each([
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
  ])("is accepted %i s from our clock: %s", (seconds, authentic) => {
    const nowMs = signedAtMs + seconds * 1000;
    expect(verify({}, { nowMs }).authentic).toBe(authentic);
  });

  test("has one spelling", () => {
    const bytes = Buffer.from(signature, "hex");
    // The same point with the order of the group added to the number (RFC 8032, §5.1.7).
    const order = 2n ** 252n + BigInt("27742317777372353535851937790883648493");
    const number = BigInt(
      `0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`,
    );
    const second = Buffer.from(
      (number + order).toString(16).padStart(64, "0"),
      "hex",
    ).reverse();
    for (const other of [
      "",
      signature.toUpperCase(),
      signature.slice(2),
      `${signature}00`,
      `${signature},${signature}`,
      bytes.toString("base64"),
      Buffer.concat([bytes.subarray(0, 32), second]).toString("hex"),
    ])
      expect(verify({ signature: other })).toEqual({
        authentic: false,
        reason: "bad-signature",
      });
  });

  test("is refused without a header and without a key", () => {
    expect(verify({ signature: undefined })).toEqual({
      authentic: false,
      reason: "no-signature",
    });
    expect(verify({ timestamp: undefined })).toEqual({
      authentic: false,
      reason: "bad-timestamp",
    });
    expect(verify({}, { keys: [] }).authentic).toBe(false);
  });

  test("gets a verdict for headers and keys of any content", () => {
    fc.assert(
      fc.property(anyText(), anyText(), anyText(), (time, text, key) => {
        expect(verify({ timestamp: time }).authentic).toBe(time === timestamp);
        expect(verify({ signature: text }).authentic).toBe(text === signature);
        expect(verify({}, { keys: [key] }).authentic).toBe(key === publicKey);
      }),
    );
  });
});
