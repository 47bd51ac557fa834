import { StepFailure } from "../../step-failure.ts";
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
 * @throws StepFailure `avatar-not-an-image` or `avatar-wrong-dimensions`
 */
export function checkAvatar(bytes: Uint8Array): Avatar {
  const image = detectImage(bytes);
  if (!image) throw new StepFailure("avatar-not-an-image");
  const sidesPx = [image.widthPx, image.heightPx];
  if (sidesPx.some((sidePx) => sidePx < 1 || sidePx > maxSidePx))
    throw new StepFailure("avatar-wrong-dimensions");
  return {
    bytes,
    contentType: image.contentType,
    filename: `avatar.${image.extension}`,
  };
}
