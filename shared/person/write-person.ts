import { ApiError } from "../community/errors.ts";
import type { Person } from "../community/person.ts";
import { isSameEmailAddress } from "../email-address.ts";
import {
  attributesOfNames,
  type KnownNames,
  namesOf,
} from "../store/employee.ts";
import type { Lease } from "../store/leases.ts";
import { StepFailure } from "../step-failure.ts";
import { changePerson } from "./change-person.ts";
import type { ChangeableEmployee, ChangeRun } from "./change-run.ts";
import { fullNameOf } from "./full-name.ts";
import {
  isProtected,
  afterRead,
  type Rename,
  requireKnown,
  shownNamesOf,
  withRename,
} from "./known-person.ts";
import { isSameUsername } from "../fold-case.ts";
import { type Merged, mergePerson } from "./merge-person.ts";
import type { PersonPatch } from "./person-patch.ts";

/** The person, and the fields to change. */
type Change = {
  employee: ChangeableEmployee;
  patch: PersonPatch;
  /** The pointers that no newer event has set. */
  current: readonly string[];
  /** The pointers that an earlier attempt of this operation has written, or may have written. */
  noted: readonly string[];
  /** Whether the field with this pointer belongs to the person once it has a value. */
  isOwned: (pointer: string) => boolean;
  /** Notes the pointers that are written next, because an attempt after a crash finds no difference. */
  note: (changed: readonly string[]) => Promise<unknown>;
};

/** What a change came to, as JSON Pointers into the event's data. */
type Written = {
  person: Person;
  changed: string[];
  /** Fields that stay, because they belong to the person. */
  owned: string[];
  /** Names that the platform does not show although it accepted them. */
  ignored: string[];
};

/**
 * Writes what an event changes of a person, under the lease of the employee. Nothing is written when nothing differs.
 *
 * Before a rename is written, our store knows the old and the new names. It forgets the old names when the platform
 * shows the new ones, so that a termination recognises the person also after a rename that broke off.
 *
 * @throws StepFailure `person-missing`; `person-differs` when the person has none of the names that our store knows;
 *   `person-protected`; `name-required` when the event clears the only name; `username-or-email-taken`, and then
 *   nothing was changed
 */
export async function writePerson(
  run: ChangeRun,
  lease: Lease,
  change: Change,
): Promise<Written> {
  const { platformAuth } = run;
  const { employee, patch, current, noted, isOwned } = change;
  const { personID } = employee;
  const changed = new Set(noted);
  let names = namesOf(employee);
  let owned: string[] = [];

  const noteNames = async (next: KnownNames): Promise<void> => {
    const { usernames, emailHashes } = names;
    if (next.usernames === usernames && next.emailHashes === emailHashes)
      return;
    await lease.note(attributesOfNames(next));
    names = next;
  };

  const write = async (): Promise<Omit<Written, "changed" | "owned">> => {
    const before = names;
    let rename: Rename | undefined;
    try {
      const person = await changePerson(
        platformAuth.service,
        personID,
        lease,
        async (shown) => {
          const { addresses } = await requireKnown(run, shown, names);
          const merged = mergePerson(shown, patch, {
            isCurrent: (pointer) => current.includes(pointer),
            isOwned,
            isKnownEmail: (address) => addresses.includes(address),
            nameOrder: run.nameOrder,
          });
          ({ owned } = merged);
          if (merged.changed.length === 0) return undefined;
          requireName(run, merged);
          rename = renameOf(patch, merged.changed);
          if (rename) {
            await requireUnprotected(run, rename);
            await noteNames(await withRename(platformAuth, names, rename));
          }
          for (const pointer of merged.changed) changed.add(pointer);
          await change.note([...changed]);
          return merged.person;
        },
      );
      const shown = await shownNamesOf(platformAuth, person, names);
      await noteNames(afterRead(names, shown, lease.isDoubtful));
      return { person, ignored: ignoredBy(person, rename) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Nothing was written, so the earlier notes are right again.
      await change.note(noted);
      if (error.status !== 409 || !rename) throw error;
      await noteNames(before);
      throw new StepFailure("username-or-email-taken");
    }
  };

  const first = await write();
  // A late write may have arrived between our read and our write.
  const { person, ignored } = lease.isDoubtful ? await write() : first;
  return {
    person,
    changed: [...changed].filter((pointer) => !ignored.includes(pointer)),
    owned,
    ignored,
  };
}

/** The new names among the fields that differ. */
function renameOf(
  { username, email }: PersonPatch,
  changed: readonly string[],
): Rename | undefined {
  const rename = {
    ...(changed.includes("/username") && username && { username }),
    ...(changed.includes("/email") && email && { email }),
  };
  return Object.keys(rename).length === 0 ? undefined : rename;
}

/** Refuses to clear the only name of a person. The event alone does not show which names the person has. */
function requireName(
  { nameOrder }: ChangeRun,
  { person: { name = {} }, changed }: Merged,
): void {
  const isRenamed =
    changed.includes("/name/givenName") || changed.includes("/name/familyName");
  if (isRenamed && fullNameOf(name, nameOrder) === "")
    throw new StepFailure("name-required");
}

/** Refuses a protected username: the person could not be changed or deleted any more. */
async function requireUnprotected(
  { platformAuth, protectedUsernames }: ChangeRun,
  { username }: Rename,
): Promise<void> {
  if (
    username !== undefined &&
    (await isProtected(platformAuth, protectedUsernames, username))
  )
    throw new StepFailure("person-protected");
}

/** The names that the platform does not show after it accepted them. */
function ignoredBy(
  { svc, emails = [] }: Person,
  { username, email }: Rename = {},
): string[] {
  const isShown = (address: string) =>
    emails.some(({ value = "" }) => isSameEmailAddress(value, address));
  return [
    ...(username === undefined || isSameUsername(svc?.username, username)
      ? []
      : ["/username"]),
    ...(email === undefined || isShown(email) ? [] : ["/email"]),
  ];
}

/** Whether the platform certainly did not do what it was asked. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
