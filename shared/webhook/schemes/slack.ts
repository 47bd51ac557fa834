import { createHmac } from "node:crypto";
import { equalSecrets, type VerifySignature } from "./scheme.ts";

const toleranceMs = 5 * 60_000;

/**
 * Slack request signing, `v0`. The signature covers the timestamp, which may be at most five minutes in the past or in
 * the future. The scheme signs no delivery id apart from the body.
 *
 * @see Slack, "Verifying requests from Slack"
 */
export const verifySlack: VerifySignature = ({ header, body }, keys, nowMs) => {
  const timestamp = header("x-slack-request-timestamp") ?? "";
  const signature = header("x-slack-signature") ?? "";

  if (!/^\d{10}$/.test(timestamp))
    return { authentic: false, reason: "bad-timestamp" };
  const signedAtMs = Number(timestamp) * 1000;
  if (Math.abs(nowMs - signedAtMs) > toleranceMs)
    return { authentic: false, reason: "stale-timestamp" };

  // The whole text is compared, so a second spelling of a valid signature is rejected.
  const matches = keys.filter((key) =>
    equalSecrets(signSlack(key, Number(timestamp), body), signature),
  );
  return matches.length > 0
    ? { authentic: true, signedAtMs }
    : { authentic: false, reason: "bad-signature" };
};

/** Creates the `x-slack-signature` value for a body. `key` is the signing secret as Slack shows it. */
export function signSlack(
  key: string,
  timestampSeconds: number,
  body: string | Uint8Array,
): string {
  const mac = createHmac("sha256", key)
    .update(`v0:${timestampSeconds}:`)
    .update(body);
  return `v0=${mac.digest("hex")}`;
}
