import { createHmac, timingSafeEqual } from "node:crypto";
import { instantMsOf } from "../field-map/instant.ts";
import type { VerifySignature } from "./scheme.ts";

const toleranceMs = 5 * 60_000;

/**
 * BambooHR: `X-BambooHR-Signature` is the HMAC-SHA256, as lower-case hex, of the body followed directly by the text of
 * `X-BambooHR-Timestamp`. The timestamp is in Unix seconds or in ISO 8601; senders use both forms. The scheme signs no
 * delivery id.
 *
 * No separator marks the end of the body. Only the strict form of the timestamp prevents an attacker from moving its
 * first digits into the body.
 *
 * @see BambooHR documentation, "Webhooks", Security
 */
export const verifyBambooHr: VerifySignature = (
  { header, body },
  keys,
  nowMs,
) => {
  const timestamp = header("x-bamboohr-timestamp") ?? "";
  const signature = header("x-bamboohr-signature") ?? "";

  const signedAtMs = instantMsOf(timestamp);
  if (signedAtMs === undefined)
    return { authentic: false, reason: "bad-timestamp" };
  if (Math.abs(nowMs - signedAtMs) > toleranceMs)
    return { authentic: false, reason: "stale-timestamp" };
  if (!/^[0-9a-f]{64}$/.test(signature))
    return { authentic: false, reason: "bad-signature" };

  const given = Buffer.from(signature, "hex");
  // Every key is tried, so the response time does not show which key matched.
  const matches = keys.filter((key) =>
    timingSafeEqual(macOf(key, timestamp, body), given),
  );
  return matches.length > 0
    ? { authentic: true, signedAtMs }
    : { authentic: false, reason: "bad-signature" };
};

/** Creates the `X-BambooHR-Signature` of a delivery. `timestamp` is the text of the `X-BambooHR-Timestamp` header. */
export function signBambooHr(
  key: string,
  timestamp: string,
  body: string | Uint8Array,
): string {
  return macOf(key, timestamp, body).toString("hex");
}

function macOf(
  key: string,
  timestamp: string,
  body: string | Uint8Array,
): Buffer {
  return createHmac("sha256", key).update(body).update(timestamp).digest();
}
