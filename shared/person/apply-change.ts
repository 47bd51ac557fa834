import { absent } from "../dynamodb/expressions.ts";
import type { Person } from "../community/person.ts";
import { changeableStates, type Employee } from "../store/employee.ts";
import { lateWriteMs, type Lease } from "../store/leases.ts";
import type { Warning } from "../store/operation.ts";
import { StoreConflict } from "../store/store-conflict.ts";
import type { Attempt } from "../workflow/steps.ts";
import { StepFailure, toStepFailure } from "../workflow/failure.ts";
import { settle } from "../workflow/settle.ts";
import { changeAvatar } from "./change-avatar.ts";
import {
  changeIdentities,
  differingIdentities,
  namedIdentities,
} from "./change-identities.ts";
import {
  type ChangeableEmployee,
  type ChangeOptions,
  type ChangeRun,
  readChangeable,
} from "./change-run.ts";
import { orderFields, timeOf } from "./field-times.ts";
import { namedFields } from "./merge-person.ts";
import type { PersonChange } from "./person-patch.ts";
import { writePerson } from "./write-person.ts";

/** What a change came to. It holds names of fields and no values, so the engine's history may hold it. */
export type Applied = {
  personID: string;
  /** The fields that were changed, as JSON Pointers into the event's data. */
  changed: string[];
  warnings: Warning[];
};

type AppliedOnce = Applied & {
  /** A late write of an earlier holder of the lease may undo the change. */
  isDoubtful: boolean;
  /** The number of images that the person has, if the avatar of the event follows. */
  imagesBefore?: number | undefined;
};

const step = "apply change";
const avatar = "/avatar";

/**
 * Steps "apply change", "upload avatar" and "attach avatar": applies the fields of an event to the person on the
 * platform, as a JSON Merge Patch. The time of each field is compared with that of the event that set the field last,
 * so that changes have the same result in any order. If an earlier write may arrive late, the step is repeated after
 * that time, as `apply change again`.
 *
 * A status stays as it is, and a disabled person stays disabled. A field that cannot be changed leads to a warning:
 * `newer-change`, `owned-by-person`, `rename-ignored`, `belongs-to-another`, `not-supported-by-platform`, or the
 * reason of an avatar that failed.
 *
 * @param readChange - reads the event's data, which must not be in the engine's history
 * @throws StepFailure `left-since` when the person is or will be deleted; `person-missing`; `person-differs`;
 *   `person-protected`; `name-required`; `username-or-email-taken`; `data-erased`
 */
export async function applyChange(
  run: ChangeRun,
  readChange: () => Promise<PersonChange>,
  options: ChangeOptions = {},
): Promise<Applied> {
  const { steps, operation } = run;
  const once = (noted: readonly string[]) => async (attempt: Attempt) => {
    // An earlier attempt may have written the person, which now shows no difference.
    const earlier = attempt.mayHaveRun
      ? (await run.store.operations.get(operation.id))?.result?.changed
      : undefined;
    return applyOnce(run, readChange, options, earlier ?? noted);
  };
  const first = await steps.sideEffect(step, once(operation.changed ?? []));
  const { personID, warnings, imagesBefore } = first;
  const { changed } = first.isDoubtful
    ? await applyAgain(run, first, once(first.changed))
    : first;
  if (imagesBefore === undefined) return { personID, changed, warnings };
  const failed = await changeAvatar(run, readChange, imagesBefore);
  return failed === undefined
    ? { personID, changed: [...changed, avatar], warnings }
    : {
        personID,
        changed,
        warnings: [...warnings, { about: avatar, reason: failed }],
      };
}

async function applyAgain(
  { steps, context }: ChangeRun,
  first: AppliedOnce,
  once: (attempt: Attempt) => Promise<AppliedOnce>,
): Promise<Pick<Applied, "changed">> {
  const seconds = lateWriteMs / 1_000;
  await context.wait(`before ${step} again`, { seconds });
  const again = await settle(steps.sideEffect(`${step} again`, once));
  if (again.ok) return again.value;
  if (again.failure.code === "left-since") return first;
  throw again.failure;
}

async function applyOnce(
  run: ChangeRun,
  readChange: () => Promise<PersonChange>,
  options: ChangeOptions,
  noted: readonly string[],
): Promise<AppliedOnce> {
  const { operation, store } = run;
  const { id, employeeId } = operation;
  const employee = await readChangeable(run);
  const { personID, fieldsVersion = 0 } = employee;
  const patch = await readChange();
  const { at = timeOf(operation) } = options;
  const ordered = orderFields(namesIn(patch, employee), at, employee);
  const { current, fieldTimes } = ordered;
  const outdated = warn(ordered.outdated, "newer-change");
  if (current.length === 0)
    return {
      personID,
      changed: [...noted],
      warnings: outdated,
      isDoubtful: false,
    };
  const condition = {
    where: {
      personID,
      state: { oneOf: changeableStates },
      fieldsVersion: employee.fieldsVersion ?? absent,
    },
    set: { fieldTimes, fieldsVersion: fieldsVersion + 1 },
  };
  const change = {
    employee,
    patch,
    current,
    noted,
    isOwned: ownedBy(run, noted),
    note: (pointers: readonly string[]) =>
      store.operations.noteChanges(operation, personID, pointers),
    beforeRename: async () => options.beforeRename?.(personID),
    // A change that wrote nothing must not make an older one outdated.
    onNothingWritten: () =>
      store.employees.restoreFieldTimes(employeeId, id, employee.fieldTimes),
  };
  const write = async (
    lease: Lease,
    leased: Employee,
  ): Promise<AppliedOnce> => {
    const written = await writePerson(run, lease, change);
    const { identities } = patch;
    const differing = differingIdentities(identities, employee, current);
    const changed = [...new Set([...written.changed, ...differing])];
    // An earlier attempt may have noted them already.
    if (changed.length > written.changed.length)
      await store.operations.noteChanges(operation, personID, changed);
    const unlinked = await changeIdentities(run, leased, identities, current);
    const refused = unlinked.map(({ about }) => about);
    const image = current.includes(avatar)
      ? imageOf(patch, written.person, change.isOwned(avatar), options)
      : { warnings: [] };
    return {
      personID,
      changed: changed.filter((pointer) => !refused.includes(pointer)),
      warnings: [
        ...outdated,
        ...warn(written.owned, "owned-by-person"),
        ...warn(written.ignored, "rename-ignored"),
        ...unlinked,
        ...image.warnings,
      ],
      isDoubtful: lease.isDoubtful,
      imagesBefore: image.imagesBefore,
    };
  };
  try {
    return await store.leases.hold(employeeId, id, condition, write);
  } catch (error) {
    throw await whyNot(run, error);
  }
}

/** The fields of an event, as JSON Pointers into its data. */
function namesIn(patch: PersonChange, employee: ChangeableEmployee): string[] {
  return [
    ...namedFields(patch),
    ...(patch.avatar === undefined ? [] : [avatar]),
    ...namedIdentities(patch.identities, employee),
  ];
}

/** A field that this operation has written itself is not taken for the person's own. */
export function ownedBy(
  { personOwns }: Pick<ChangeRun, "personOwns">,
  noted: readonly string[],
) {
  return (pointer: string): boolean =>
    personOwns.includes(pointer.split("/")[1] ?? "") &&
    !noted.includes(pointer);
}

/** What an event means for the image of a person. The interface has no deletion of an image (docs/interface.md, §4). */
export function imageOf(
  { avatar: wanted }: PersonChange,
  { photos = [], thumbnailUrl }: Person,
  isOwned: boolean,
  { keepsAvatar }: Pick<ChangeOptions, "keepsAvatar">,
): { imagesBefore?: number; warnings: Warning[] } {
  const hasImage = photos.length > 0 || thumbnailUrl !== undefined;
  if (!hasImage) return { ...(wanted && { imagesBefore: 0 }), warnings: [] };
  if (keepsAvatar) return { warnings: [] };
  if (isOwned) return { warnings: warn([avatar], "owned-by-person") };
  return wanted
    ? { imagesBefore: photos.length, warnings: [] }
    : { warnings: warn([avatar], "not-supported-by-platform") };
}

/** Another change, or the end of the employment, may have been first. */
async function whyNot(run: ChangeRun, error: unknown): Promise<unknown> {
  const isConflict =
    error instanceof StoreConflict && error.code === "employee-changed";
  if (!isConflict && toStepFailure(error).code !== "person-missing")
    return error;
  await readChangeable(run);
  return isConflict
    ? new StepFailure("employee-busy", { retryable: true })
    : error;
}

function warn(
  pointers: readonly string[],
  reason: Warning["reason"],
): Warning[] {
  return pointers.map((about) => ({ about, reason }));
}
