import type { Api } from "./api.ts";
import { type Entity, entitySchema } from "./entity.ts";
import { ApiShapeError, ForeignOriginError } from "./errors.ts";
import { resolveLink, type Target } from "./resolve-endpoint.ts";
import { multipartFile, type UploadFile } from "./multipart.ts";
import { type List, listItems } from "./pages.ts";
import { requireText } from "./require-parameter.ts";
import { type Call, isSameOrigin } from "./transport.ts";

const images = "/people/{personID}/images";

/** Profile images. An image is added in two steps: a temporary upload, then the attachment (docs/interface.md, §4). */
export function imagesOf(api: Api) {
  return {
    /**
     * First step: resolves to the temporary image's URL for {@link add}. Idempotent: an unused temporary image expires.
     *
     * @throws ApiShapeError when the response has no Location
     * @throws ForeignOriginError when the Location is not on the configured origin
     */
    async uploadTemporary(file: UploadFile): Promise<string> {
      const call: Call = {
        method: "POST",
        ...api.endpoint("/profileImages/temporary"),
        ...multipartFile(file),
        idempotent: true,
      };
      const { headers } = await api.send(call);
      const location = headers["location"];
      if (!location) throw new ApiShapeError(call, ["no Location header"]);
      const url = resolveLink(call, location, call.url);
      if (!isSameOrigin(api.url.origin, url))
        throw new ForeignOriginError(call);
      return url.href;
    },

    /**
     * Second step: adds the image. Not idempotent: a second call would add the image twice.
     *
     * @throws UnknownOutcomeError when the image may or may not have been added: compare {@link list} first
     */
    async add(target: Target, imageURI: string): Promise<void> {
      requireText("imageURI", imageURI);
      await api.send({
        method: "POST",
        ...api.endpointOf(target, "images", "POST", images),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ imageURI }).toString(),
        idempotent: false,
      });
    },

    list(target: Target): List<Entity> {
      const endpoint = () => api.endpointOf(target, "images", "GET", images);
      return listItems(api, endpoint, entitySchema);
    },

    /** The bytes of the avatar, unchanged: a guard line is only ever in front of JSON. */
    async avatar(
      target: Target,
    ): Promise<{ bytes: Uint8Array; contentType: string | undefined }> {
      const { body, headers } = await api.send({
        method: "GET",
        ...api.endpointOf(target, "avatar", "GET", "/people/{personID}/avatar"),
        headers: { accept: "image/*" },
        idempotent: true,
      });
      return { bytes: body, contentType: headers["content-type"] };
    },
  };
}
