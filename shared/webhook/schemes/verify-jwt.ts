import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import { parseJson } from "../../parse-json.ts";
import {
  createPublicRequest,
  type PublicRequestOptions,
} from "../../public-request.ts";
import type { JwtOptions, ReadKeys } from "./jwt.ts";
import type { SchemeVerdict } from "./scheme.ts";

/** How long the clock of an issuer may be off ours. */
const toleranceSeconds = 60;
/** A key that its issuer removed is refused after this time. */
const maxAgeMs = 10 * 60_000;
/** Every stranger can write a token with an unknown key id, so a set is read again only after this time. */
const pauseMs = 30_000;
/** After a failure, the issuer is asked again only after this time. */
const retryPauseMs = 5_000;

/** The keys of an issuer cannot be read. The token may be valid, so the answer is 503 and not 401. */
class IssuerUnavailableError extends Error {
  override readonly name = "IssuerUnavailableError";

  constructor() {
    super(
      'the keys of the issuer cannot be read: check "jwksUrl" of the caller',
    );
  }
}

/**
 * Creates the function that verifies a token by the published keys of its issuer, which it keeps for ten minutes.
 *
 * @param nowMs - for tokens and failures. jose measures the age of the keys by `Date`
 */
export function createJwtVerifier(nowMs: () => number, readKeys: ReadKeys) {
  const keySets = new Map<string, JWTVerifyGetKey>();

  function keysAt(url: string): JWTVerifyGetKey {
    const keys = keySets.get(url) ?? createKeySet(url, readKeys, nowMs);
    keySets.set(url, keys);
    return keys;
  }

  /** @throws IssuerUnavailableError */
  return async function verifyJwt(
    { issuer, audience, algorithms, jwksUrl, claims }: JwtOptions,
    token: string,
  ): Promise<SchemeVerdict> {
    const options = {
      issuer,
      audience,
      algorithms,
      requiredClaims: ["exp"],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(nowMs()),
    };
    try {
      const { payload } = await verifyBy(keysAt(jwksUrl), token, options);
      return hasClaims(payload, claims)
        ? { authentic: true }
        : { authentic: false, reason: "wrong-claims" };
    } catch (error) {
      if (error instanceof IssuerUnavailableError) throw error;
      return { authentic: false, reason: reasonOf(error) };
    }
  };
}

/** For a token without a key id, each key of the issuer without an id is tried. */
async function verifyBy(
  keys: JWTVerifyGetKey,
  token: string,
  options: JWTVerifyOptions,
) {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error)
      try {
        return await jwtVerify(token, key, options);
      } catch (other) {
        if (!(other instanceof errors.JWSSignatureVerificationFailed))
          throw other;
      }
    throw error;
  }
}

function hasClaims(payload: JWTPayload, claims: JwtOptions["claims"]): boolean {
  return Object.entries(claims).every(
    ([name, value]) => Object.hasOwn(payload, name) && payload[name] === value,
  );
}

function reasonOf(error: unknown) {
  if (error instanceof errors.JWTExpired) return "expired-token";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return "bad-token";
  return error.claim === "nbf" ? "expired-token" : "wrong-claims";
}

/** The keys of an issuer, read from it when they are old, or when a token has an unknown key id. */
function createKeySet(
  url: string,
  readKeys: ReadKeys,
  nowMs: () => number,
): JWTVerifyGetKey {
  let failedAtMs = -Infinity;
  return createRemoteJWKSet(new URL(url), {
    cacheMaxAge: maxAgeMs,
    cooldownDuration: pauseMs,
    [customFetch]: async () => {
      if (nowMs() - failedAtMs < retryPauseMs)
        throw new IssuerUnavailableError();
      try {
        const answer = await readKeys(new URL(url));
        if (!isKeySet(answer)) throw new Error("no keys");
        // Throws if the keys have another form.
        createLocalJWKSet(answer);
        return Response.json(answer);
      } catch {
        failedAtMs = nowMs();
        throw new IssuerUnavailableError();
      }
    },
  });
}

/** jose checks the rest: the form of the set, and of each key that it uses. */
function isKeySet(answer: unknown): answer is JSONWebKeySet {
  return typeof answer === "object";
}

/** Reads keys over https from public addresses only, and follows no redirect. */
export function createKeysReader(options: PublicRequestOptions = {}): ReadKeys {
  const request = createPublicRequest({
    connectTimeoutMs: 2_000,
    totalTimeoutMs: 3_000,
    maxBytes: 256 * 1024,
    ...options,
  });
  return (url) =>
    request(url, {}, async ({ status }, readBody) => {
      if (status !== 200) throw new Error(`answered ${status}`);
      return parseJson(new TextDecoder().decode(await readBody()));
    });
}
