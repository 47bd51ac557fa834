import { parseJson } from "../../parse-json.ts";
import { defineTokenScheme, tokenSchema } from "./scheme.ts";

/**
 * Zulip outgoing webhook: one static token, in the JSON body.
 *
 * @see Zulip, "Outgoing webhooks", `token`
 */
export const zulipScheme = defineTokenScheme({
  key: tokenSchema,
  isChat: true,
  fields: {},
  readToken: ({ body }) => {
    const json = parseJson(new TextDecoder().decode(body));
    const isObject = typeof json === "object" && json !== null;
    const token: unknown = isObject && "token" in json ? json.token : undefined;
    return typeof token === "string" ? token : undefined;
  },
  sign: () => ({ "content-type": "application/json" }),
});
