import { differencesOf } from "../../../shared/person/person-fields.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type { Identity } from "../../../shared/store/employee.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import { isPartOfOutage } from "../../../shared/workflow/choose-pause.ts";
import { readEventData } from "../../../shared/workflow/read-event-data.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { settle, type Settled } from "../../../shared/workflow/settle.ts";
import { adoptionSchema } from "../../onboarding/event.ts";
import type { BegunExtras, Findings, RunnerRun } from "../employment-run.ts";
import {
  type Extras,
  extrasOf,
  identitiesOf,
  isNothing,
  missingExtras,
  type Upload,
  type WantedIdentities,
} from "./extras.ts";
import { createHireReader, type HireRun } from "./hire-reader.ts";
import { seedStreams, seedTasks } from "./seed.ts";
import type { FetchAvatarOptions } from "../../../shared/person/avatar/fetch-avatar.ts";
import {
  attachAvatar,
  hasNewImage,
  uploadAvatar,
} from "../../../shared/person/avatar/upload-avatar.ts";
import { personOf } from "../../../shared/person/known-person.ts";
import { isSameIdentity } from "../../../shared/store/links.ts";
import { requireEmployed } from "./require-employed.ts";

/** If the host of the avatar was slow or failed, it is asked again after this time. */
const avatarFollowsAfterMs = 60_000;

/**
 * Begins what runs beside the creation of a person: the upload of the avatar. `addExtras` waits for it.
 *
 * @param operationId - the operation of the hire
 */
export function beginExtras(
  run: RunnerRun,
  operationId: string,
  extras: Extras,
): void {
  const hire = hireRunOf(run, operationId);
  const uploading = settleIf(extras.hasAvatar, () => uploadAvatarOfHire(hire));
  run.begunExtras.set(operationId, { extras, uploading });
}

/** Adds the avatar of a person who was created before the start. If it fails, it is added at the first access. */
export async function addAvatar(
  run: RunnerRun,
  operationId: string,
): Promise<void> {
  const hire = hireRunOf(run, operationId);
  const upload = await settle(uploadAvatarOfHire(hire));
  await attachAvatarOfHire(hire, upload);
}

/**
 * Adds avatar, tasks, streams and identities of a hire in parallel, and sets the findings of its operation. In a later
 * execution, each step first looks at what an earlier one has done.
 *
 * @param operationId - the operation of the hire
 * @throws StepFailure of a part, if it belongs to an outage; `person-missing`; `data-erased`
 */
export async function addExtras(
  run: RunnerRun,
  operationId: string,
): Promise<void> {
  if (run.operation.type === "employee.adopted") {
    const adoption = readEventData(run, adoptionSchema);
    const warnings = await linkIdentities(run, adoption);
    run.findings.set(operationId, { warnings, isMade: true });
    return;
  }
  const begun = run.begunExtras.get(operationId);
  run.begunExtras.delete(operationId);
  const findings = begun
    ? await addChosen(hireRunOf(run, operationId), begun)
    : await addMissing(
        hireRunOf(run, operationId, { wasBegunBefore: true }),
        operationId,
      );
  run.findings.set(operationId, { ...findings, isMade: true });
}

/**
 * Compares the person with a hire that repeats another one and changes nothing: what differs becomes warnings.
 *
 * @param operationId - the operation of the repeated hire
 * @throws StepFailure `person-missing`
 */
export async function compareHire(
  run: RunnerRun,
  operationId: string,
): Promise<void> {
  const warnings = await comparePerson(
    hireRunOf(run, operationId, { wasBegunBefore: true }),
  );
  run.findings.set(operationId, { warnings, isMade: true });
}

/**
 * Step "compare": lists where this event and the person differ. It changes nothing. A failed comparison is only a
 * warning, except when the platform says that the person is gone.
 *
 * @throws StepFailure `person-missing`
 */
async function comparePerson(run: HireRun): Promise<Warning[]> {
  const { reader, platformAuth, steps } = run;
  const compared = await settle(
    steps.idempotent(run.nameOf("compare"), async () => {
      const { personID = "" } = await run.item();
      const person = await platformAuth.service.people.find(personID);
      if (!person) throw new StepFailure("person-missing");
      return differencesOf(await reader.own(), person);
    }),
  );
  if (compared.ok)
    return compared.value.map((about) => ({ about, reason: "differs" }));
  const { failure } = compared;
  if (failure.code === "person-missing") throw failure;
  return [{ about: "comparison", reason: failure.code }];
}

function hireRunOf(
  run: RunnerRun,
  operationId: string,
  { wasBegunBefore } = { wasBegunBefore: false },
): HireRun {
  return {
    ...run,
    reader: createHireReader(run, operationId),
    wasBegunBefore,
  };
}

/** Adds the extras that an earlier execution has not added: all, or only the avatar, if it was postponed. */
async function addMissing(
  run: HireRun,
  operationId: string,
): Promise<Findings> {
  const { operation, reader, templates, store, steps } = run;
  const { extras, warnings, isPostponed } = await steps.store(
    run.nameOf("choose extras"),
    async () => {
      const { warnings = [], phase } =
        operation.id === operationId
          ? operation
          : ((await store.operations.get(operationId)) ?? {});
      const all = extrasOf(await reader.hire(), templates);
      const isPostponed = phase === "avatar";
      return { extras: missingExtras(all, warnings), warnings, isPostponed };
    },
  );
  const parts = isPostponed
    ? { ...extras, tasks: 0, streams: 0, hasIdentities: false }
    : extras;
  const uploading = settleIf(parts.hasAvatar, () => uploadAvatarOfHire(run));
  const found = await addChosen(run, { extras: parts, uploading });
  // If an earlier execution made the person, the person may differ from the hire by now.
  const known = isPostponed
    ? warnings.filter(({ about }) => about !== "avatar")
    : isNothing(parts) || run.madeFor.has(operationId)
      ? []
      : await comparePerson(run);
  return { ...found, warnings: [...(found.warnings ?? []), ...known] };
}

/** Adds these extras. If tasks or streams fail, an operator must act. If another extra fails, that is a warning. */
async function addChosen(
  run: HireRun,
  { extras, uploading }: BegunExtras,
): Promise<Findings> {
  const [avatar, tasks, streams, identities] = await Promise.all([
    uploading.then((upload) => attachAvatarOfHire(run, upload)),
    settleIf(extras.tasks > 0, () => seedTasks(run)),
    settleIf(extras.streams > 0, () => seedStreams(run)),
    extras.hasIdentities ? linkIdentities(run, run.reader.hire) : [],
  ]);
  const { templates } = extras;
  const warnings = [
    ...identities,
    ...warningOf("avatar", avatar, (upload) => upload?.postponedBy),
    ...warningOf("tasks", tasks, (seeded) => seeded?.refused),
    ...warningOf("streams", streams, (seeded) => seeded?.refused),
  ];
  for (const part of [avatar, tasks, streams])
    if (!part.ok && (await isPartOfOutage(run, part.failure))) {
      // The next execution adds only what is missing, even if the due dates of the tasks are others by then.
      run.findings.set(run.operation.id, { warnings });
      throw part.failure;
    }
  const chosen = templates.length > 0 && { templates };
  if (!tasks.ok || !streams.ok)
    return { warnings, needs: "tasks-or-streams-incomplete", ...chosen };
  const isPostponed = avatar.ok && avatar.value?.postponedBy !== undefined;
  return {
    warnings,
    ...chosen,
    ...(isPostponed && {
      later: {
        status: "waiting",
        phase: "avatar",
        dueAtMs: run.nowMs() + avatarFollowsAfterMs,
        warnings: [],
      },
    }),
  };
}

/** Runs a step only if it is needed, because each step costs money. */
async function settleIf<T>(
  isNeeded: boolean,
  step: () => Promise<T>,
): Promise<Settled<T | null>> {
  return isNeeded ? settle(step()) : { ok: true, value: null };
}

/** The warning about a part that is missing because it failed, or for the reason that its result has. */
function warningOf<T>(
  about: string,
  part: Settled<T>,
  reasonIn: (result: T) => ReasonCode | undefined,
): Warning[] {
  const reason = part.ok ? reasonIn(part.value) : part.failure.code;
  return reason === undefined ? [] : [{ about, reason }];
}

/** A hire waits at most this long for the host of its avatar. A slower host is asked again in another execution. */
const firstUploadMs = 3_000;

/**
 * Step "upload avatar": uploads the image of a hire as a temporary image (docs/interface.md, §2.1). In a
 * later execution, a slow host gets more time and more attempts, and a person who has an image, or has left, gets none.
 *
 * @throws StepFailure `data-erased` when the image is gone from our store; `avatar-...` when the image is refused; in
 *   a later execution also `left-since` and `employee-changed`
 */
function uploadAvatarOfHire(run: HireRun): Promise<Upload> {
  return run.steps.idempotent(run.nameOf("upload avatar"), async () => {
    if (!run.wasBegunBefore)
      return uploadNow(run, { totalTimeoutMs: firstUploadMs }).catch(
        postponeAvatar,
      );
    const person = personOf(await run.reader.employee());
    return (await hasNewImage(run, person)) ? {} : uploadNow(run);
  });
}

/** Attaches the uploaded image, if there is one. Resolves to the upload, or to the failure of upload or attachment. */
async function attachAvatarOfHire(
  run: HireRun,
  upload: Settled<Upload | null>,
): Promise<Settled<Upload | null>> {
  if (!upload.ok || upload.value?.imageURI === undefined) return upload;
  const attached = await settle(attachOnce(run, upload.value.imageURI));
  return attached.ok ? upload : attached;
}

/**
 * Step "attach avatar": makes the temporary image the person's image. If it expired meanwhile, it is uploaded again. If
 * an earlier attempt has attached it, the person keeps it. The write needs no lease, because an image neither enables a
 * person nor overwrites another change.
 *
 * @throws StepFailure `left-since` when the person is disabled or deleted; `employee-changed` when the
 *   person is that of another hire
 */
function attachOnce(run: HireRun, imageURI: string): Promise<void> {
  const { reader, steps } = run;
  return steps.sideEffect(
    run.nameOf("attach avatar"),
    async ({ mayHaveRun }) => {
      const person = personOf(await reader.employee());
      if (mayHaveRun && (await hasNewImage(run, person))) return;
      await attachAvatar(run, person, imageURI, () => uploadNow(run));
    },
  );
}

async function uploadNow(
  run: HireRun,
  options?: FetchAvatarOptions,
): Promise<{ imageURI: string }> {
  const { avatar } = await run.reader.hire();
  return uploadAvatar(run, avatar, options);
}

/** Postpones the avatar if a later attempt may succeed. Any other failure is the failure of the step. */
function postponeAvatar(error: unknown): Upload {
  if (error instanceof StepFailure && error.retryable)
    return { postponedBy: error.code };
  throw error;
}

/**
 * Step "link identities": links the identities of a hire or an adoption in other systems (`slack`, `teams`, ...) after
 * the person is recorded. Until then, a message of such an account is refused like that of a stranger. If an identity
 * belongs to another employee, it stays theirs, leaves the item, and becomes a warning. If the step fails ten times,
 * that is a warning, too.
 *
 * It links only identities that the item lists since the person was recorded, so that the end of the employment unlinks
 * all of them. A hire that comes again adds none, because a chat account could speak for the person then.
 */
async function linkIdentities(
  run: RunnerRun,
  readEvent: () => Promise<{ identities?: WantedIdentities }>,
): Promise<Warning[]> {
  const { operation, store, steps } = run;
  const { employeeId } = operation;
  const linked = await settle(
    steps.idempotent(run.nameOf("link identities"), async (attempt) => {
      const { identities: wanted } = await readEvent();
      const { identities: noted = [] } = await requireEmployed(run, attempt);
      const all = identitiesOf(wanted);
      const isFree = await Promise.all(
        all.map(async (one) => {
          const { kind, id } = one;
          if (isIn(noted, one))
            return store.identities.link(kind, id, employeeId);
          const owner = await store.identities.find(kind, id);
          return owner === undefined || owner === employeeId;
        }),
      );
      const refused = all.filter((_, nth) => !isFree[nth]);
      // The identity leaves the item, so that a later event can link it.
      if (refused.some((one) => isIn(noted, one)))
        await store.leases.withLease(
          employeeId,
          operation.id,
          { where: {} },
          (lease, { identities = [] }) => {
            const kept = identities.filter((one) => !isIn(refused, one));
            return lease.note({ set: { identities: kept } });
          },
        );
      return refused.map(({ kind }): Warning => {
        return { about: `/identities/${kind}`, reason: "belongs-to-another" };
      });
    }),
  );
  if (linked.ok) return linked.value;
  const { code: reason } = linked.failure;
  return reason === "left-since" ? [] : [{ about: "identities", reason }];
}

function isIn(identities: readonly Identity[], wanted: Identity): boolean {
  return identities.some((one) => isSameIdentity(one, wanted));
}
