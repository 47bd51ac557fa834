import {
  attachAvatar,
  uploadAvatar,
} from "../../../shared/person/avatar/upload-avatar.ts";
import type { Person } from "../../../shared/community/person.ts";
import {
  type PersonChange,
  personChangeOf,
} from "../../../shared/person/person-patch.ts";
import { personOf } from "../../../shared/person/person-refs.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import { StepFailure } from "../../../shared/workflow/failure.ts";
import { settle } from "../../../shared/workflow/settle.ts";
import type { RunnerRun } from "../employment-run.ts";
import { readSaid } from "../said-data.ts";

/** A termination that was said meanwhile waits for these attempts. */
const maxAttempts = 3;

/**
 * Steps "upload avatar" and "attach avatar": adds the image of a change, which is the avatar from then on
 * (docs/interface.md, §4). Without a lease, because an image overwrites no other change.
 *
 * @param by - the operation of the change
 * @param imagesBefore - how many images the person had; an attempt that finds more has attached the image before
 * @returns why the person does not have the image, or undefined
 */
export async function replaceAvatar(
  run: RunnerRun,
  by: string,
  imagesBefore: number,
): Promise<ReasonCode | undefined> {
  const { steps, nameOf, platformAuth } = run;
  const upload = async () => {
    const said = await readSaid(run, by);
    if (typeof said?.data !== "object" || said.data === null)
      throw new StepFailure("data-erased");
    const { id, fingerprint } = said;
    const operation = { ...run.operation, id, fingerprint };
    const { avatar } = personChangeOf(said.data);
    return uploadAvatar({ ...run, operation }, avatar);
  };
  const uploaded = await settle(
    steps.idempotent(nameOf("upload avatar"), upload, { maxAttempts }),
  );
  if (!uploaded.ok) return uploaded.failure.code;
  const { imageURI } = uploaded.value;
  const attached = await settle(
    steps.sideEffect(nameOf("attach avatar"), async ({ mayHaveRun }) => {
      const { personID, refs } = await run.item();
      if (personID === undefined) throw new StepFailure("employee-changed");
      const person = personOf({ personID, refs });
      if (mayHaveRun) {
        let images = 0;
        for await (const image of platformAuth.service.images.list(person))
          if (image) images++;
        if (images > imagesBefore) return;
      }
      await attachAvatar(run, person, imageURI, upload);
    }),
  );
  return attached.ok ? undefined : attached.failure.code;
}

/**
 * What an event means for the image of a person. The interface has no deletion of an image (docs/interface.md, §4).
 *
 * @param keepsAvatar - a person who has an image keeps it without a warning
 */
export function imageOf(
  { avatar: wanted }: PersonChange,
  { photos = [], thumbnailUrl }: Person,
  isOwned: boolean,
  keepsAvatar: boolean,
): { imagesBefore?: number; warnings: Warning[] } {
  const warn = (reason: Warning["reason"]) => ({
    warnings: [{ about: "/avatar", reason }],
  });
  const hasImage = photos.length > 0 || thumbnailUrl !== undefined;
  if (!hasImage) return { ...(wanted && { imagesBefore: 0 }), warnings: [] };
  if (keepsAvatar) return { warnings: [] };
  if (isOwned) return warn("owned-by-person");
  return wanted
    ? { imagesBefore: photos.length, warnings: [] }
    : warn("not-supported-by-platform");
}
