import { randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { decodeSignature, isSignedBy, signWith } from "./ed25519.ts";
import { macOf, type MacOptions } from "./hmac.ts";
import { defineScheme, type VerifySignature } from "./scheme.ts";

const toleranceSeconds = 5 * 60;
const maxSignatures = 5;
const prefix = "whsec_";
const v1: MacOptions = { hash: "sha256", keyEncoding: "base64" };

/**
 * Standard Webhooks 1.0.0: symmetric signatures (`v1`), and asymmetric ones (`v1a`) of keys that begin with `whpk_`.
 *
 * The check is stricter than the reference libraries. An id has no dot, because dots separate the parts of the signed
 * text, and no comma, because a gateway joins repeated headers with commas. A timestamp has ten digits. A signature
 * has exactly one spelling of its 32 bytes.
 *
 * @see Standard Webhooks specification 1.0.0, "Signature scheme" and "Verifying webhook authenticity"
 */
export const verifyStandardWebhooks: VerifySignature = (
  { header, body },
  keys,
  nowMs,
) => {
  const id = header("webhook-id") ?? "";
  const timestamp = header("webhook-timestamp") ?? "";
  const signatures = (header("webhook-signature") ?? "").split(" ");

  if (!/^[^.,\s]{1,256}$/.test(id))
    return { authentic: false, reason: "bad-id" };
  if (!/^\d{10}$/.test(timestamp))
    return { authentic: false, reason: "bad-timestamp" };
  if (signatures.length > maxSignatures)
    return { authentic: false, reason: "too-many-signatures" };
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds)
    return { authentic: false, reason: "stale-timestamp" };

  const text = textOf(id, timestamp, body);
  // Every pair is compared, so the response time does not show which key or signature matched.
  const matches = keys.flatMap((key) =>
    signatures.filter((signature) => matchesKey(key, text, signature)),
  );
  return matches.length > 0
    ? { authentic: true, deliveryId: id }
    : { authentic: false, reason: "bad-signature" };
};

/**
 * Creates the `webhook-signature` value for a delivery.
 *
 * @param key - the secret as shown, with or without `whsec_`, or the private key of an asymmetric signature (`whsk_`)
 */
export function signStandardWebhook(
  key: string,
  id: string,
  timestampSeconds: number,
  body: string | Uint8Array,
): string {
  const text = textOf(id, String(timestampSeconds), body);
  return key.startsWith("whsk_")
    ? `v1a,${signWith(key, text).toString("base64")}`
    : `v1,${signV1(key, text).toString("base64")}`;
}

function matchesKey(key: string, text: Uint8Array, given: string): boolean {
  if (key.startsWith("whpk_")) {
    const signature = decodeSignature(given, "v1a,", "base64");
    return signature !== undefined && isSignedBy(key, text, signature);
  }
  const mac = decodeSignature(given, "v1,", "base64", 32);
  return mac !== undefined && timingSafeEqual(signV1(key, text), mac);
}

function textOf(
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(body)]);
}

function signV1(key: string, text: Uint8Array): Buffer {
  const secret = key.startsWith(prefix) ? key.slice(prefix.length) : key;
  return macOf(v1, secret, text);
}

/**
 * 24 to 64 bytes as base64. Other text would decode to fewer bytes or to none, and an attacker could sign with such a
 * key.
 */
export const signingKeySchema = z
  .string()
  .check(z.regex(/^(?:whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/));

export const generateSigningKey = () =>
  prefix + randomBytes(32).toString("base64");

export const standardWebhooks = defineScheme({
  /** A symmetric key, or the public key of a sender who signs with `v1a`. */
  key: z.union(
    [signingKeySchema, z.string().check(z.regex(/^whpk_[A-Za-z0-9+/]{43}=$/))],
    "is not of an allowed form",
  ),
  generateKey: generateSigningKey,
  fields: {},
  verify: verifyStandardWebhooks,
  sign: (key, { id, timestamp, body }) => ({
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signStandardWebhook(key, id, Number(timestamp), body),
  }),
});
