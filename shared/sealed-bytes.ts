import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  randomUUID,
} from "node:crypto";
import * as z from "zod/mini";

/** Which bytes, and the key that opens them. It is part of the data that belongs to them. */
export const sealSchema = z.strictObject({
  id: z.string(),
  /** Base64url of 32 bytes. */
  key: z.string(),
});
export type Seal = z.infer<typeof sealSchema>;

/** Bytes that cannot be read without the key. */
export type SealedBytes = { id: string; bytes: Uint8Array };

/** A key seals once, so the nonce may be constant (NIST SP 800-38D, §8.2). */
const nonce = Buffer.alloc(12);
const tagLength = 16;
const algorithm = "aes-256-gcm";

/**
 * Encrypts bytes under a key of their own. Without the key, which is small, they are as good as erased. So their item
 * is left to expire, which costs nothing: to delete an item of 200 KB costs as much as to write it.
 */
export function sealBytes(bytes: Uint8Array): {
  seal: Seal;
  sealed: SealedBytes;
} {
  const key = randomBytes(32);
  const cipher = createCipheriv(algorithm, key, nonce);
  const encrypted = [cipher.update(bytes), cipher.final()];
  const id = randomUUID();
  return {
    seal: { id, key: key.toString("base64url") },
    sealed: { id, bytes: Buffer.concat([...encrypted, cipher.getAuthTag()]) },
  };
}

/** @throws Error when another key has sealed the bytes, or they were changed */
export function openSealed(sealed: Uint8Array, { key }: Seal): Uint8Array {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(
    algorithm,
    Buffer.from(key, "base64url"),
    nonce,
    { authTagLength: tagLength },
  );
  decipher.setAuthTag(bytes.subarray(-tagLength));
  return Buffer.concat([
    decipher.update(bytes.subarray(0, -tagLength)),
    decipher.final(),
  ]);
}
