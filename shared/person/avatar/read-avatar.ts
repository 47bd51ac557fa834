import { AvatarError } from "./avatar-error.ts";
import { checkAvatar, type Avatar } from "./check-avatar.ts";
import { fetchAvatar, type FetchAvatarOptions } from "./fetch-avatar.ts";
import { maxInlineBytes } from "./limits.ts";

/** The bytes of an inline avatar from our store, or the URL of an image. */
export type AvatarSource = { inline: Uint8Array } | { url: string };

/**
 * Reads the avatar of a hire and checks that the platform may get it. An inline image has at most 300 KB, and an image
 * behind a URL at most 5 MB.
 *
 * @throws AvatarError with `retryable`, which says whether another attempt may succeed
 */
export async function readAvatar(
  source: AvatarSource,
  fetchOptions: FetchAvatarOptions = {},
): Promise<Avatar> {
  if ("url" in source) return fetchAvatar(source.url, fetchOptions);
  const { inline } = source;
  if (inline.byteLength > maxInlineBytes) {
    throw new AvatarError(
      "too-large",
      `The inline avatar is larger than ${maxInlineBytes} bytes. Scale it down, or give a URL.`,
    );
  }
  return checkAvatar(inline);
}
