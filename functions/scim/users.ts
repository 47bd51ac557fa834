import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ScimResource, ScimUser } from "../../shared/store/scim-user.ts";
import type { AliasKind } from "../../shared/store/scim-users.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { enterpriseUrn } from "./attributes.ts";
import {
  changesOf,
  type UntimedEvent,
  isActive,
  plainEvent,
  eventsOfChange,
  eventsOfComeback,
} from "./events-of.ts";
import {
  beingDeleted,
  createHires,
  employmentEnded,
  isNameTaken,
  mostOpen,
} from "./hires.ts";
import { textIn } from "./resource.ts";
import { ScimError } from "./scim-error.ts";
import {
  busy,
  createUserRecords,
  type Requester,
  type ShownUser,
  spellEmployeeId,
  type UsersDependencies,
} from "./user-records.ts";

/** A change is tried this often, if other requests change the same user at the same moment. */
const maxRaces = 10;
/** At most this many operations of one caller may be at work. */
const maxActive = 100;

/** The users of identity providers, and what each request does with them. */
export function createUsers(dependencies: UsersDependencies) {
  const { store } = dependencies;
  const { scimUsers, operations } = store;
  const records = createUserRecords(dependencies);
  const hires = createHires({ ...dependencies, records });

  /** @throws ScimError 404 */
  async function findOne(caller: Caller, id: string): Promise<ShownUser> {
    const known = await records.find(caller, id);
    if (known) return known;
    throw new ScimError(404, "there is no such resource");
  }

  async function withOperation(shown: ShownUser): Promise<ShownUser> {
    const operation = await operations.get(shown.operationId);
    return { ...shown, operation };
  }

  /** Repeats a change as long as other requests are faster. @throws ScimError 404, 429 */
  async function untilWritten<T>(
    caller: Caller,
    id: string,
    attempt: (known: ShownUser) => Promise<T | undefined>,
  ): Promise<T> {
    for (let race = 1; race <= maxRaces; race++) {
      const done = await attempt(await findOne(caller, id));
      if (done !== undefined) return done;
    }
    throw busy();
  }

  async function eventsOf(
    caller: Caller,
    { employeeId, hireId, resource: before }: ShownUser,
    after: ScimResource,
    hiresAgain: boolean,
  ): Promise<UntimedEvent[]> {
    if (hireId !== undefined)
      return eventsOfChange(
        { employeeId, before, after, disable: disableOf(caller) },
        hiresAgain,
      );
    // A user who is not active must be valid for a later hire.
    const hire = await hires.nextHireOf(caller, employeeId, after);
    return isActive(after) ? [hire] : [];
  }

  /**
   * Changes a user of the caller. Nothing is written if nothing changes.
   *
   * @param changed - gives the resource after the change
   * @param hiresAgain - the hire of the user has failed or was cancelled, and is said once more
   */
  function change(
    requester: Requester,
    id: string,
    changed: (resource: ScimResource) => ScimResource,
    hiresAgain = false,
  ): Promise<ShownUser> {
    const { caller } = requester;
    return untilWritten(caller, id, async (known) => {
      const { resource: before } = known;
      const after = changed(before);
      const events = await eventsOf(caller, known, after, hiresAgain);
      if (events.length === 0 && isDeepStrictEqual(before, after))
        return withOperation(known);
      const written = await records.write(caller, known, after, events);
      if (!written) return undefined;
      const shown = { ...written.user, resource: after };
      if (shown.hireId !== known.hireId)
        return hires.afterHire(
          requester,
          shown,
          // A failed hire is nothing to go back to: if this one is refused too, the user is removed.
          hiresAgain ? undefined : known,
        );
      const settled = await records.waitForAll(requester, written.ids);
      if (settled.some(isNameTaken)) {
        const { active } = after;
        const { active: _, ...rest } = before;
        // The access is not refused: if the same request disables the user, that stays.
        const access = active === undefined ? {} : { active };
        await undo(caller, shown, { ...rest, ...access });
        throw nameRefused();
      }
      if (await hires.isEndedByOther(shown, settled)) {
        await undo(caller, shown, before);
        throw employmentEnded();
      }
      return { ...shown, operation: mostOpen(settled) };
    });
  }

  /** Undoes a change of which a part was refused. The provider sends it again, so the user must not show it. */
  async function undo(
    caller: Caller,
    user: ShownUser,
    before: ScimResource,
  ): Promise<void> {
    const events = changesOf(user.employeeId, user.resource, before);
    await records.write(caller, user, before, events);
  }

  /**
   * Forgets the hire of a deleted user who never had a person, because the data of the hire is erased some days after
   * its end. The employee counts as left, and the next hire is a new one. The deletion of a person erases its user, so
   * a deleted user of the state `left` never had one.
   *
   * @throws ScimError 503 while the person is being deleted
   */
  async function withoutLostHire(
    caller: Caller,
    deletedUser: ScimUser,
  ): Promise<ScimUser> {
    if (deletedUser.hireId === undefined) return deletedUser;
    const state = await scimUsers.stateOf(deletedUser.employeeId);
    if (state === "deleting") throw beingDeleted();
    // A hire from today would repeat the hire that was terminated today.
    if (state !== "left" || hires.isOfToday(deletedUser.atMs))
      return deletedUser;
    await scimUsers.noteLeft(caller.name, deletedUser, "user");
    return { ...deletedUser, hireId: undefined };
  }

  /** @param deletedUser - the deleted user with this name or employee, whose person has not been deleted yet */
  async function create(
    requester: Requester,
    resource: ScimResource,
    deletedUser: ScimUser | undefined,
  ): Promise<ShownUser> {
    const { caller } = requester;
    const id = randomUUID();
    const employeeId =
      deletedUser?.employeeId ?? employeeIdOf(caller, resource) ?? id;
    const ids = { id, employeeId };
    const before = deletedUser && (await withoutLostHire(caller, deletedUser));
    if (before?.hireId !== undefined) {
      const disable = disableOf(caller);
      const events = eventsOfComeback(
        { employeeId, after: resource, disable },
        before.isSuspended ?? false,
      );
      // Checked before anything is said, so that a refused request changes no person.
      await records.requireValid(caller, events);
      await records.requireFree(caller, before, resource);
      const said = await hires.beforeComeback(requester, resource, before);
      const { user, ids: operationIds } = await records.create(
        caller,
        ids,
        resource,
        events,
        said.user,
      );
      return hires.afterComeback(requester, resource, {
        user,
        ids: [...said.ids, ...operationIds],
      });
    }
    const hire = await hires.nextHireOf(caller, employeeId, resource);
    // A user who is not active yet must be valid for a later hire.
    await records.requireValid(caller, [hire]);
    const first = isActive(resource) ? [hire] : [];
    const { user } = await records.create(caller, ids, resource, first, before);
    const shown = { ...user, resource };
    if (first.length === 0) return shown;
    return hires.afterHire(requester, shown, undefined);
  }

  async function mayHavePerson(deletedUser: ScimUser): Promise<boolean> {
    if (deletedUser.hireId === undefined) return false;
    return (await scimUsers.stateOf(deletedUser.employeeId)) !== "left";
  }

  /** The status of the hire of an active user. Our store forgets a hire some months after it has succeeded. */
  async function hireStatusOf({ hireId, resource }: ShownUser) {
    if (!isActive(resource) || hireId === undefined) return undefined;
    return (await operations.get(hireId))?.status ?? "succeeded";
  }

  return {
    /** A user with the operation of the last event. */
    get: async (caller: Caller, id: string): Promise<ShownUser> =>
      withOperation(await findOne(caller, id)),

    find: (caller: Caller, id: string) => records.find(caller, id),

    /** Finds a user by a name, an id or an address. */
    async findBy(
      caller: Caller,
      kind: AliasKind,
      value: string,
    ): Promise<ShownUser | undefined> {
      const user = await records.lookUp(caller, kind, value);
      return user && records.show(caller, user);
    },

    ids: ({ name }: Caller): Promise<string[]> => scimUsers.ids(name),

    /** Creates a user, or brings back the user of this name or number who is not active, or is deleted. */
    async post(
      requester: Requester,
      resource: ScimResource,
    ): Promise<ShownUser> {
      const { caller } = requester;
      const userName = textIn(resource, "userName") ?? "";
      const employeeId = employeeIdOf(caller, resource);
      const byName = await records.lookUp(caller, "userName", userName);
      const byEmployee =
        employeeId === undefined
          ? undefined
          : await records.lookUp(caller, "employee", employeeId);
      const known = byName?.resource === undefined ? byEmployee : byName;
      const shown = known && (await records.show(caller, known));
      // Without an employee number, a user with the same name can be another person.
      if (shown) {
        const isSameEmployee =
          employeeId === undefined
            ? await records.isOfExternalId(caller, shown, resource)
            : isUserOf(caller, shown, employeeId);
        const hire = await hireStatusOf(shown);
        if (!isSameEmployee || hire === "succeeded") throw userExists();
        return change(
          requester,
          shown.id,
          () => ({ ...resource, active: isActive(resource) }),
          // If the hire needs attention, an operator decides about it.
          hire === "failed" || hire === "cancelled",
        );
      }
      const deletedUser = byEmployee ?? byName;
      if (!deletedUser) return create(requester, resource, undefined);
      const isSameEmployee =
        employeeId === undefined
          ? await records.isOfExternalId(caller, deletedUser, resource)
          : deletedUser.employeeId === employeeId;
      if (isSameEmployee) return create(requester, resource, deletedUser);
      if (employeeId === undefined && (await mayHavePerson(deletedUser)))
        throw userExists();
      return create(requester, resource, undefined);
    },

    change,

    async remove(requester: Requester, id: string): Promise<void> {
      const { caller } = requester;
      const { user } = await untilWritten(caller, id, (known) =>
        records.write(
          caller,
          known,
          undefined,
          isHired(known)
            ? [plainEvent("employee.terminated", known.employeeId)]
            : [],
        ),
      );
      await records.waitFor(requester, user.operationId);
    },

    /** @throws ScimError 429 while too many operations of the caller are at work */
    async requireRoom({ name }: Caller): Promise<void> {
      // Only the newest of all callers are read. If other callers have many of them, this caller may have more at work.
      const active = await scimUsers.countActive(name, 3 * maxActive);
      if (active < maxActive) return;
      throw new ScimError(429, "too much is at work: try again", undefined, {
        "retry-after": "10",
      });
    },
  };
}

/** The employee of a new user, if the caller's entry says which attribute it is. */
function employeeIdOf(
  { scim }: Caller,
  resource: ScimResource,
): string | undefined {
  if (scim?.employeeId === "id") return undefined;
  const number = textIn(resource, `${enterpriseUrn}:employeeNumber`);
  return number === undefined ? undefined : spellEmployeeId(number);
}

/** Whether a user is the user of an employee: it was created for them, it has their number now, or it has no number. */
function isUserOf(
  caller: Caller,
  { id, employeeId, resource }: ShownUser,
  searchedId: string,
): boolean {
  const number = employeeIdOf(caller, resource);
  return (
    spellEmployeeId(employeeId) === searchedId ||
    number === searchedId ||
    (number === undefined && employeeId === id)
  );
}

/**
 * Whether a user has a hire to end. A refused hire has no `hireId` any more, and its operation is still open. It ends
 * with the user if the employee has the user's id, and so no other source.
 */
function isHired({ id, employeeId, hireId, operationId }: ScimUser): boolean {
  return (
    hireId !== undefined || (employeeId === id && operationId !== undefined)
  );
}

function userExists(): ScimError {
  return new ScimError(
    409,
    "a user with this userName or employeeNumber exists, and is active or of another employee",
    "uniqueness",
  );
}

function nameRefused(): ScimError {
  return new ScimError(
    409,
    "the new userName or e-mail address belongs to another person of the platform",
    "uniqueness",
  );
}

function disableOf({ scim }: Caller) {
  return scim?.disable ?? "suspend";
}
