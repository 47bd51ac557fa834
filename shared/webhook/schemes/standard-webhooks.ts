import { createHmac, timingSafeEqual } from "node:crypto";
import type { VerifySignature } from "./scheme.ts";

const toleranceSeconds = 5 * 60;
const maxSignatures = 5;
const prefix = "whsec_";

/**
 * Standard Webhooks 1.0.0, symmetric signatures (`v1`).
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

  const given = signatures.flatMap(decodeV1);
  const expected = keys.map((key) => signV1(key, id, timestamp, body));
  // Every pair is compared, so the response time does not show which key or signature matched.
  const matches = expected.flatMap((one) =>
    given.filter((other) => timingSafeEqual(one, other)),
  );
  return matches.length > 0
    ? { authentic: true, deliveryId: id }
    : { authentic: false, reason: "bad-signature" };
};

/** Creates the `webhook-signature` value for a delivery. `key` is the secret as shown, with or without `whsec_`. */
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
  // Base64 decoding is tolerant. Only the canonical spelling counts, so a second spelling of a valid signature is
  // rejected.
  return mac.length === 32 && mac.toString("base64") === text ? [mac] : [];
}
