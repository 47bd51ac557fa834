import { createHmac } from "node:crypto";
import { equalSecrets, type VerifySignature } from "./scheme.ts";

/**
 * Microsoft Teams outgoing webhook: `Authorization: HMAC <base64>` over the body. It signs neither an id nor a time of
 * its own: both are in the body, for the reader to judge.
 *
 * @see Microsoft Teams, "Create Outgoing Webhooks", Verify HMAC token
 */
export const verifyTeams: VerifySignature = ({ header, body }, keys) => {
  const signature = /^HMAC +(\S+)$/i.exec(header("authorization") ?? "")?.[1];
  if (signature === undefined)
    return { authentic: false, reason: "no-signature" };
  // Text is compared, not what it decodes to: base64 has several spellings of the same bytes.
  const matches = keys.filter((key) =>
    equalSecrets(signTeams(key, body), `HMAC ${signature}`),
  );
  return matches.length > 0
    ? { authentic: true }
    : { authentic: false, reason: "bad-signature" };
};

/** The `authorization` value for a body; `key` is the security token as shown to people: base64. */
export function signTeams(key: string, body: string | Uint8Array): string {
  const mac = createHmac("sha256", Buffer.from(key, "base64")).update(body);
  return `HMAC ${mac.digest("base64")}`;
}
