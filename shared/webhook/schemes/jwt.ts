import * as z from "zod/mini";

const claimSchema = z.union([z.string().check(z.minLength(1)), z.boolean()]);

export const jwtFields = {
  /** The claim `iss`. */
  issuer: z.string().check(z.minLength(1)),
  /** The claim `aud`, or one of its items. It must be a name that only tokens for this caller have. */
  audience: z.string().check(z.minLength(1)),
  /** Where the issuer publishes its public keys. */
  jwksUrl: z
    .string()
    .check(
      z.regex(
        /^(?:https:\/\/[a-z0-9.-]+|http:\/\/127\.0\.0\.1)(?::\d{1,5})?(?:\/[^\s#]*)?$/,
        "must be an https URL with its host in lower case",
      ),
    ),
  /** Asymmetric only: with another one, the public key of the issuer would be a shared secret that everyone has. */
  algorithms: z._default(
    z
      .array(
        z.enum([
          "RS256",
          "RS384",
          "RS512",
          "PS256",
          "PS384",
          "PS512",
          "ES256",
          "ES384",
          "ES512",
          "EdDSA",
        ]),
      )
      .check(z.minLength(1)),
    ["RS256"],
  ),
  /** Further claims with their values, which identify the sender. */
  claims: z._default(z.record(z.string(), claimSchema), {}),
};
const jwtSchema = z.object(jwtFields);
export type JwtOptions = z.infer<typeof jwtSchema>;

/**
 * Some issuers give any of their users a token for any audience, so issuer and audience do not identify a sender. An
 * issuer that is an e-mail address is itself the sender: a service account that signs its own tokens.
 */
export const identifiesSender = z.refine<JwtOptions>(
  ({ issuer, claims }) => {
    const { sub, azp, email, email_verified: isVerified } = claims;
    return (
      typeof sub === "string" ||
      typeof azp === "string" ||
      (typeof email === "string" && isVerified === true) ||
      issuer.includes("@")
    );
  },
  {
    path: ["claims"],
    error:
      'must identify the sender by "sub", by "azp", or by "email" with "email_verified": true',
  },
);

/** Reads the answer of a `jwksUrl`. @throws if there is no answer 200 */
export type ReadKeys = (url: URL) => Promise<unknown>;
