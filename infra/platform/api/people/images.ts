import type { Context } from "hono";
import { readFiles, readForm } from "../../http/body.ts";
import type { Family, PlatformContext } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { isSelfOrAdministrator, readOnlySelf } from "../../http/permissions.ts";
import { personOfPath, requesterOf } from "../../http/requester.ts";
import type { Image, TemporaryImage } from "../../state/platform-state.ts";
import { addPartRoutes } from "../item-routes.ts";

const temporaryImageLifetimeMs = 900_000;

/** Profile images, uploaded in two steps (docs/interface.md, §4). The latest image is the avatar. */
export const addImages: Family = (api, context) => {
  const { state, options, apiUrl } = context;
  if (!options.profileImages) return;

  const temporaryUrl = `${apiUrl}/profileImages/temporary/`;

  api.post("/profileImages/temporary", async (c) => {
    const image = await readImage(c);
    const id = state.nextID();
    for (const { id: old, expiresAtMs } of state.temporaryImages.values())
      if (expiresAtMs <= options.nowMs()) state.temporaryImages.delete(old);
    state.temporaryImages.set(id, {
      ...image,
      id,
      expiresAtMs: options.nowMs() + temporaryImageLifetimeMs,
    });
    return c.body(null, 201, { location: temporaryUrl + id });
  });

  api.post("/people/:personID/images", async (c) => {
    if (!isSelfOrAdministrator(requesterOf(c), personOfPath(c, context)))
      refuse(403, "Only the person itself or an administrator may do this.");
    const imageURI = (await readForm(c)).get("imageURI") ?? "";
    if (!imageURI.startsWith(temporaryUrl))
      refuse(400, "imageURI: expected the address of a temporary image");
    // Read again: another request may have deleted the person while the body came in.
    const { id: ownerID } = personOfPath(c, context);
    const { bytes, contentType } = findTemporary(
      context,
      imageURI.slice(temporaryUrl.length),
    );
    state.images.put({ id: state.nextID(), ownerID, bytes, contentType });
    return c.body(null, 201);
  });

  addPartRoutes<Image>(api, context, "/people/:personID/images", "image", {
    partsOf: (c) => state.images.of(personOfPath(c, context).id),
    present: ({ id, ownerID }) => ({
      id,
      type: "profileImage",
      resources: readOnlySelf(`${apiUrl}/people/${ownerID}/images/${id}`),
    }),
    answer: answerBytes,
  });

  api.get("/people/:personID/avatar", (c) => {
    const avatar = state.images.of(personOfPath(c, context).id).at(-1);
    return answerBytes(c, avatar ?? refuse(404, "There is no such image."));
  });
};

/** Reads the first part of the form that is an image. The names of the parts do not matter. */
async function readImage(c: Context): Promise<Omit<Image, "id" | "ownerID">> {
  for (const file of await readFiles(c)) {
    const bytes = Buffer.from(await file.arrayBuffer());
    const contentType = imageTypeOf(bytes);
    if (contentType !== undefined) return { bytes, contentType };
  }
  return refuse(400, "No part of the form is a PNG, JPEG, GIF or WebP image.");
}

/** How the bytes of each type of image begin, in hex. The filename and the type of the upload do not matter. */
const signatures: Readonly<Record<string, RegExp>> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  // GIF87a, GIF89a
  "image/gif": /^474946383[79]61/,
  // RIFF, four bytes of length, WEBP
  "image/webp": /^52494646.{8}57454250/,
};

function imageTypeOf(bytes: Buffer): string | undefined {
  const beginning = bytes.toString("hex", 0, 12);
  return Object.keys(signatures).find((type) =>
    signatures[type]?.test(beginning),
  );
}

function findTemporary(
  { state, options }: PlatformContext,
  id: string,
): TemporaryImage {
  const image = state.temporaryImages.get(id);
  return image !== undefined && options.nowMs() < image.expiresAtMs
    ? image
    : refuse(404, "imageURI: the temporary image is unknown or expired");
}

function answerBytes(c: Context, { bytes, contentType }: Image): Response {
  return c.body(bytes, 200, {
    "content-type": contentType,
    "x-content-type-options": "nosniff",
  });
}
