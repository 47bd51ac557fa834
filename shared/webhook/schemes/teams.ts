import { createHmac } from "node:crypto";
import { equalSecrets, type VerifySignature } from "./scheme.ts";

/**
 * Microsoft Teams outgoing webhook: `Authorization: HMAC <base64>` over the body. The scheme has no id and no time of
 * its own. Both are in the signed body, so the chat adapter reads them and the chat receiver checks the time.
 *
 * @see Microsoft Teams, "Create Outgoing Webhooks", Verify HMAC token
 */
export const verifyTeams: VerifySignature = ({ header, body }, keys) => {
  const signature = /^HMAC +(\S+)$/i.exec(header("authorization") ?? "")?.[1];
  if (signature === undefined)
    return { authentic: false, reason: "no-signature" };
  // The text is compared instead of the decoded bytes, because base64 has several spellings of the same bytes.
  const matches = keys.filter((key) =>
    equalSecrets(signTeams(key, body), `HMAC ${signature}`),
  );
  return matches.length > 0
    ? { authentic: true }
    : { authentic: false, reason: "bad-signature" };
};

/** Creates the `authorization` value for a body. `key` is the security token as Teams shows it, in base64. */
export function signTeams(key: string, body: string | Uint8Array): string {
  const mac = createHmac("sha256", Buffer.from(key, "base64")).update(body);
  return `HMAC ${mac.digest("base64")}`;
}
