import {
  equalSecrets,
  type SignedRequest,
  type VerifySignature,
} from "./scheme.ts";

/** One in the header and one in the form. */
const maxTokens = 2;

/**
 * Mattermost slash command: one static token, in `Authorization: Token` and again in the form. There must be at least
 * one, and whichever are there must be the same valid token. Nothing is signed.
 *
 * @see Mattermost, "Custom slash commands"
 */
export const verifyMattermost: VerifySignature = (request, keys) => {
  const tokens = tokensOf(request);
  if (tokens.length === 0) return { authentic: false, reason: "no-token" };
  // Anybody can send a form of a hundred thousand, and to compare them all would take a second.
  if (tokens.length > maxTokens)
    return { authentic: false, reason: "too-many-tokens" };
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
