import type { ReasonCode } from "../../shared/reason-codes.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { settle, type Settled } from "../../shared/workflow/settle.ts";
import type { FetchAvatarOptions } from "../../shared/person/avatar/fetch-avatar.ts";
import {
  attachAvatar,
  uploadAvatar,
} from "../../shared/person/avatar/upload-avatar.ts";
import { personOf } from "../../shared/person/person-refs.ts";
import type { ClaimedRun, HireRun } from "./onboarding-run.ts";

/** The URI of the temporary image, or why its host may give the image later. */
export type Upload = { imageURI?: string; postponedBy?: ReasonCode };

/** A hire waits at most this long for the host of its avatar. A slower host is asked again in another run. */
const quickMs = 3_000;

/**
 * Step "upload avatar": uploads the image of a hire as a temporary image (docs/interface.md, §2.1). In the run of a
 * postponed avatar, a slow host gets more time and more attempts, and a person who has left gets no image.
 *
 * @throws StepFailure `data-erased` when the image is gone from our store; `avatar-...` when the image is refused; in
 *   the run of a postponed avatar also `left-since` and `claim-lost`
 */
export function uploadAvatarOfHire(run: HireRun): Promise<Upload> {
  return run.steps.idempotent("upload avatar", async () => {
    if (run.operation.phase !== "avatar")
      return uploadNow(run, { totalTimeoutMs: quickMs }).catch(postpone);
    await run.reader.employee();
    return uploadNow(run);
  });
}

/** Attaches the uploaded image, if there is one. Resolves to the upload, or to the failure of one of both. */
export async function attachAvatarOfHire(
  run: ClaimedRun,
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
 * @throws StepFailure `left-since` when the person is disabled or deleted; `claim-lost` when another operation has
 *   claimed the employee
 */
function attachOnce(run: ClaimedRun, imageURI: string): Promise<void> {
  const { reader, platformAuth, steps, wasBegunBefore } = run;
  const { images } = platformAuth.service;
  return steps.sideEffect(
    "attach avatar",
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
  return uploadAvatar(run, avatar, options);
}

/** Postpones the avatar if its host failed. Failures of the platform are those of any other step. */
function postpone(error: unknown): Upload {
  if (error instanceof StepFailure && error.retryable)
    return { postponedBy: error.code };
  throw error;
}
