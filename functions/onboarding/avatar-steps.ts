import { ApiError } from "../../shared/community/errors.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { AvatarError } from "./avatar/avatar-error.ts";
import type { Avatar } from "./avatar/check-avatar.ts";
import { type AvatarSource, readAvatar } from "./avatar/read-avatar.ts";
import { personOf } from "./person-refs.ts";
import type { ClaimedRun } from "./hire-record.ts";

/**
 * Step "upload avatar": uploads the image of a hire as a temporary image (docs/interface.md, §2.1).
 *
 * @returns the URI of the temporary image
 * @throws StepFailure `data-erased` when the image is gone from our store; `avatar-...` when the image is refused
 */
export function uploadAvatar(run: ClaimedRun): Promise<string> {
  return run.steps.idempotent("upload avatar", () => upload(run));
}

/**
 * Step "attach avatar": makes the temporary image the person's image. An image that expired meanwhile is uploaded
 * again. A person who already has an image, perhaps by an earlier attempt, keeps it.
 */
export function attachAvatar(run: ClaimedRun, imageURI: string): Promise<void> {
  const { record, platformAuth, steps, wasBegunBefore } = run;
  const { images } = platformAuth.service;
  return steps.sideEffect(
    "attach avatar",
    async ({ mayHaveRun }) => {
      const person = personOf(await record.employee());
      if (mayHaveRun)
        for await (const image of images.list(person)) if (image) return;
      try {
        await images.add(person, imageURI);
      } catch (error) {
        if (!isExpired(error)) throw error;
        await images.add(person, await upload(run));
      }
    },
    { mayHaveRun: wasBegunBefore },
  );
}

async function upload(run: ClaimedRun): Promise<string> {
  const { avatar } = await run.record.hire();
  if (!avatar) throw new StepFailure("data-erased");
  const source =
    "url" in avatar ? avatar : { inline: await readStoredBytes(run) };
  const { bytes, contentType, filename } = await read(source);
  return run.platformAuth.service.images.uploadTemporary({
    bytes,
    contentType,
    filename,
  });
}

async function readStoredBytes({
  operation,
  store,
}: ClaimedRun): Promise<Uint8Array> {
  const bytes = await store.payloads.avatar(operation);
  if (bytes) return bytes;
  throw new StepFailure("data-erased");
}

async function read(source: AvatarSource): Promise<Avatar> {
  try {
    return await readAvatar(source);
  } catch (error) {
    if (!(error instanceof AvatarError)) throw error;
    const { code, retryable } = error;
    throw new StepFailure(`avatar-${code}`, { retryable });
  }
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}
