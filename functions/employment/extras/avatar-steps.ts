import { StepFailure } from "../../../shared/workflow/failure.ts";
import { settle, type Settled } from "../../../shared/workflow/settle.ts";
import type { FetchAvatarOptions } from "../../../shared/person/avatar/fetch-avatar.ts";
import {
  attachAvatar,
  uploadAvatar,
} from "../../../shared/person/avatar/upload-avatar.ts";
import { personOf } from "../../../shared/person/person-refs.ts";
import type { Upload } from "./extras.ts";
import type { HireRun } from "./hire-reader.ts";

/** A hire waits at most this long for the host of its avatar. A slower host is asked again in another run. */
const quickMs = 3_000;

/**
 * Step "upload avatar": uploads the image of a hire as a temporary image (docs/interface.md, §2.1). In a
 * later execution, a slow host gets more time and more attempts, and a person who has left gets no image.
 *
 * @throws StepFailure `data-erased` when the image is gone from our store; `avatar-...` when the image is refused; in
 *   a later execution also `left-since` and `employee-changed`
 */
export function uploadAvatarOfHire(run: HireRun): Promise<Upload> {
  return run.steps.idempotent(run.nameOf("upload avatar"), async () => {
    if (!run.wasBegunBefore)
      return uploadNow(run, { totalTimeoutMs: quickMs }).catch(postpone);
    await run.reader.employee();
    return uploadNow(run);
  });
}

/** Attaches the uploaded image, if there is one. Resolves to the upload, or to the failure of one of both. */
export async function attachAvatarOfHire(
  run: HireRun,
  upload: Settled<Upload | null>,
): Promise<Settled<Upload | null>> {
  if (!upload.ok || upload.value?.imageURI === undefined) return upload;
  const attached = await settle(attachOnce(run, upload.value.imageURI));
  return attached.ok ? upload : attached;
}

/**
 * Step "attach avatar": makes the temporary image the person's image. An image that expired meanwhile is uploaded
 * again. A person who already has an image, perhaps by an earlier attempt, keeps it. Without a lease, because an image
 * neither enables a person nor overwrites another change.
 *
 * @throws StepFailure `left-since` when the person is disabled or deleted; `employee-changed` when the
 *   person is that of another hire
 */
function attachOnce(run: HireRun, imageURI: string): Promise<void> {
  const { reader, platformAuth, steps, wasBegunBefore } = run;
  const { images } = platformAuth.service;
  return steps.sideEffect(
    run.nameOf("attach avatar"),
    async ({ mayHaveRun }) => {
      const person = personOf(await reader.employee());
      if (mayHaveRun)
        for await (const image of images.list(person)) if (image) return;
      await attachAvatar(run, person, imageURI, () => uploadNow(run));
    },
    { mayHaveRun: wasBegunBefore },
  );
}

async function uploadNow(
  run: HireRun,
  options?: FetchAvatarOptions,
): Promise<{ imageURI: string }> {
  const { avatar } = await run.reader.hire();
  const { id, fingerprint } = await run.reader.avatarFrom();
  const operation = { ...run.operation, id, fingerprint };
  return uploadAvatar({ ...run, operation }, avatar, options);
}

/** Postpones the avatar if its host failed. Failures of the platform are those of any other step. */
function postpone(error: unknown): Upload {
  if (error instanceof StepFailure && error.retryable)
    return { postponedBy: error.code };
  throw error;
}
