import * as z from "zod/mini";
import {
  defineScheme,
  equalSecrets,
  judgeToken,
  type VerifySignature,
} from "./scheme.ts";

/** User and password. The user has no colon (RFC 7617, §2), and the password has 12 characters or more. */
const basicKeySchema = z
  .string()
  .check(
    z.regex(
      /^[^:\p{Cc}]+:[^\p{Cc}]{12,}$/u,
      "must be user:password, with a password of 12 characters or more",
    ),
  );

/** HTTP Basic in UTF-8 (RFC 7617). The scheme signs neither an id nor a time. */
export const verifyBasic: VerifySignature = ({ header }, keys) => {
  const given = /^basic +(\S+)$/i.exec(header("authorization") ?? "")?.[1];
  if (given === undefined) return { authentic: false, reason: "no-token" };
  // The text is compared instead of the decoded bytes, because base64 has several spellings of the same bytes.
  return judgeToken(keys, (key) =>
    equalSecrets(signBasic(key), `Basic ${given}`),
  );
};

/** Creates the `Authorization` value. `key` is `user:password`. */
export function signBasic(key: string): string {
  return `Basic ${Buffer.from(key).toString("base64")}`;
}

export const basic = defineScheme({
  key: basicKeySchema,
  isToken: true,
  fields: {},
  verify: verifyBasic,
  sign: (key) => ({ authorization: signBasic(key) }),
});
