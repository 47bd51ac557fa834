import { AvatarError } from "./avatar-error.ts";
import { checkAvatar, type Avatar } from "./check-avatar.ts";
import { fetchAvatar, type FetchAvatarOptions } from "./fetch-avatar.ts";
import { maxInlineBytes } from "./limits.ts";

/** `inline` is base64 as it came in the event, or the bytes as they were stored. */
export type AvatarSource = { inline: string | Uint8Array } | { url: string };

/**
 * Turns what a hire says of the avatar into an image that may be sent on. An inline
 * image has at most 300 KB, one behind a URL at most 5 MB.
 *
 * @throws AvatarError saying whether to try again later
 */
export async function readAvatar(
  source: AvatarSource,
  fetchOptions: FetchAvatarOptions = {},
): Promise<Avatar> {
  if ("url" in source) return fetchAvatar(source.url, fetchOptions);
  const { inline } = source;
  const bytes = typeof inline === "string" ? decodeBase64(inline) : inline;
  if (bytes.byteLength > maxInlineBytes) {
    throw new AvatarError(
      "too-large",
      `The inline avatar is larger than ${maxInlineBytes} bytes. Scale it down, or give a URL.`,
    );
  }
  return checkAvatar(bytes);
}

function decodeBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  // Buffer skips what is not base64; encoding again shows whether there was any.
  if (bytes.toString("base64") !== text) {
    throw new AvatarError(
      "not-base64",
      "The inline avatar is not base64 (RFC 4648, §4: padded, without line breaks). Encode it so.",
    );
  }
  return bytes;
}
