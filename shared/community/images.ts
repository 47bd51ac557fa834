import type { Api } from "./api.ts";
import { type Entity, entitySchema } from "./entity.ts";
import { ApiShapeError, ForeignOriginError } from "./errors.ts";
import { follow } from "./follow.ts";
import { isOn } from "./is-on.ts";
import type { Target } from "./resolve-endpoint.ts";
import { multipartFile, type UploadFile } from "./multipart.ts";
import { type List, listItems } from "./pages.ts";
import { requireText } from "./require.ts";
import type { Call } from "./transport.ts";

const images = "/people/{personID}/images";

/** Profile images: two steps, temporary upload then attach (the API document, §4). */
export function imagesOf(api: Api) {
  return {
    /**
     * First step. Resolves to the temporary image's URL for {@link add}. Repeatable: an orphan expires by itself.
     *
     * @throws ApiShapeError when the answer has no Location
     * @throws ForeignOriginError when the Location is not on the configured origin
     */
    async uploadTemporary(file: UploadFile): Promise<string> {
      const call: Call = {
        method: "POST",
        ...api.at("/profileImages/temporary"),
        ...multipartFile(file),
        idempotent: true,
      };
      const { headers } = await api.send(call);
      const location = headers["location"];
      if (!location) throw new ApiShapeError(call, ["no Location header"]);
      const url = follow(call, location, call.url);
      if (!isOn(api.url.origin, url)) throw new ForeignOriginError(call);
      return url.href;
    },

    /**
     * Second step. Doing it twice would add the image twice.
     *
     * @throws UnknownOutcomeError when the image may or may not have been added: compare {@link list} first
     */
    async add(target: Target, imageURI: string): Promise<void> {
      requireText("imageURI", imageURI);
      await api.send({
        method: "POST",
        ...api.of(target, "images", "POST", images),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ imageURI }).toString(),
        idempotent: false,
      });
    },

    list(target: Target): List<Entity> {
      const endpoint = () => api.of(target, "images", "GET", images);
      return listItems(api, endpoint, entitySchema);
    },

    /** The bytes of the avatar as they are; the guard line never stands before bytes. */
    async avatar(
      target: Target,
    ): Promise<{ bytes: Uint8Array; contentType: string | undefined }> {
      const { body, headers } = await api.send({
        method: "GET",
        ...api.of(target, "avatar", "GET", "/people/{personID}/avatar"),
        headers: { accept: "image/*" },
        idempotent: true,
      });
      return { bytes: body, contentType: headers["content-type"] };
    },
  };
}
