import type { ReasonCode } from "../reason-codes.ts";
import { settle } from "../workflow/settle.ts";
import { attachAvatar, uploadAvatar } from "./avatar/upload-avatar.ts";
import { type ChangeRun, readChangeable } from "./change-run.ts";
import type { PersonChange } from "./person-patch.ts";
import { personOf } from "./person-refs.ts";

/**
 * Steps "upload avatar" and "attach avatar": adds the image of an event, which is the avatar from then on
 * (docs/interface.md, §4). Without a lease, because an image overwrites no other change.
 *
 * @param imagesBefore - how many images the person had; an attempt that finds more has attached the image before
 * @returns why the person does not have the image, or undefined
 */
export async function changeAvatar(
  run: ChangeRun,
  readChange: () => Promise<PersonChange>,
  imagesBefore: number,
): Promise<ReasonCode | undefined> {
  const { steps, platformAuth } = run;
  const upload = async () => uploadAvatar(run, (await readChange()).avatar);
  const uploaded = await settle(steps.idempotent("upload avatar", upload));
  if (!uploaded.ok) return uploaded.failure.code;
  const { imageURI } = uploaded.value;
  const attached = await settle(
    steps.sideEffect("attach avatar", async ({ mayHaveRun }) => {
      const person = personOf(await readChangeable(run));
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
