import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a request has the header `Authorization: Basic` with this user and password (RFC 7617). */
export function hasBasicAuth(
  header: string | undefined,
  username: string,
  password: string,
): boolean {
  const credentials = Buffer.from(`${username}:${password}`).toString("base64");
  return isSameText(header, `Basic ${credentials}`);
}

export function isSameText(given: string | undefined, expected: string) {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given ?? ""), hash(expected));
}
