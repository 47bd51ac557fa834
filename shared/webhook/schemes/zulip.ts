import { parseJson } from "../../parse-json.ts";
import {
  defineScheme,
  equalSecrets,
  judgeToken,
  tokenSchema,
  type VerifySignature,
} from "./scheme.ts";

/**
 * Zulip outgoing webhook: one static token, in the JSON body. The request is not signed.
 *
 * @see Zulip, "Outgoing webhooks", `token`
 */
export const verifyZulip: VerifySignature = ({ body }, keys) => {
  const json = parseJson(new TextDecoder().decode(body));
  const isObject = typeof json === "object" && json !== null;
  const token: unknown = isObject && "token" in json ? json.token : undefined;
  if (typeof token !== "string")
    return { authentic: false, reason: "no-token" };
  return judgeToken(keys, (key) => equalSecrets(key, token));
};

export const zulipScheme = defineScheme({
  key: tokenSchema,
  isChat: true,
  fields: {},
  verify: verifyZulip,
  // The token is in the body.
  sign: () => ({ "content-type": "application/json" }),
});
