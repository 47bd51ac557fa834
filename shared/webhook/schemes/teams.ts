import * as z from "zod/mini";
import { hmacSchemeOf } from "./hmac.ts";

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
