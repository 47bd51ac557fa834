import { createHash } from "node:crypto";

/** SHA-256 of the bytes as received, as base64url. */
export function fingerprintOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("base64url");
}

/**
 * The operation id of a delivery. The same delivery of the same caller always leads to the same operation. The id is
 * also part of the name of the durable execution: 25 characters of `[a-zA-Z0-9_-]`, 132 bits.
 */
export function operationIdOf(caller: string, deliveryId: string): string {
  const digest = createHash("sha256").update(`${caller}\n${deliveryId}`);
  return `op_${digest.digest("base64url").slice(0, 22)}`;
}
