import { defineTokenScheme, generateToken, tokenSchema } from "./scheme.ts";
import * as z from "zod/mini";
import { headerNameSchema } from "./signed-text.ts";

/** Reads the token of an Authorization header. Undefined if it is not a bearer token. */
export function bearerToken(
  authorization: string | undefined,
): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(authorization ?? "")?.[1];
}

/** A static token in `Authorization: Bearer`, for senders that cannot sign (RFC 6750, §2.1). */
export const bearer = defineTokenScheme({
  key: tokenSchema,
  generateKey: generateToken,
  isToken: true,
  fields: {},
  readToken: ({ header }) => bearerToken(header("authorization")),
  sign: (token) => ({ authorization: `Bearer ${token}` }),
});

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

export const headerFields = {
  /** The header with the static token. */
  header: headerNameSchema,
  /** The text of the header before the token, such as `Token `. */
  prefix: z._default(z.string().check(z.maxLength(40)), ""),
};

/** Printable ASCII without a space at the ends, where HTTP removes it. */
const headerKeySchema = z
  .string()
  .check(z.minLength(12), z.regex(/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/));

/** A static token in a header, for senders that cannot sign. */
export const headerToken = defineTokenScheme({
  key: headerKeySchema,
  isToken: true,
  fields: headerFields,
  // If the sender issues the token, the operator copies it and generates none.
  generateKey: generateToken,
  readToken: (request, { header }) => request.header(header),
  tokenOf: (key, { prefix }) => prefix + key,
  sign: (token, { header }) => ({ [header]: token }),
});
