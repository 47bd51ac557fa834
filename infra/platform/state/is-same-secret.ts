import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in constant time: digests have the same length, whatever the secrets have. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
