import { isSafeTarget } from "../../shared/safe-target.ts";

/**
 * Checks the URL for a late answer: https, or http on loopback, and a host (with its port) that the chat tool or the
 * caller's entry names. Any other URL gives undefined, and the user gets no late answer.
 */
export function allowedResponseUrl(
  responseUrl: string | undefined,
  hosts: readonly string[],
): string | undefined {
  const url = responseUrl === undefined ? null : URL.parse(responseUrl);
  if (!url || !isSafeTarget(url) || !hosts.includes(url.host)) return undefined;
  return url.href;
}
