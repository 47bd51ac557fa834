import { hmacSchemeOf } from "./hmac.ts";
import {
  formType,
  tokenSchema,
  defineScheme,
  equalSecrets,
  judgeToken,
  type SignedRequest,
  defineTokenScheme,
} from "./scheme.ts";
import * as z from "zod/mini";
import { isJsonObject, parseJson } from "../../parse-json.ts";

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

/**
 * BambooHR signs the body followed directly by the text of the timestamp, which is in Unix seconds or in ISO 8601;
 * senders use both forms. The scheme signs no delivery id.
 *
 * @see BambooHR documentation, "Webhooks", Security
 */
export const bambooHrScheme = hmacSchemeOf(
  {
    header: "x-bamboohr-signature",
    prefix: "",
    hash: "sha256",
    encoding: "hex",
    keyEncoding: "utf8",
    template: "{body}{timestamp}",
    timestampHeader: "x-bamboohr-timestamp",
  },
  { key: tokenSchema },
);

/**
 * Microsoft Teams outgoing webhook: `Authorization: HMAC <base64>` over the body. The scheme has no id and no time of
 * its own. Both are in the signed body, so the chat adapter reads them and the chat receiver checks the time.
 *
 * @see Microsoft Teams, "Create Outgoing Webhooks", Verify HMAC token
 */
export const teamsScheme = hmacSchemeOf(
  {
    header: "authorization",
    prefix: "HMAC ",
    hash: "sha256",
    encoding: "base64",
    keyEncoding: "base64",
    template: "{body}",
  },
  {
    /** 32 bytes as base64: the security token that Teams shows once, when the webhook is created. */
    key: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
    isChat: true,
    // The name of an authorization scheme may be written in either case, and spaces may follow it (RFC 9110, §11.4).
    readSignature: (value) => value.replace(/^HMAC +/i, "HMAC "),
  },
);

/** One token is in the header and one in the form. */
const maxTokens = 2;

/**
 * Mattermost slash command: one static token, in `Authorization: Token` and again in the form. At least one of the two
 * must be there, and each that is there must be the same valid token. The request is not signed.
 *
 * @see Mattermost, "Custom slash commands"
 */
export const mattermostScheme = defineScheme({
  key: tokenSchema,
  isChat: true,
  fields: {},
  verify: (request, keys) => {
    const tokens = tokensOf(request);
    if (tokens.length === 0) return { authentic: false, reason: "no-token" };
    // An attacker could send a form with a hundred thousand tokens, and comparing all would take a second.
    if (tokens.length > maxTokens)
      return { authentic: false, reason: "too-many-tokens" };
    return judgeToken(
      keys,
      // `every` would end at the first wrong token, and the time would tell which one that is.
      (key) => tokens.filter((token) => !equalSecrets(key, token)).length === 0,
    );
  },
  sign: (key) => ({ ...formType, authorization: `Token ${key}` }),
});

function tokensOf({ header, body }: SignedRequest): string[] {
  // A header with another scheme is ignored: servers with an outgoing OAuth connection send their own token there.
  const inHeader = /^Token(?: +(.*))?$/i.exec(header("authorization") ?? "");
  const form = new URLSearchParams(new TextDecoder().decode(body));
  return [...(inHeader ? [inHeader[1] ?? ""] : []), ...form.getAll("token")];
}

/**
 * Zulip outgoing webhook: one static token, in the JSON body.
 *
 * @see Zulip, "Outgoing webhooks", `token`
 */
export const zulipScheme = defineTokenScheme({
  key: tokenSchema,
  isChat: true,
  numbersUsers: true,
  fields: {},
  readToken: ({ body }) => {
    const json = parseJson(new TextDecoder().decode(body));
    const token = isJsonObject(json) ? json["token"] : undefined;
    return typeof token === "string" ? token : undefined;
  },
  sign: () => ({ "content-type": "application/json" }),
});
