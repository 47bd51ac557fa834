import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { JwtOptions } from "./jwt.ts";

/** The input of a scheme: the raw bytes as received, and header values by lower-case name. */
export type SignedRequest = {
  header: (name: string) => string | undefined;
  body: Uint8Array;
  /** Where the request came from. Undefined if that is not known. */
  sourceAddress?: string | undefined;
};

/**
 * Why a request is not authentic. The reason is for our log only: the sender never learns it. docs/operating.md
 * explains the frequent ones.
 */
export const rejectionReasons = {
  "bad-id": "The delivery id is missing or has a form that the scheme forbids",
  "bad-signature": "No key of the caller gives this signature",
  "bad-timestamp": "The timestamp is missing or has a wrong form",
  "bad-token": "The token is not one of the caller's",
  "expired-token": "The token has expired, or is not valid yet",
  "no-signature": "The signature is missing",
  "no-token": "The token is missing",
  "stale-timestamp": "The timestamp is more than five minutes off our clock",
  "too-many-signatures":
    "The request has more signatures than a rotation needs",
  "too-many-tokens": "The request has more tokens than the sender sends",
  "wrong-claims":
    "The issuer of the caller issued the token, for another audience or another sender",
  "wrong-address":
    "The request is authentic, and its source address is in none of the caller's ranges",
  "unknown-caller": "The callers secret has no such caller for this path",
  "unknown-source": "No caller in the callers secret has this event source",
} as const satisfies Record<string, string>;

export type RejectionReason = keyof typeof rejectionReasons;

/**
 * Authentic, with the delivery id and the sending time if the scheme signs them; or not authentic, with the reason.
 */
export type SchemeVerdict =
  | { authentic: true; deliveryId?: string; signedAtMs?: number }
  | { authentic: false; reason: RejectionReason };

/** Checks a request against every key that is valid now. */
export type VerifySignature = (
  request: SignedRequest,
  keys: readonly string[],
  nowMs: number,
) => SchemeVerdict;

/** The form of most tokens. */
export const tokenSchema = z.string().check(z.minLength(12));

export const generateToken = () => randomBytes(32).toString("base64url");

/** Compares two texts in a time that depends neither on their first difference nor on their lengths. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** The verdict on a token: whether it is one of the keys. All keys are compared, whichever is right. */
export function judgeToken(
  keys: readonly string[],
  isRight: (key: string) => boolean,
): SchemeVerdict {
  return keys.filter(isRight).length > 0
    ? { authentic: true }
    : { authentic: false, reason: "bad-token" };
}

function digest(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}

/** What a sender signs: the delivery id, Unix seconds, and the body. */
export type Sent = {
  id: string;
  timestamp: string;
  body: string | Uint8Array;
};

/** Checks a token of the scheme `jwt`. @throws if the keys of its issuer cannot be read */
export type VerifyJwt = (
  options: JwtOptions,
  request: SignedRequest,
) => Promise<SchemeVerdict>;

export type Definition<F extends z.core.$ZodShape> = {
  /** The form of a key. @default any text */
  key?: z.ZodMiniType<string>;
  /** What an entry says of the scheme beside its keys. */
  fields: F;
  /** Its messages come from a chat tool of the same name. */
  isChat?: true;
  /** Each server of the chat tool numbers its own users, so the id of a user says nothing without its server. */
  numbersUsers?: true;
  /** A token vouches for the headers as much as for the body. All other schemes sign the body only. */
  isToken?: true;
  /** Creates a key, if we issue its keys. */
  generateKey?: () => string;
  verify: (
    request: SignedRequest,
    keys: readonly string[],
    nowMs: number,
    options: z.infer<z.ZodMiniObject<F>>,
    verifyJwt: VerifyJwt,
  ) => SchemeVerdict | Promise<SchemeVerdict>;
  /** The headers of a request with this key. */
  sign: (
    key: string,
    sent: Sent,
    options: z.infer<z.ZodMiniObject<F>>,
  ) => Record<string, string>;
};

/** Everything that is known of a scheme. */
export type SchemeRecord = ReturnType<typeof defineScheme>;

/** Makes the record of a scheme, which reads its own fields of an entry. */
export function defineScheme<F extends z.core.$ZodShape>({
  fields,
  verify,
  sign,
  ...rest
}: Definition<F>) {
  const schema = z.object(fields);
  return {
    key: z.string(),
    ...rest,
    fieldNames: Object.keys(schema.shape),
    verify: (
      entry: object,
      request: SignedRequest,
      keys: readonly string[],
      nowMs: number,
      verifyJwt: VerifyJwt,
    ) => verify(request, keys, nowMs, schema.parse(entry), verifyJwt),
    sign: (entry: object, key: string, sent: Sent) =>
      sign(key, sent, schema.parse(entry)),
  };
}

/**
 * Makes the record of a scheme whose keys are static tokens. It signs neither an id nor a time.
 *
 * @param readToken - the token of a request. Undefined if it has none
 * @param tokenOf - how a request has a key. @default as it is
 * @param sign - the headers with such a token
 */
export function defineTokenScheme<F extends z.core.$ZodShape>({
  readToken,
  tokenOf = (key) => key,
  sign,
  ...rest
}: Omit<Definition<F>, "verify" | "sign"> & {
  readToken: (
    request: SignedRequest,
    options: z.infer<z.ZodMiniObject<F>>,
  ) => string | undefined;
  tokenOf?: (key: string, options: z.infer<z.ZodMiniObject<F>>) => string;
  sign: (
    token: string,
    options: z.infer<z.ZodMiniObject<F>>,
  ) => Record<string, string>;
}) {
  return defineScheme({
    ...rest,
    verify: (request, keys, _nowMs, options) => {
      const token = readToken(request, options);
      return token === undefined
        ? { authentic: false, reason: "no-token" }
        : judgeToken(keys, (key) => equalSecrets(tokenOf(key, options), token));
    },
    sign: (key, _sent, options) => sign(tokenOf(key, options), options),
  });
}

/** The content type of the messages of some chat tools. */
export const formType = {
  "content-type": "application/x-www-form-urlencoded",
};
