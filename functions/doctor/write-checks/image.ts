import { isNotOffered } from "../../../shared/community/resolve-endpoint.ts";
import { type Check, failed, ok, warning } from "../check.ts";

/** A PNG of one transparent pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** An image is uploaded and attached in two steps. */
export const checkImage: Check = {
  name: "image",
  run: async (_tools, facts) => {
    const { images } = facts.require("service");
    const person = facts.require("person");
    if (isNotOffered(person, "images"))
      return warning("the platform has no profile images", {
        advice:
          "Send no avatars: each would become a warning of its operation.",
      });
    const imageURI = await images.uploadTemporary({
      bytes: pixel,
      contentType: "image/png",
      filename: "pixel.png",
    });
    await images.add(person, imageURI);
    for await (const _image of images.list(person))
      return ok("an image is uploaded and attached in two steps");
    return failed("an image was accepted, and the person has none", {
      advice: "Send no avatars until the platform shows them.",
    });
  },
};
