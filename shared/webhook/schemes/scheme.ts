import { createHash, timingSafeEqual } from "node:crypto";

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

/** Compares two texts in a time that depends neither on their first difference nor on their lengths. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
