import {
  defineScheme,
  equalSecrets,
  judgeToken,
  generateToken,
  tokenSchema,
  type VerifySignature,
} from "./scheme.ts";

/**
 * A static token in `Authorization: Bearer`, for senders that cannot sign (RFC 6750, §2.1). The scheme signs neither
 * an id nor a time.
 */
export const verifyBearer: VerifySignature = ({ header }, keys) => {
  const token = bearerToken(header("authorization"));
  if (token === undefined) return { authentic: false, reason: "no-token" };
  return judgeToken(keys, (key) => equalSecrets(key, token));
};

/** Reads the token of an Authorization header. Undefined if it is not a bearer token. */
export function bearerToken(
  authorization: string | undefined,
): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(authorization ?? "")?.[1];
}

export const bearer = defineScheme({
  key: tokenSchema,
  isToken: true,
  generateKey: generateToken,
  fields: {},
  verify: verifyBearer,
  sign: (key) => ({ authorization: `Bearer ${key}` }),
});
