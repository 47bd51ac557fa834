import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { readForm } from "../../http/body.ts";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { imageTypeOf } from "./image-type.ts";
import { readFiles } from "../../http/multipart.ts";
import { answerPage } from "../../http/paging.ts";
import { personUrl } from "./present-person.ts";
import { personOfPath } from "../../http/person-of-path.ts";
import { requesterOf } from "../../http/requester.ts";
import { isSelfOrAdministrator } from "../../http/permissions.ts";
import { readOnlySelf } from "../../http/resources.ts";
import type { Image, TemporaryImage } from "../../state/platform-state.ts";

/** Profile images, uploaded in two steps (docs/interface.md, §4). The latest image is the avatar. */
export function createImages(context: PlatformContext): Family {
  const { state, options } = context;
  const routes = new Hono<PlatformEnv>();
  if (!options.profileImages) return { routes };

  const temporaryUrl = `${context.apiUrl}/profileImages/temporary/`;

  routes.post("/profileImages/temporary", async (c) => {
    const image = await readImage(c);
    const id = state.nextID();
    removeExpired(context);
    state.temporaryImages.set(id, {
      ...image,
      id,
      expiresAtMs: options.nowMs() + options.temporaryImageLifetimeMs,
    });
    return c.body(null, 201, { location: temporaryUrl + id });
  });

  routes.post("/people/:personID/images", async (c) => {
    if (!isSelfOrAdministrator(requesterOf(c), personOfPath(c, context))) {
      throw new HTTPException(403, {
        message: "Only the person itself or an administrator may do this.",
      });
    }
    const imageURI = (await readForm(c)).get("imageURI") ?? "";
    if (!imageURI.startsWith(temporaryUrl)) {
      throw new HTTPException(400, {
        message: "imageURI: expected the address of a temporary image",
      });
    }
    const person = personOfPath(c, context);
    const { bytes, contentType } = findTemporary(
      context,
      imageURI.slice(temporaryUrl.length),
    );
    state.images.add(person.id, { id: state.nextID(), bytes, contentType });
    return c.body(null, 201);
  });

  routes.get("/people/:personID/images", (c) => {
    const person = personOfPath(c, context);
    return answerPage(
      c,
      context,
      state.images.ownedBy(person.id),
      ({ id }) => ({
        id,
        type: "profileImage",
        resources: readOnlySelf(personUrl(context, person, `/images/${id}`)),
      }),
    );
  });

  routes.get("/people/:personID/images/:imageID", (c) => {
    const images = state.images.ownedBy(personOfPath(c, context).id);
    return answerBytes(
      c,
      images.find(({ id }) => id === c.req.param("imageID")),
    );
  });

  routes.get("/people/:personID/avatar", (c) =>
    answerBytes(c, state.images.ownedBy(personOfPath(c, context).id).at(-1)),
  );

  return {
    routes,
    personResources: [
      {
        name: "avatar",
        path: "/people/{personID}/avatar",
        allowed: (_requester, { id }) =>
          state.images.ownedBy(id).length === 0 ? [] : ["GET"],
      },
      {
        name: "images",
        path: "/people/{personID}/images",
        allowed: (requester, person) =>
          isSelfOrAdministrator(requester, person) ? ["GET", "POST"] : ["GET"],
      },
    ],
  };
}

/** Reads the first part of the form that is an image. The names of the parts do not matter. */
async function readImage(c: Context): Promise<Omit<Image, "id">> {
  for (const file of await readFiles(c)) {
    const bytes = Buffer.from(await file.arrayBuffer());
    const contentType = imageTypeOf(bytes);
    if (contentType !== undefined) return { bytes, contentType };
  }
  throw new HTTPException(400, {
    message: "No part of the form is a PNG, JPEG, GIF or WebP image.",
  });
}

function findTemporary(
  { state, options }: PlatformContext,
  id: string,
): TemporaryImage {
  const image = state.temporaryImages.get(id);
  if (image !== undefined && options.nowMs() < image.expiresAtMs) return image;
  throw new HTTPException(404, {
    message: "imageURI: the temporary image is unknown or expired",
  });
}

function removeExpired({ state, options }: PlatformContext): void {
  for (const { id, expiresAtMs } of state.temporaryImages.values()) {
    if (expiresAtMs <= options.nowMs()) state.temporaryImages.delete(id);
  }
}

function answerBytes(c: Context, image: Image | undefined): Response {
  if (image === undefined) {
    throw new HTTPException(404, { message: "There is no such image." });
  }
  return c.body(image.bytes, 200, {
    "content-type": image.contentType,
    "x-content-type-options": "nosniff",
  });
}
