import type { Operation } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { ScimResource, ScimUser } from "../../shared/store/scim-user.ts";
import type { ScimUsers } from "../../shared/store/scim-users.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { dateInZone } from "../../shared/zoned-time.ts";
import {
  adoptionOf,
  changesOf,
  type UntimedEvent,
  hireOf,
  plainEvent,
} from "./events-of.ts";
import { ScimError } from "./scim-error.ts";
import {
  busy,
  type Requester,
  type ShownUser,
  type UserRecords,
  type Written,
} from "./user-records.ts";

type Dependencies = {
  records: UserRecords;
  store: {
    scimUsers: Pick<ScimUsers, "hasLeft" | "noteLeft" | "stateOf">;
    operations: Pick<Operations, "get">;
  };
  zone: string;
  nowMs: () => number;
};

/** Hires of users, and what a request does if the person exists already, or the employee has left. */
export function createHires({ records, store, zone, nowMs }: Dependencies) {
  /**
   * Takes back what a refused request has written.
   *
   * @param before - the user before the request, undefined if the request has created it
   */
  async function takeBack(
    caller: Caller,
    user: ScimUser,
    before: ShownUser | undefined,
    events: readonly UntimedEvent[] = [],
  ): Promise<void> {
    // A write without a hire keeps the `hireId` of the user that it gets.
    const asWas = { ...user, hireId: before?.hireId };
    const resource = before?.resource;
    const written = await records.write(caller, asWas, resource, events);
    if (written && !before) await records.discard(caller, written.user);
  }

  /**
   * Refuses a request because its name belongs to another person. An employee with the id of this new user has no other
   * source, so the employee is terminated. An employee with a number may still be hired when the name is free.
   */
  async function refuseName(
    caller: Caller,
    user: ScimUser,
    before: ShownUser | undefined,
  ): Promise<ScimError> {
    const { id, employeeId } = user;
    const isOfNewUser = !before && employeeId === id;
    const end = plainEvent("employee.terminated", employeeId);
    await takeBack(caller, user, before, isOfNewUser ? [end] : []);
    return nameTaken();
  }

  /** Whether another sender has ended the employment, so that this provider cannot bring it back. */
  async function isEndedByOther(
    { employeeId }: ScimUser,
    settled: readonly (Operation | undefined)[],
  ): Promise<boolean> {
    const type = "employee.termination_cancelled";
    const cancellation = settled.find((one) => one?.type === type);
    if (cancellation?.reason === "already-left") return true;
    // The end of the other sender goes on. The cancellation waits to do the rest of it, if no other operation does.
    const { status, blockedBy } = cancellation ?? {};
    if (status !== "waiting" || blockedBy) return false;
    const state = await store.scimUsers.stateOf(employeeId);
    return state === "leaving" || state === "kept" || state === "left";
  }

  return {
    /**
     * Says the changes of a deleted user who comes back. Their access follows later, so a leaver with a refused name
     * gets none.
     *
     * @throws ScimError 409 if a name is taken, and the user stays deleted; 429 if another request was first
     */
    async beforeComeback(
      requester: Requester,
      resource: ScimResource,
      deletedUser: ScimUser,
    ): Promise<Written> {
      const { caller } = requester;
      const changes = changesOf(deletedUser.employeeId, {}, resource);
      // Hands over the events of the deletion, which the next write replaces.
      await records.show(caller, deletedUser);
      const written = await records.write(
        caller,
        deletedUser,
        undefined,
        changes,
      );
      if (!written) throw busy();
      const settled = await records.waitForAll(requester, written.ids);
      if (settled.some(isNameTaken)) throw nameTaken();
      return written;
    },

    /** What follows from the events of a user who has come back. @throws ScimError */
    async afterComeback(
      requester: Requester,
      resource: ScimResource,
      { user, ids }: Written,
    ): Promise<ShownUser> {
      const settled = await records.waitForAll(requester, ids);
      if (settled.some((one) => one?.reason === "deletion-began")) {
        // The user is deleted again. A provider can create it when the person is gone.
        const { caller } = requester;
        // If the user was erased with the person meanwhile, only this note tells that the employee has left.
        if (!(await records.write(caller, user, undefined, [])))
          await store.scimUsers.noteLeft(caller.name, user, "nobody");
        throw beingDeleted();
      }
      if (await isEndedByOther(user, settled)) {
        await records.write(requester.caller, user, undefined, []);
        throw employmentEnded();
      }
      return { ...user, resource, operation: mostOpen(settled) };
    },

    isEndedByOther,

    /** The hire of a user. An employee who has left starts again today. */
    async nextHireOf(
      { name }: Caller,
      employeeId: string,
      resource: ScimResource,
    ): Promise<UntimedEvent> {
      const hasLeft = await store.scimUsers.hasLeft(name, employeeId);
      const startDate = hasLeft ? dateInZone(nowMs(), zone) : undefined;
      return hireOf(employeeId, resource, startDate);
    },

    isOfToday: (atMs: number): boolean =>
      dateInZone(atMs, zone) === dateInZone(nowMs(), zone),

    /**
     * Waits for a hire, and adopts or changes the person if they exist already.
     *
     * @param before - the user before the request. Undefined: a refusal removes the user
     * @throws ScimError
     */
    async afterHire(
      requester: Requester,
      user: ShownUser,
      before: ShownUser | undefined,
    ): Promise<ShownUser> {
      const { caller } = requester;
      const { employeeId, hireId, resource } = user;
      const operation = await records.waitFor(requester, hireId);
      if (operation?.status === "cancelled") {
        await takeBack(caller, user, before);
        throw employmentEnded();
      }
      // A hire that repeats another one has succeeded, whatever became of the other one.
      const isRepeated =
        operation?.status === "succeeded" && operation.sameAs !== undefined;
      const isTaken = isNameTaken(
        isRepeated ? await store.operations.get(operation.sameAs) : operation,
      );
      if (!isTaken && !isRepeated) return { ...user, operation };
      if (isTaken && !caller.scopes.includes("adopt"))
        throw await refuseName(caller, user, before);
      // The person exists: another sender or an operator has created it. So the values of this provider are a change.
      const written = await records.write(caller, user, resource, [
        ...(isTaken ? [adoptionOf(employeeId, resource)] : []),
        ...changesOf(employeeId, {}, resource),
      ]);
      // Another request was first, and says the newer values.
      if (!written) return { ...user, operation };
      const settled = await records.waitForAll(requester, written.ids);
      const isAdoptionRefused =
        isTaken && settled[0]?.status === "needs_attention";
      if (isAdoptionRefused || settled.some(isNameTaken))
        throw await refuseName(caller, written.user, before);
      if (settled.some((one) => one?.reason === "left")) {
        await takeBack(caller, written.user, before);
        throw employmentEnded();
      }
      return { ...written.user, resource, operation: mostOpen(settled) };
    },
  };
}

/** A deletion takes a moment. After it, the same request creates the person anew. */
export function beingDeleted(): ScimError {
  return new ScimError(
    503,
    "the person of this user is being deleted: try again later",
    undefined,
    { "retry-after": "60" },
  );
}

export function employmentEnded(): ScimError {
  return new ScimError(
    409,
    "another sender has ended the employment of this employee, or it ended today and can start again tomorrow",
  );
}

function nameTaken(): ScimError {
  return new ScimError(
    409,
    "the userName or the e-mail address belongs to another person of the platform, who cannot be adopted",
    "uniqueness",
  );
}

/** The first operation that has not succeeded, or else the last one. */
export function mostOpen(
  operations: readonly (Operation | undefined)[],
): Operation | undefined {
  return (
    operations.find((one) => one && one.status !== "succeeded") ??
    operations.at(-1)
  );
}

export function isNameTaken(operation: Operation | undefined): boolean {
  return (
    operation?.status === "needs_attention" &&
    operation.reason === "username-or-email-taken"
  );
}
