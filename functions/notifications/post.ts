import { parseRetryAfterMs } from "../../shared/community/retry-timing.ts";
import {
  createPublicRequest,
  type PublicRequestOptions,
} from "../../shared/public-request.ts";

export type PostOptions = PublicRequestOptions & { nowMs?: () => number };

export type PostAnswer = {
  status: number;
  /** The pause that the answer asks for. */
  retryAfterMs: number;
};

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<PostAnswer>;

/**
 * Creates the function that sends a message to a subscriber. It follows no redirect and reads no body, so an answer
 * cannot be too large.
 *
 * The function rejects with a PublicRequestError if there is no answer, or if the URL is not allowed. The error has no
 * part of the URL, because the URL of a chat tool is a secret.
 */
export function createPost({
  nowMs = Date.now,
  ...options
}: PostOptions = {}): Post {
  const request = createPublicRequest(options);
  return async (address, headers, body) =>
    request(
      new URL(address),
      { method: "POST", headers, body },
      ({ status, headers: head }) => ({
        status,
        retryAfterMs: parseRetryAfterMs(head["retry-after"], nowMs()) ?? 0,
      }),
    );
}
