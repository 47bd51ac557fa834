import {
  equalSecrets,
  type SignedRequest,
  type VerifySignature,
} from "./scheme.ts";

/**
 * Mattermost slash command: one static token, in `Authorization: Token` and again in the form. There must be at least
 * one, and whichever are there must be the same valid token. Nothing is signed.
 *
 * @see Mattermost, "Custom slash commands"
 */
export const verifyMattermost: VerifySignature = (request, keys) => {
  const tokens = tokensOf(request);
  if (tokens.length === 0) return { authentic: false, reason: "no-token" };
  const matches = keys.filter(
    (key) => tokens.filter((token) => !equalSecrets(key, token)).length === 0,
  );
  return matches.length > 0
    ? { authentic: true }
    : { authentic: false, reason: "bad-token" };
};

function tokensOf({ header, body }: SignedRequest): string[] {
  // Another scheme there is not a token of ours: servers with an outgoing OAuth connection send theirs instead.
  const inHeader = /^Token(?: +(.*))?$/i.exec(header("authorization") ?? "");
  const form = new URLSearchParams(new TextDecoder().decode(body));
  return [...(inHeader ? [inHeader[1] ?? ""] : []), ...form.getAll("token")];
}
