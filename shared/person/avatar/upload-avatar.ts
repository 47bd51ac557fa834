import { ApiError } from "../../community/errors.ts";
import type { LinkedObject } from "../../community/resolve-endpoint.ts";
import { StepFailure } from "../../step-failure.ts";
import type { StoredAvatar } from "../person-data.ts";
import type { PlatformDependencies } from "../platform-dependencies.ts";
import { type Avatar, checkAvatar } from "./check-avatar.ts";
import { type FetchAvatarOptions, fetchAvatar } from "./fetch-avatar.ts";
import { openSealed, type Seal } from "../../sealed-bytes.ts";
import { maxInlineBytes } from "./limits.ts";

/** The dependencies of the steps that upload and attach the avatar of an operation. */
export type AvatarRun = Pick<PlatformDependencies, "store" | "platformAuth"> & {
  /** Reads an avatar. @default from our store, or from its host over the internet */
  readAvatar?: typeof readAvatar | undefined;
};

/**
 * Uploads the avatar of an operation as a temporary image (docs/interface.md, §2.1).
 *
 * @throws StepFailure `data-erased` when the image is gone from our store; `avatar-...` when the image is refused
 */
export async function uploadAvatar(
  run: AvatarRun,
  avatar: StoredAvatar | null | undefined,
  options?: FetchAvatarOptions,
): Promise<{ imageURI: string }> {
  const { images } = run.platformAuth.service;
  const image = await read(run, avatar, options);
  return { imageURI: await images.uploadTemporary(image) };
}

/** Whether the person has more images than `imagesBefore`, so that an attempt without an answer took effect. */
export async function hasNewImage(
  { platformAuth }: AvatarRun,
  person: LinkedObject,
  imagesBefore = 0,
): Promise<boolean> {
  let images = 0;
  for await (const image of platformAuth.service.images.list(person))
    if (image && ++images > imagesBefore) return true;
  return false;
}

/**
 * Attaches a temporary image to the person.
 *
 * @param uploadAgain - called if the image expired meanwhile
 */
export async function attachAvatar(
  { platformAuth }: AvatarRun,
  person: LinkedObject,
  imageURI: string,
  uploadAgain: () => Promise<{ imageURI: string }>,
): Promise<void> {
  const { images } = platformAuth.service;
  try {
    await images.add(person, imageURI);
  } catch (error) {
    if (!isExpired(error)) throw error;
    await images.add(person, (await uploadAgain()).imageURI);
  }
}

async function read(
  run: AvatarRun,
  avatar: StoredAvatar | null | undefined,
  options?: FetchAvatarOptions,
): Promise<Avatar> {
  if (!avatar) throw new StepFailure("data-erased");
  const source =
    "url" in avatar ? avatar : { inline: await readSealed(run, avatar) };
  return (run.readAvatar ?? readAvatar)(source, options);
}

async function readSealed(
  { store }: AvatarRun,
  seal: Seal,
): Promise<Uint8Array> {
  const bytes = await store.payloads.readAvatar(seal.id);
  if (bytes) return openSealed(bytes, seal);
  throw new StepFailure("data-erased");
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}

/** The bytes of an inline avatar from our store, or the URL of an image. */
type AvatarSource = { inline: Uint8Array } | { url: string };

/**
 * Reads the avatar of a hire and checks that the platform may get it. An inline image has at most 300 KB, and an image
 * behind a URL at most 5 MB.
 *
 * @throws StepFailure `avatar-...`, whose `retryable` says whether another attempt may succeed
 */
export async function readAvatar(
  source: AvatarSource,
  fetchOptions: FetchAvatarOptions = {},
): Promise<Avatar> {
  if ("url" in source) return fetchAvatar(source.url, fetchOptions);
  const { inline } = source;
  if (inline.byteLength > maxInlineBytes)
    throw new StepFailure("avatar-too-large");
  return checkAvatar(inline);
}
