import { type HmacOptions, signHmac, verifyHmac } from "./hmac.ts";
import {
  defineScheme,
  formType,
  tokenSchema,
  type VerifySignature,
} from "./scheme.ts";

/**
 * Slack request signing, `v0`. The scheme signs no delivery id apart from the body.
 *
 * @see Slack, "Verifying requests from Slack"
 */
const slackSignature: HmacOptions = {
  header: "x-slack-signature",
  prefix: "v0=",
  hash: "sha256",
  encoding: "hex",
  keyEncoding: "utf8",
  template: "v0:{timestamp}:{body}",
  timestampHeader: "x-slack-request-timestamp",
};

export const verifySlack: VerifySignature = (request, keys, nowMs) =>
  verifyHmac(slackSignature, request, keys, nowMs);

/** Creates the `x-slack-signature` value for a body. `key` is the signing secret as Slack shows it. */
export function signSlack(
  key: string,
  timestampSeconds: number,
  body: string | Uint8Array,
): string {
  const timestamp = String(timestampSeconds);
  return signHmac(slackSignature, key, { timestamp, body });
}

export const slackScheme = defineScheme({
  key: tokenSchema,
  isChat: true,
  fields: {},
  verify: verifySlack,
  sign: (key, { timestamp, body }) => ({
    ...formType,
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": signSlack(key, Number(timestamp), body),
  }),
});
