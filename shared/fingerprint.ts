import { hash } from "node:crypto";

/** SHA-256 as base64url: of a body as it was received, or of a text that stands for a value. */
export function fingerprintOf(content: Uint8Array | string): string {
  return hash("sha256", content, "base64url");
}
