import { defineTokenScheme, generateToken, tokenSchema } from "./scheme.ts";

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
