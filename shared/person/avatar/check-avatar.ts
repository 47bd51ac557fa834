import { AvatarError } from "./avatar-error.ts";
import { detectImage, type DetectedImage } from "./image-type.ts";
import { maxSidePx } from "./limits.ts";

/** An image that may be sent to the community. */
export type Avatar = {
  bytes: Uint8Array;
  contentType: DetectedImage["contentType"];
  /** A name of our own, such as "avatar.png". It contains no text of the sender. */
  filename: string;
};

/**
 * Accepts bytes as an avatar if they are an image of 1 to 8,192 px on each side. The type that the sender declares
 * does not count.
 *
 * @throws AvatarError `not-an-image` or `wrong-dimensions`
 */
export function checkAvatar(bytes: Uint8Array): Avatar {
  const image = detectImage(bytes);
  if (!image) {
    throw new AvatarError(
      "not-an-image",
      "The avatar is not a JPEG, PNG, GIF or WebP image. Convert it to one of these.",
    );
  }
  if (!isSideAllowed(image.widthPx) || !isSideAllowed(image.heightPx)) {
    throw new AvatarError(
      "wrong-dimensions",
      `The avatar is ${image.widthPx} x ${image.heightPx} px. Scale it to between 1 and ${maxSidePx} px on each side.`,
    );
  }
  return {
    bytes,
    contentType: image.contentType,
    filename: `avatar.${image.extension}`,
  };
}

function isSideAllowed(sidePx: number): boolean {
  return sidePx >= 1 && sidePx <= maxSidePx;
}
