import { createHash, timingSafeEqual } from "node:crypto";

/** What a scheme looks at: the raw bytes as received, and header values by lower-case name. */
export type SignedRequest = {
  header: (name: string) => string | undefined;
  body: Uint8Array;
};

/**
 * Authentic, with the delivery id and the time of sending if the scheme signs them; or not, with a reason for our log
 * that the sender never learns.
 */
export type Verdict =
  | { authentic: true; deliveryId?: string; signedAtMs?: number }
  | { authentic: false; reason: string };

/** Checks a request against every key that is valid now. */
export type VerifySignature = (
  request: SignedRequest,
  keys: readonly string[],
  nowMs: number,
) => Verdict;

/** Equality in a time that does not depend on where two texts differ, nor on their lengths. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
