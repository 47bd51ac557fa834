import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A key that opens the console once. Making a new one ends the one before. */
export function createSingleUseKey() {
  let expected: Buffer | undefined;
  return {
    /** Returns the new key: 256 random bits. */
    renew(): string {
      const key = randomBytes(32).toString("base64url");
      expected = hashOf(key);
      return key;
    },

    /** Whether the key is the current one. Afterwards the key is not valid any more. */
    use(given: string): boolean {
      if (expected === undefined) return false;
      if (!timingSafeEqual(hashOf(given), expected)) return false;
      expected = undefined;
      return true;
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
