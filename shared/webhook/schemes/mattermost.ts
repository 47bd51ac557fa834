import {
  defineScheme,
  equalSecrets,
  formType,
  judgeToken,
  type SignedRequest,
  tokenSchema,
} from "./scheme.ts";

/** One token is in the header and one in the form. */
const maxTokens = 2;

/**
 * Mattermost slash command: one static token, in `Authorization: Token` and again in the form. At least one of the two
 * must be present, and each present token must be the same valid token. The request is not signed.
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
