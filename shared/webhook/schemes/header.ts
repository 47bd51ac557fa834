import * as z from "zod/mini";
import { defineTokenScheme, generateToken } from "./scheme.ts";
import { headerNameSchema } from "./signed-text.ts";

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
