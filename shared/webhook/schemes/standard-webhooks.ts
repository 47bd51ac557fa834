import { createHmac, timingSafeEqual } from "node:crypto";
import type { VerifySignature } from "./scheme.ts";

const toleranceSeconds = 5 * 60;
const maxSignatures = 5;
const prefix = "whsec_";

/**
 * Standard Webhooks 1.0.0, symmetric signatures (`v1`).
 *
 * Stricter than the reference libraries where looseness invites attacks: an id may hold no dot (it would blur the
 * signed text) and no comma (a gateway joins repeated headers with it), a timestamp is ten digits, and a signature
 * has one spelling: that of 32 bytes.
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

  const given = signatures.flatMap(decodeV1);
  const expected = keys.map((key) => signV1(key, id, timestamp, body));
  // Every pair is compared, so that the time taken does not tell which key or signature came close.
  const matches = expected.flatMap((one) =>
    given.filter((other) => timingSafeEqual(one, other)),
  );
  return matches.length > 0
    ? { authentic: true, deliveryId: id }
    : { authentic: false, reason: "bad-signature" };
};

/** The `webhook-signature` value for a delivery; `key` as shown to people, with or without `whsec_`. */
export function signStandardWebhook(
  key: string,
  id: string,
  timestampSeconds: number,
  body: string | Uint8Array,
): string {
  const mac = signV1(key, id, String(timestampSeconds), body);
  return `v1,${mac.toString("base64")}`;
}

function signV1(
  key: string,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Buffer {
  const secret = Buffer.from(
    key.startsWith(prefix) ? key.slice(prefix.length) : key,
    "base64",
  );
  return createHmac("sha256", secret)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
}

function decodeV1(signature: string): Buffer[] {
  if (!signature.startsWith("v1,")) return [];
  const text = signature.slice("v1,".length);
  const mac = Buffer.from(text, "base64");
  // Decoding forgives much; so that no second spelling of a good signature is good, only what we would write counts.
  return mac.length === 32 && mac.toString("base64") === text ? [mac] : [];
}
