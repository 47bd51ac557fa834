import * as z from "zod/mini";
import { type HmacOptions, signHmac, verifyHmac } from "./hmac.ts";
import { defineScheme, type VerifySignature } from "./scheme.ts";

/**
 * Microsoft Teams outgoing webhook: `Authorization: HMAC <base64>` over the body. The scheme has no id and no time of
 * its own. Both are in the signed body, so the chat adapter reads them and the chat receiver checks the time.
 *
 * @see Microsoft Teams, "Create Outgoing Webhooks", Verify HMAC token
 */
const teamsSignature: HmacOptions = {
  header: "authorization",
  prefix: "HMAC ",
  hash: "sha256",
  encoding: "base64",
  keyEncoding: "base64",
  template: "{body}",
};

export const verifyTeams: VerifySignature = (request, keys, nowMs) => {
  // The name of an authorization scheme may be written in either case, and spaces may follow it (RFC 9110, §11.4).
  const given = request.header("authorization")?.replace(/^HMAC +/i, "HMAC ");
  const header = () => given;
  return verifyHmac(teamsSignature, { ...request, header }, keys, nowMs);
};

/** Creates the `authorization` value for a body. `key` is the security token as Teams shows it, in base64. */
export function signTeams(key: string, body: string | Uint8Array): string {
  return signHmac(teamsSignature, key, { body });
}

export const teamsScheme = defineScheme({
  /** 32 bytes as base64: the security token that Teams shows once, when the webhook is created. */
  key: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
  isChat: true,
  fields: {},
  verify: verifyTeams,
  sign: (key, { body }) => ({ authorization: signTeams(key, body) }),
});
