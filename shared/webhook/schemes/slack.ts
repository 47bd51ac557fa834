import { hmacSchemeOf } from "./hmac.ts";
import { formType, tokenSchema } from "./scheme.ts";

/**
 * Slack request signing, `v0`. The scheme signs no delivery id apart from the body.
 *
 * @see Slack, "Verifying requests from Slack"
 */
export const slackScheme = hmacSchemeOf(
  {
    header: "x-slack-signature",
    prefix: "v0=",
    hash: "sha256",
    encoding: "hex",
    keyEncoding: "utf8",
    template: "v0:{timestamp}:{body}",
    timestampHeader: "x-slack-request-timestamp",
  },
  { key: tokenSchema, isChat: true, headers: formType },
);
