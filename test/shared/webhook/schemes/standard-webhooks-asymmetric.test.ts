import { describe, expect, test } from "vitest";
import {
  signStandardWebhook,
  verifyStandardWebhooks,
} from "../../../../shared/webhook/schemes/standard-webhooks.ts";
import { flippedBits } from "./flipped-bits.ts";
import { requestOf, type SignedDelivery } from "./signed-delivery.ts";

/** The key of RFC 8032, §7.1, TEST 1, with a signature that was computed apart from this code. */
const publicKey = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const known = {
  id: "msg_0001test",
  timestamp: "1769884920",
  body: '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}',
  signature:
    "v1a,wG/Dg08SSiifQYS4iDmJHPb6V+k//I2Z2Xkj66Qgo3wwjRQW8zMQKqwjW+X+14+CohtILC2nv4zRiBg6RNHEAg==",
};
const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const symmetric = signStandardWebhook(secret, known.id, 1769884920, known.body);

function verify(
  changes: Partial<SignedDelivery> = {},
  keys: string[] = [publicKey],
) {
  const request = requestOf({ ...known, ...changes });
  return verifyStandardWebhooks(request, keys, 1769884920_000);
}

describe("an asymmetric signature of Standard Webhooks", () => {
  test("is authentic by the public key, with its delivery id", () => {
    expect(verify()).toEqual({ authentic: true, deliveryId: known.id });
  });

  test("equals our own signature by the private key, with and without the public key behind it", () => {
    const publicBytes = Buffer.from(publicKey.slice(5), "base64");
    for (const bytes of [
      Buffer.from(seed, "hex"),
      Buffer.concat([Buffer.from(seed, "hex"), publicBytes]),
    ]) {
      const key = `whsk_${bytes.toString("base64")}`;
      expect(signStandardWebhook(key, known.id, 1769884920, known.body)).toBe(
        known.signature,
      );
    }
  });

  test("is refused with one flipped bit in the id, the time, the body or the signature", () => {
    for (const part of ["id", "timestamp", "signature"] as const)
      for (const changed of flippedBits(known[part]))
        expect(verify({ [part]: changed }).authentic).toBe(false);
    for (const body of flippedBits("{}"))
      expect(verify({ body }).authentic).toBe(false);
  });

  test("is accepted beside a symmetric one, each by its own key", () => {
    const signature = `${symmetric} ${known.signature}`;
    for (const keys of [[publicKey], [secret], [secret, publicKey]])
      expect(verify({ signature }, keys).authentic).toBe(true);
  });

  test("is refused by a symmetric key, and a symmetric one by the public key", () => {
    const bytes = known.signature.slice("v1a,".length);
    expect(verify({}, [secret]).authentic).toBe(false);
    expect(verify({ signature: symmetric }).authentic).toBe(false);
    expect(verify({ signature: `v1,${bytes}` }).authentic).toBe(false);
    // The public key is no secret, so it must not work as one.
    const forged = signStandardWebhook(
      publicKey.slice("whpk_".length),
      known.id,
      1769884920,
      known.body,
    );
    expect(verify({ signature: forged }).authentic).toBe(false);
  });

  test("is refused in a second spelling", () => {
    for (const signature of [
      known.signature.replace(/=+$/, ""),
      known.signature.replace("/", "_"),
      known.signature.replace("v1a", "V1A"),
      `${known.signature},${known.signature}`,
    ])
      expect(verify({ signature })).toEqual({
        authentic: false,
        reason: "bad-signature",
      });
  });
});
