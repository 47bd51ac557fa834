import * as z from "zod/mini";
import { defineTokenScheme } from "./scheme.ts";

/** User and password. The user has no colon (RFC 7617, §2), and the password has 12 characters or more. */
const basicKeySchema = z
  .string()
  .check(
    z.regex(
      /^[^:\p{Cc}]+:[^\p{Cc}]{12,}$/u,
      "must be user:password, with a password of 12 characters or more",
    ),
  );

/**
 * HTTP Basic in UTF-8 (RFC 7617). The text is compared instead of the decoded bytes, because base64 has several
 * spellings of the same bytes.
 */
export const basic = defineTokenScheme({
  key: basicKeySchema,
  isToken: true,
  fields: {},
  readToken: ({ header }) =>
    /^basic +(\S+)$/i.exec(header("authorization") ?? "")?.[1],
  tokenOf: (key) => Buffer.from(key).toString("base64"),
  sign: (token) => ({ authorization: `Basic ${token}` }),
});
