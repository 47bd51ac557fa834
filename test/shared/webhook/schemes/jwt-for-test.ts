import {
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from "jose";
import * as z from "zod/mini";
import { jwtFields } from "../../../../shared/webhook/schemes/jwt.ts";

export const nowMs = Date.UTC(2026, 0, 31, 18, 42);
export const nowSeconds = nowMs / 1000;

/** The options of the scheme in an entry of the callers secret. The sender is one like Google Chat. */
export const jwtOptions = z.object(jwtFields).parse({
  issuer: "https://accounts.example.com",
  audience: "https://api.example.com/status/chat",
  jwksUrl: "https://keys.example.com/certs",
  claims: { email: "chat@system.example.com", email_verified: true },
});

/** The claims of a token that `jwtOptions` accept. */
export const validClaims = {
  iss: jwtOptions.issuer,
  aud: jwtOptions.audience,
  iat: nowSeconds - 10,
  exp: nowSeconds + 3_600,
  ...jwtOptions.claims,
};

/** A key pair of an issuer, which signs any claims. */
export async function createIssuerKey(
  kid: string | undefined,
  alg: string = "RS256",
) {
  const pair = await generateKeyPair(alg, { extractable: true });
  const { privateKey, publicKey } = pair;
  const parts = { ...(kid !== undefined && { kid }), alg, use: "sig" };
  return {
    jwk: { ...(await exportJWK(publicKey)), ...parts },
    privateJwk: { ...(await exportJWK(privateKey)), ...parts },
    sign: (
      claims: Record<string, unknown> = validClaims,
      header: Partial<JWTHeaderParameters> = {},
    ): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({
          alg,
          ...(kid !== undefined && { kid }),
          ...header,
        })
        .sign(privateKey),
  };
}
