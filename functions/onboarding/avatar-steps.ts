import type { Client } from "../../shared/community/client.ts";
import { ApiError } from "../../shared/community/errors.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { PayloadKey, Payloads } from "../../shared/store/payloads.ts";
import { AvatarError } from "./avatar/avatar-error.ts";
import type { Avatar } from "./avatar/check-avatar.ts";
import { type AvatarSource, readAvatar } from "./avatar/read-avatar.ts";
import { type HireRecord, personOf } from "./hire-record.ts";

type Dependencies = { service: Client; payloads: Payloads };

/**
 * First step: the image of a hire that has one becomes a temporary image. Resolves to its URL.
 *
 * @throws StepFailure `data-erased` when the image is gone
 */
export async function uploadAvatar(
  hireRecord: HireRecord,
  { service, payloads }: Dependencies,
): Promise<string> {
  const { avatar } = await hireRecord.hire();
  if (!avatar) throw new StepFailure("data-erased");
  const { bytes, contentType, filename } = await obtain(
    "url" in avatar
      ? avatar
      : { inline: await storedBytes(hireRecord.operation, payloads) },
  );
  return service.images.uploadTemporary({ bytes, contentType, filename });
}

/**
 * Second step: the temporary image becomes the person's. One that has expired meanwhile is uploaded again.
 *
 * @param mayHaveRun - an earlier attempt may have attached it: a person who has an image is left alone
 */
export async function attachAvatar(
  hireRecord: HireRecord,
  dependencies: Dependencies,
  imageURI: string,
  mayHaveRun: boolean,
): Promise<void> {
  const { images } = dependencies.service;
  const person = personOf(await hireRecord.employee());
  if (mayHaveRun)
    for await (const image of images.list(person)) if (image) return;
  try {
    await images.add(person, imageURI);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 404, 410].includes(error.status))
      throw error;
    await images.add(person, await uploadAvatar(hireRecord, dependencies));
  }
}

async function obtain(source: AvatarSource): Promise<Avatar> {
  try {
    return await readAvatar(source);
  } catch (error) {
    if (!(error instanceof AvatarError)) throw error;
    throw new StepFailure(`avatar-${error.code}`, {
      retryable: error.retryable,
    });
  }
}

async function storedBytes(
  operation: PayloadKey,
  payloads: Payloads,
): Promise<Uint8Array> {
  const bytes = await payloads.avatar(operation);
  if (bytes) return bytes;
  throw new StepFailure("data-erased");
}
