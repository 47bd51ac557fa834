import {
  type AnswerHead,
  createPublicRequest,
  PublicRequestError,
  type PublicRequestOptions,
} from "../../public-request.ts";
import { AvatarError } from "./avatar-error.ts";
import { parseAvatarUrl } from "./avatar-url.ts";
import { checkAvatar, type Avatar } from "./check-avatar.ts";
import { maxFetchedBytes } from "./limits.ts";

/** Without `allowsLoopback`, because `parseAvatarUrl` refuses http on this machine in any case. */
export type FetchAvatarOptions = Omit<PublicRequestOptions, "allowsLoopback">;

const defaults = {
  connectTimeoutMs: 3_000,
  totalTimeoutMs: 10_000,
  maxBytes: maxFetchedBytes,
};
type Limits = typeof defaults;

/**
 * Fetches the avatar at a URL from outside, with the checks of `createPublicRequest`.
 *
 * @throws AvatarError; `retryable` for `unreachable`, `timeout`, 429 and 5xx only
 */
export async function fetchAvatar(
  urlText: string,
  options: FetchAvatarOptions = {},
): Promise<Avatar> {
  const url = parseAvatarUrl(urlText);
  const settings = { ...defaults, ...options };
  const request = createPublicRequest(settings);
  const headers = {
    accept: "image/png, image/jpeg, image/webp, image/gif",
    "user-agent": "community-automation (avatar)",
  };
  try {
    return await request(url, { headers }, async (head, readBody) => {
      checkHead(url, head);
      return checkAvatar(await readBody());
    });
  } catch (error) {
    throw error instanceof PublicRequestError
      ? toAvatarError(url, error, settings)
      : error;
  }
}

function checkHead(url: URL, { status }: AnswerHead): void {
  if (status >= 300 && status < 400) {
    throw new AvatarError(
      "redirected",
      `${url.hostname} redirected the avatar's request (${status}), which is not followed. Give the final URL.`,
    );
  }
  if (status !== 200) {
    throw new AvatarError(
      "http-status",
      `${url.hostname} answered ${status} to the avatar's request. Check that the URL works without signing in.`,
      { retryable: status === 429 || status >= 500 },
    );
  }
}

function toAvatarError(
  { hostname }: URL,
  { code, message, retryable }: PublicRequestError,
  { connectTimeoutMs, totalTimeoutMs, maxBytes }: Limits,
): AvatarError {
  const timedOut = (stage: string, timeoutMs: number) =>
    new AvatarError(
      "timeout",
      `${hostname} did not ${stage} within ${timeoutMs} ms for the avatar. Try again, or send the image inline.`,
      { retryable },
    );
  switch (code) {
    case "not-https":
      return new AvatarError(
        "url-not-allowed",
        "The avatar's URL is not allowed: it is not https. Give an https URL on port 443 at a public host, or send the image inline.",
      );
    case "address-not-allowed":
      return new AvatarError(
        code,
        `${hostname} has an address that is not on the public internet, so the avatar was not fetched. Use a public host, or send the image inline.`,
      );
    case "connect-timeout":
      return timedOut("connect", connectTimeoutMs);
    case "timeout":
      return timedOut("answer in full", totalTimeoutMs);
    case "content-encoding":
      return new AvatarError(
        code,
        `${hostname} sent the avatar compressed although asked not to. Turn that off for images.`,
      );
    case "too-large":
      return new AvatarError(
        code,
        `The avatar at ${hostname} is larger than ${maxBytes} bytes. Scale it down.`,
      );
    case "unreachable":
      return new AvatarError(
        code,
        `The avatar could not be fetched from ${hostname} (${message}). Check that the host is up and its certificate is valid.`,
        { retryable },
      );
  }
}
