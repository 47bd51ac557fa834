import * as z from "zod/mini";
import {
  defineScheme,
  equalSecrets,
  judgeToken,
  generateToken,
  type SignedRequest,
  type SchemeVerdict,
} from "./scheme.ts";
import { headerNameSchema } from "./signed-text.ts";

export const headerFields = {
  /** The header with the static token. */
  header: headerNameSchema,
  /** The text of the header before the token, such as `Token `. */
  prefix: z._default(z.string().check(z.maxLength(40)), ""),
};
const headerSchema = z.object(headerFields);
export type HeaderOptions = z.infer<typeof headerSchema>;

/** Printable ASCII without a space at the ends, where HTTP removes it. */
const headerKeySchema = z
  .string()
  .check(z.minLength(12), z.regex(/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/));

/** A static token in a header, for senders that cannot sign. The scheme signs neither an id nor a time. */
export function verifyHeader(
  options: HeaderOptions,
  { header }: SignedRequest,
  keys: readonly string[],
): SchemeVerdict {
  const given = header(options.header);
  if (given === undefined) return { authentic: false, reason: "no-token" };
  return judgeToken(keys, (key) => equalSecrets(options.prefix + key, given));
}

export const headerToken = defineScheme({
  key: headerKeySchema,
  fields: headerFields,
  isToken: true,
  // If the sender issues the token, the operator copies it and generates none.
  generateKey: generateToken,
  verify: (request, keys, _, options) => verifyHeader(options, request, keys),
  sign: (key, _, { header, prefix }) => ({ [header]: prefix + key }),
});
