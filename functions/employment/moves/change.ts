import {
  type FieldTime,
  nameFields,
} from "../../../shared/employment/timeline.ts";
import { inOrder } from "../../../shared/employment/order.ts";
import {
  changeIdentities,
  differingIdentities,
  namedIdentities,
} from "../../../shared/person/change-identities.ts";
import {
  type PersonChange,
  personChangeOf,
} from "../../../shared/person/person-patch.ts";
import { writePerson } from "../../../shared/person/write-person.ts";
import { blockerOf, type ReasonCode } from "../../../shared/reason-codes.ts";
import type { Employee } from "../../../shared/store/employee.ts";
import type { Lease } from "../../../shared/store/leases.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import { situationOf } from "../look.ts";
import { readSaid } from "../said-data.ts";
import { countReleased } from "./ask.ts";
import { withoutCleared } from "../../../shared/person/said-fields.ts";
import {
  attachAvatar,
  hasNewImage,
  uploadAvatar,
} from "../../../shared/person/avatar/upload-avatar.ts";
import type { Person } from "../../../shared/community/person.ts";
import { personOf } from "../../../shared/person/known-person.ts";
import { settle } from "../../../shared/workflow/settle.ts";
import { addFindings } from "./add-findings.ts";

/** What one operation changed. It has names of fields and no values, so the engine's history may contain it. */
type Changed = {
  look: Look;
  /** The fields that were changed, as JSON Pointers into the event's data. */
  changed: string[];
  warnings: Warning[];
  /** The number of images that the person has, if the avatar of the event follows. */
  imagesBefore?: number | undefined;
  /** Why the platform refuses the change finally, so that an operator must act. */
  needs?: ReasonCode;
};

const avatar = "/avatar";

/**
 * Step "apply change": applies the fields of one operation to the person on the platform, as a JSON Merge Patch. The
 * next look finds the fields of the next operation, so that each operation fails alone. If an earlier write may arrive
 * late, the person does not count as changed, and the move is made again after that time. Steps "upload avatar" and
 * "attach avatar" follow.
 *
 * A status stays as it is, and a disabled person stays disabled. A field that cannot be changed leads to a warning:
 * `owned-by-person`, `rename-ignored`, `belongs-to-another`, `not-supported-by-platform`, or the reason of an avatar
 * that failed. A change that the platform refuses is not tried again by a later look, and the operation needs
 * attention: `person-missing`; `person-differs`; `person-protected`; `name-required`; `username-or-email-taken`;
 * `data-erased`.
 */
export const makeChange: MakeMove<"change"> = async (run, { move }) => {
  const [first] = inOrder(move.fields);
  if (first === undefined) throw new StepFailure("unexpected");
  const { by } = first;
  const fields = move.fields.filter((field) => field.by === by);
  const { look, changed, warnings, imagesBefore, needs } =
    await run.steps.sideEffect(run.nameOf("apply change"), (attempt) =>
      applyOnce(run, by, fields, attempt),
    );
  if (imagesBefore !== undefined && look.againAtMs === undefined) {
    const failed = await replaceAvatar(run, by, imagesBefore);
    if (failed === undefined) changed.push(avatar);
    else warnings.push({ about: avatar, reason: failed });
  }
  // Another move of this execution may have changed other fields of the same operation.
  const known = run.findings.get(by)?.result?.changed ?? [];
  addFindings(run, by, {
    result: { refs: {}, changed: [...new Set([...known, ...changed])] },
    warnings,
    ...(needs !== undefined && { needs }),
  });
  return look;
};

async function applyOnce(
  run: RunnerRun,
  by: string,
  asked: readonly FieldTime[],
  { attempt, mayHaveRun }: Attempt,
): Promise<Changed> {
  const { store, operation } = run;
  // A holder of the lease before this attempt may have changed the item.
  if (attempt > 1)
    run.memory.employment = await store.employees.get(operation.employeeId);
  const item = await run.item();
  const { wanted } = situationOf(item, run, run.nowMs());
  // Something may have been said since the look.
  const fields = asked.filter(({ field }) =>
    wanted.fields.some((one) => one.field === field && one.by === by),
  );
  const isOwn = by === operation.id;
  // An earlier attempt, or an execution of the other operation, may have written the person, which now shows no
  // difference. An execution notes what it writes for its own operation. `changed` is a copy from the start.
  const notedSince =
    mayHaveRun || !isOwn
      ? (await store.operations.get(by))?.result?.changed
      : undefined;
  const notedAtStart = isOwn ? operation.changed : undefined;
  const writtenBefore = notedSince ?? notedAtStart ?? [];
  const change = { by, fields, writtenBefore };
  // A rename that an operator has released counts in the limit, too.
  if (fields.some(({ field }) => nameFields.includes(field)))
    await countReleased(run, "rename", by);
  try {
    return await applyTo(run, item, wanted.fields, change);
  } catch (error) {
    const { code, retryable } = toStepFailure(error);
    if (
      retryable ||
      blockerOf(code) !== undefined ||
      code === "employee-changed"
    )
      throw error;
    const unfinished = item.unfinished.map((one) =>
      one.id === by ? { ...one, isRefused: true } : one,
    );
    const person = personWith(fields, item);
    // If something was said meanwhile, nothing is written, and the change is tried and refused again.
    const look = await run.write({ set: { person, unfinished } }, item.version);
    return { look, changed: [], warnings: [], needs: code };
  }
}

type ChangeOfOperation = {
  /** The operation. */
  by: string;
  fields: FieldTime[];
  /** The fields that the operation may have written already, as pointers. */
  writtenBefore: readonly string[];
};

async function applyTo(
  run: RunnerRun,
  item: Employee,
  wanted: readonly FieldTime[],
  { by, fields, writtenBefore }: ChangeOfOperation,
): Promise<Changed> {
  const { operation, key } = run;
  const { leases, employees, operations } = run.store;
  const { personID } = item;
  const said = await readSaid(run, by);
  if (said === undefined || personID === undefined)
    throw new StepFailure("data-erased");
  const isHire = said.type === "employee.hired";
  const { identities, ...named } = personChangeOf(said.data);
  // A chat account could speak for the person, so a hire that comes again links none.
  const patch: PersonChange = isHire ? named : { ...named, identities };
  // The avatar of a new person follows with the other extras.
  const awaitsAvatar = isHire && item.extrasOf !== undefined;
  const current = currentOf(fields, wanted, patch, item).filter(
    (pointer) => pointer !== avatar || !awaitsAvatar,
  );
  const after = { person: personWith(fields, item) };
  if (current.length === 0)
    return { look: await run.write({ set: after }), changed: [], warnings: [] };
  // A field that this operation has written itself is not taken for the person's own.
  const owned: readonly string[] = run.personOwns;
  const isOwned = (pointer: string) =>
    owned.includes(pointer.split("/")[1] ?? "") &&
    !writtenBefore.includes(pointer);
  // An execution can only write the result of its own operation.
  const note = async (pointers: readonly string[]) =>
    by === operation.id &&
    operations.noteChanges(operation, personID, pointers);
  // When the lease ends, the item gets `after`, unless an earlier write may still arrive.
  const leaseWrites = employees.leaseOf(key, { after });
  let againAtMs: number | undefined;
  const write = async (lease: Lease): Promise<Omit<Changed, "look">> => {
    const employee = { ...item, personID };
    const written = await writePerson(run, lease, {
      employee,
      patch,
      current,
      noted: writtenBefore,
      isOwned,
      note,
    });
    const differing = differingIdentities(patch.identities, item, current);
    const changed = [...new Set([...written.changed, ...differing])];
    // An earlier attempt may have noted them already.
    if (changed.length > written.changed.length) await note(changed);
    const unlinked = await changeIdentities(
      run,
      lease,
      employee,
      patch.identities,
      current,
    );
    const refused = unlinked.map(({ about }) => about);
    const image = current.includes(avatar)
      ? imageOf(patch, written.person, isOwned(avatar), isHire)
      : { warnings: [] };
    if (lease.isDoubtful) againAtMs = lease.lateWriteUntilMs;
    return {
      changed: changed.filter((pointer) => !refused.includes(pointer)),
      warnings: [
        ...warn(written.owned, "owned-by-person"),
        ...warn(written.ignored, "rename-ignored"),
        ...unlinked,
        ...image.warnings,
      ],
      ...("imagesBefore" in image && { imagesBefore: image.imagesBefore }),
    };
  };
  const { employeeId, id } = operation;
  const changed = await leases.withLease(employeeId, id, leaseWrites, write);
  // The lease has written names or identities to the item, so it is read again.
  if (current.some(isKept)) delete run.memory.employment;
  const look =
    againAtMs === undefined
      ? await run.noted(after)
      : { ...(await run.noted({})), againAtMs };
  return { ...changed, look };
}

/** Whether the item of the employee keeps what this field says. */
function isKept(pointer: string): boolean {
  return nameFields.includes(pointer) || pointer.startsWith("/identities");
}

/** The pointers to write. Null for all identities clears each identity that no later statement has named. */
function currentOf(
  fields: readonly FieldTime[],
  wanted: readonly FieldTime[],
  { identities }: PersonChange,
  item: Employee,
): string[] {
  const pointers = withoutCleared(fields, wanted)
    .map(({ field }) => field)
    .filter((pointer) => !ofHire.includes(pointer));
  if (!pointers.includes("/identities"))
    return identities === undefined
      ? pointers.filter((pointer) => !pointer.startsWith("/identities"))
      : pointers;
  const named = new Set(wanted.map(({ field }) => field));
  const cleared = namedIdentities(identities, item).filter(
    (pointer) => pointer === "/identities" || !named.has(pointer),
  );
  return [...new Set([...pointers, ...cleared])];
}

/** Only a new person gets these. */
const ofHire = ["/tasks", "/streams", "/zone"];

/** The person of the item, as if these fields were written. */
function personWith(
  fields: readonly FieldTime[],
  { person }: Employee,
): Employee["person"] {
  if (!("fields" in person)) return person;
  const names = new Set(fields.map(({ field }) => field));
  const others = person.fields.filter(({ field }) => !names.has(field));
  return { ...person, fields: [...others, ...fields] };
}

function warn(
  pointers: readonly string[],
  reason: Warning["reason"],
): Warning[] {
  return pointers.map((about) => ({ about, reason }));
}

/** Few, because a termination that is said meanwhile waits for these attempts. */
const maxAttempts = 3;

/**
 * Steps "upload avatar" and "attach avatar": adds the image of a change, which is the avatar from then on
 * (docs/interface.md, §4). Without a lease, because an image overwrites no other change.
 *
 * @param by - the operation of the change
 * @param imagesBefore - how many images the person had. If an attempt finds more, an earlier one has attached the image
 * @returns why the person does not have the image, or undefined
 */
async function replaceAvatar(
  run: RunnerRun,
  by: string,
  imagesBefore: number,
): Promise<ReasonCode | undefined> {
  const { steps, nameOf } = run;
  const upload = async () => {
    const said = await readSaid(run, by);
    if (!said) throw new StepFailure("data-erased");
    return uploadAvatar(run, personChangeOf(said.data).avatar);
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
      if (mayHaveRun && (await hasNewImage(run, person, imagesBefore))) return;
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
function imageOf(
  { avatar: wanted }: PersonChange,
  { photos = [], thumbnailUrl }: Person,
  isOwned: boolean,
  keepsAvatar: boolean,
): { imagesBefore?: number; warnings: Warning[] } {
  const hasImage = photos.length > 0 || thumbnailUrl !== undefined;
  if (!hasImage) return { ...(wanted && { imagesBefore: 0 }), warnings: [] };
  if (keepsAvatar) return { warnings: [] };
  if (isOwned) return { warnings: warn([avatar], "owned-by-person") };
  return wanted
    ? { imagesBefore: photos.length, warnings: [] }
    : { warnings: warn([avatar], "not-supported-by-platform") };
}
