import { createHash } from "node:crypto";

/**
 * The username of a hire who was given none: `u` and twelve characters derived from the employee id, so that creating
 * the same person twice collides instead of making two.
 */
export function deriveUsername(employeeId: string): string {
  const digest = createHash("sha256").update(`username:${employeeId}`);
  return `u${digest.digest("hex").slice(0, 12)}`;
}
