import type { Operation } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { ScimResource, ScimUser } from "../../shared/store/scim-user.ts";
import type { ScimUsers } from "../../shared/store/scim-users.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { clockAt } from "../../shared/zoned-time.ts";
import {
  adoptionOf,
  changesOf,
  type EventWord,
  hireOf,
  plainWord,
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

/** Hires of users, and what comes of them while the answer waits: a person who is there already, or who has left. */
export function createHires({ records, store, zone, nowMs }: Dependencies) {
  const dayOf = (atMs: number): string =>
    new Date(clockAt(atMs, zone)).toISOString().slice(0, "2026-01-31".length);

  /**
   * What a refused request has written counts as never said.
   *
   * @param before - the user before the request, undefined if the request has created it
   */
  async function takeBack(
    caller: Caller,
    user: ScimUser,
    before: ShownUser | undefined,
    words: readonly EventWord[] = [],
  ): Promise<void> {
    const hireId = before?.hireId;
    const asWas = { ...user, hireId };
    const written = await records.write(caller, asWas, before?.resource, words);
    if (written && !before) await records.discard(caller, written.user);
  }

  /**
   * The person of this name is somebody else, and the provider learns it. Of an employee whom only a new user had, nothing
   * is left to be done. Another one may still be hired when the name is free.
   */
  async function refuseName(
    { caller }: Requester,
    user: ScimUser,
    before: ShownUser | undefined,
  ): Promise<ScimError> {
    const { id, employeeId } = user;
    const isOver = !before && employeeId === id;
    const words = isOver ? [plainWord("employee.terminated", employeeId)] : [];
    await takeBack(caller, user, before, words);
    return nameTaken();
  }

  /** The employment has ended by the word of another sender, or today. No hire without a later day takes that back. */
  async function refuseLeaver(
    { caller }: Requester,
    user: ScimUser,
    before: ShownUser | undefined,
  ): Promise<ScimError> {
    await takeBack(caller, user, before);
    return hasEnded();
  }

  /** Whether the employment is over although the provider has taken back its own words: another sender has ended it. */
  async function isEndedByOther(
    { employeeId }: ScimUser,
    ended: readonly (Operation | undefined)[],
  ): Promise<boolean> {
    const type = "employee.termination_cancelled";
    const cancellation = ended.find((one) => one?.type === type);
    if (cancellation?.reason === "already-left") return true;
    // It waits for what is still to come of the end, if no other operation does.
    const { status, blockedBy } = cancellation ?? {};
    if (status !== "waiting" || blockedBy) return false;
    const state = await store.scimUsers.stateOf(employeeId);
    return state === "leaving" || state === "kept" || state === "left";
  }

  return {
    /**
     * Says what a deleted user who comes back is now. The access follows, so a refused name gives none to a leaver.
     *
     * @throws ScimError 409 if a name is taken, and the user stays deleted; 429 if another request was first
     */
    async beforeComeback(
      requester: Requester,
      resource: ScimResource,
      left: ScimUser,
    ): Promise<Written> {
      const { caller } = requester;
      const changes = changesOf(left.employeeId, {}, resource);
      // The write takes the place of a deletion that may not be handed over yet.
      await records.show(caller, left);
      const written = await records.write(caller, left, undefined, changes);
      if (!written) throw busy();
      const ended = await records.allSettled(requester, written.ids);
      if (ended.some(isNameTaken)) throw nameTaken();
      return written;
    },

    /** What follows from the events of a user who has come back. @throws ScimError */
    async afterComeback(
      requester: Requester,
      resource: ScimResource,
      { user, ids }: Written,
    ): Promise<ShownUser> {
      const ended = await records.allSettled(requester, ids);
      if (ended.some((one) => one?.reason === "deletion-began")) {
        // The user is deleted again, and can be created when the person is gone, if they are not gone already.
        const { caller } = requester;
        if (!(await records.write(caller, user, undefined, [])))
          await store.scimUsers.noteLeft(caller.name, user, "nobody");
        throw beingDeleted();
      }
      if (await isEndedByOther(user, ended)) {
        await records.write(requester.caller, user, undefined, []);
        throw hasEnded();
      }
      return { ...user, resource, operation: mostOpen(ended) };
    },

    isEndedByOther,

    /** The hire of a user. An employee who was here before starts again today. */
    async hireOf(
      { name }: Caller,
      employeeId: string,
      resource: ScimResource,
    ): Promise<EventWord> {
      const hasLeft = await store.scimUsers.hasLeft(name, employeeId);
      const startDate = hasLeft ? dayOf(nowMs()) : undefined;
      return hireOf(employeeId, resource, startDate);
    },

    isOfToday: (atMs: number): boolean => dayOf(atMs) === dayOf(nowMs()),

    /**
     * What follows from a hire that has ended while the answer waits.
     *
     * @param before - the user before the request, undefined if it is refused as if there had been none
     * @throws ScimError
     */
    async afterHire(
      requester: Requester,
      user: ShownUser,
      before: ShownUser | undefined,
    ): Promise<ShownUser> {
      const { caller } = requester;
      const { employeeId, hireId, resource } = user;
      const operation = await records.settled(requester, hireId);
      if (operation?.status === "cancelled")
        throw await refuseLeaver(requester, user, before);
      const isRepeated =
        operation?.status === "succeeded" && operation.sameAs !== undefined;
      const isTaken = isNameTaken(
        isRepeated ? await store.operations.get(operation.sameAs) : operation,
      );
      if (!isTaken && !isRepeated) return { ...user, operation };
      if (isTaken && !caller.scopes.includes("adopt"))
        throw await refuseName(requester, user, before);
      // Somebody else has created the person: what this provider says is a change.
      const written = await records.write(caller, user, resource, [
        ...(isTaken ? [adoptionOf(employeeId, resource)] : []),
        ...changesOf(employeeId, {}, resource),
      ]);
      if (!written) return { ...user, operation };
      const ended = await records.allSettled(requester, written.ids);
      const isRefused = isTaken && ended[0]?.status === "needs_attention";
      if (isRefused || ended.some(isNameTaken))
        throw await refuseName(requester, written.user, before);
      if (ended.some((one) => one?.reason === "left"))
        throw await refuseLeaver(requester, written.user, before);
      return { ...written.user, resource, operation: mostOpen(ended) };
    },
  };
}

/** A deletion that has begun takes a moment. After it, the same request creates the person anew. */
export function beingDeleted(): ScimError {
  return new ScimError(
    503,
    "the person of this user is being deleted: try again later",
    undefined,
    { "retry-after": "60" },
  );
}

export function hasEnded(): ScimError {
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

/** The operation of which there is most to tell. */
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
