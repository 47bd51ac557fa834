import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ScimResource, ScimUser } from "../../shared/store/scim-user.ts";
import type { AliasKind } from "../../shared/store/scim-users.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { enterpriseUrn } from "./attributes.ts";
import {
  changesOf,
  type EventWord,
  isActive,
  plainWord,
  wordsOfChange,
  wordsOfComeback,
} from "./events-of.ts";
import {
  beingDeleted,
  createHires,
  hasEnded,
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

/** Two requests for one user at the same moment. A third attempt of the loser meets them only in a flood. */
const maxRaces = 10;
/** So many operations of one caller may be at work. */
const maxActive = 100;

/** The users of identity providers: what each request makes of them. */
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

  /** Repeats a change of a user that another request was faster to change. @throws ScimError 404, 429 */
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

  /** The events of a change of a user. */
  async function wordsOf(
    caller: Caller,
    { employeeId, hireId, resource: before }: ShownUser,
    after: ScimResource,
    hiresAgain: boolean,
  ): Promise<EventWord[]> {
    if (hireId !== undefined)
      return wordsOfChange(
        { employeeId, before, after, disable: disableOf(caller) },
        hiresAgain,
      );
    const hire = await hires.hireOf(caller, employeeId, after);
    return isActive(after) ? [hire] : [];
  }

  /**
   * Changes a user of the caller by what is known of it. Nothing is written if nothing changes.
   *
   * @param hiresAgain - the hire of the user came to nothing, and is said once more
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
      const words = await wordsOf(caller, known, after, hiresAgain);
      if (words.length === 0 && isDeepStrictEqual(before, after))
        return withOperation(known);
      const written = await records.write(caller, known, after, words);
      if (!written) return undefined;
      const shown = { ...written.user, resource: after };
      if (shown.hireId !== known.hireId)
        return hires.afterHire(
          requester,
          shown,
          // A hire that came to nothing is none to go back to.
          hiresAgain ? undefined : known,
        );
      const ended = await records.allSettled(requester, written.ids);
      if (ended.some(isNameTaken)) {
        const { active } = after;
        const { active: _, ...rest } = before;
        // A disabling in the same request stays.
        const isOn = active === undefined ? {} : { active };
        await undo(caller, shown, { ...rest, ...isOn });
        throw nameRefused();
      }
      if (await hires.isEndedByOther(shown, ended)) {
        await undo(caller, shown, before);
        throw hasEnded();
      }
      return { ...shown, operation: mostOpen(ended) };
    });
  }

  /** A part of a change is refused, and so is the whole. The provider sends it again, so it must not count as known. */
  async function undo(
    caller: Caller,
    user: ShownUser,
    before: ScimResource,
  ): Promise<void> {
    const words = changesOf(user.employeeId, user.resource, before);
    await records.write(caller, user, before, words);
  }

  /**
   * A deleted user whose hire came to no person has a hire that nothing can go on with: its data is erased some days
   * after its end. The employee has left, and the next hire is another one.
   *
   * @throws ScimError 503 while the person is being deleted
   */
  async function withoutLostHire(
    caller: Caller,
    left: ScimUser,
  ): Promise<ScimUser> {
    if (left.hireId === undefined) return left;
    const state = await scimUsers.stateOf(left.employeeId);
    if (state === "deleting") throw beingDeleted();
    // A hire from today would repeat the one that was terminated today.
    if (state !== "left" || hires.isOfToday(left.atMs)) return left;
    await scimUsers.noteLeft(caller.name, left, "user");
    return { ...left, hireId: undefined };
  }

  /** @param left - the deleted user with this name or employee, whose person has not been deleted yet */
  async function create(
    requester: Requester,
    resource: ScimResource,
    left: ScimUser | undefined,
  ): Promise<ShownUser> {
    const { caller } = requester;
    const id = randomUUID();
    const employeeId = left?.employeeId ?? employeeIdOf(caller, resource) ?? id;
    const ids = { id, employeeId };
    const before = left && (await withoutLostHire(caller, left));
    if (before?.hireId !== undefined) {
      const disable = disableOf(caller);
      const words = wordsOfComeback(
        { employeeId, after: resource, disable },
        before.isSuspended ?? false,
      );
      // A request that is refused changes no person.
      await records.requireValid(caller, words);
      await records.requireFree(caller, before, resource);
      const said = await hires.beforeComeback(requester, resource, before);
      const { user, ids: operationIds } = await records.create(
        caller,
        ids,
        resource,
        words,
        said.user,
      );
      return hires.afterComeback(requester, resource, {
        user,
        ids: [...said.ids, ...operationIds],
      });
    }
    const hire = await hires.hireOf(caller, employeeId, resource);
    // A user who is not active yet must be one who can be hired.
    await records.requireValid(caller, [hire]);
    const words = isActive(resource) ? [hire] : [];
    const { user } = await records.create(caller, ids, resource, words, before);
    const shown = { ...user, resource };
    if (words.length === 0) return shown;
    return hires.afterHire(requester, shown, undefined);
  }

  /** Whether the person of a deleted user may still exist. */
  async function mayHavePerson(left: ScimUser): Promise<boolean> {
    if (left.hireId === undefined) return false;
    return (await scimUsers.stateOf(left.employeeId)) !== "left";
  }

  /** How the hire of a user who is to have access is. One that has succeeded is forgotten after some months. */
  async function hireStatusOf({ hireId, resource }: ShownUser) {
    if (!isActive(resource) || hireId === undefined) return undefined;
    return (await operations.get(hireId))?.status ?? "succeeded";
  }

  return {
    /** A user with what became of the last event. */
    get: async (caller: Caller, id: string): Promise<ShownUser> =>
      withOperation(await findOne(caller, id)),

    find: (caller: Caller, id: string) => records.find(caller, id),

    /** A user by one of the values that lead to a user. */
    async findBy(
      caller: Caller,
      kind: AliasKind,
      value: string,
    ): Promise<ShownUser | undefined> {
      const user = await records.lookUp(caller, kind, value);
      return user && records.show(caller, user);
    },

    ids: ({ name }: Caller): Promise<string[]> => scimUsers.ids(name),

    /** Creates a user, or brings back the one of this name who is not active, or is deleted. */
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
      const left = shown ? undefined : (byEmployee ?? byName);
      const before = shown ?? left;
      // Without a number, the name alone could be that of a namesake.
      const isNamesake =
        before !== undefined &&
        employeeId === undefined &&
        !(await records.isOfExternalId(caller, before, resource));
      if (isNamesake && (shown || (await mayHavePerson(before))))
        throw userExists();
      if (!shown) {
        const isLeft =
          !isNamesake &&
          left &&
          (employeeId ?? left.employeeId) === left.employeeId;
        return create(requester, resource, isLeft ? left : undefined);
      }
      const hire = await hireStatusOf(shown);
      const isOfAnother =
        employeeId !== undefined && !isUserOf(caller, shown, employeeId);
      if (isOfAnother || hire === "succeeded") throw userExists();
      return change(
        requester,
        shown.id,
        () => ({ ...resource, active: isActive(resource) }),
        // An operator decides about one that needs attention.
        hire === "failed" || hire === "cancelled",
      );
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
            ? [plainWord("employee.terminated", known.employeeId)]
            : [],
        ),
      );
      await records.settled(requester, user.operationId);
    },

    /** @throws ScimError 429 while too many operations of the caller are at work */
    async requireRoom({ name }: Caller): Promise<void> {
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

/** Whether a user is that of an employee: it was created for them, it has their number now, or it has none yet. */
function isUserOf(
  caller: Caller,
  { id, employeeId, resource }: ShownUser,
  wanted: string,
): boolean {
  const number = employeeIdOf(caller, resource);
  return (
    spellEmployeeId(employeeId) === wanted ||
    number === wanted ||
    (number === undefined && employeeId === id)
  );
}

/** Whether a hire was said. One that was refused is still open if only this user has the employee. */
function isHired({ id, employeeId, hireId, operationId }: ScimUser): boolean {
  return (
    (hireId ?? (employeeId === id ? operationId : undefined)) !== undefined
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
