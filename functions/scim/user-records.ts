import { foldEmailAddress } from "../../shared/email-address.ts";
import { employeeIdSchema } from "../../shared/fields.ts";
import { foldCase } from "../../shared/fold-case.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { IntakeStore } from "../../shared/store/intake-store.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type {
  PendingEvent,
  ScimResource,
  ScimUser,
} from "../../shared/store/scim-user.ts";
import type {
  AliasKind,
  ScimUserChange,
  ScimUsers,
} from "../../shared/store/scim-users.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { fingerprintOf } from "../../shared/fingerprint.ts";
import { operationIdOf } from "../../shared/webhook/delivery.ts";
import {
  createIntake,
  type IntakeDependencies,
  type IntakeResult,
  createEventValidation,
  type ValidEvent,
} from "../../shared/webhook/intake.ts";
import { waitUntilSettled } from "../../shared/webhook/prefer-wait.ts";
import { scimEvents } from "./event.ts";
import { type UntimedEvent, isActive, mainAddressOf } from "./events-of.ts";
import { textIn } from "./resource.ts";
import { ScimError, ScimEventRefused } from "./scim-error.ts";

export type UsersDependencies = Omit<IntakeDependencies, "store"> & {
  store: IntakeStore & { scimUsers: ScimUsers };
  sleepMs: (durationMs: number) => Promise<void>;
};

/** A user before a write, which sets both times. */
type UserToWrite = Omit<ScimUser, "createdAtMs" | "updatedAtMs">;

/** Who sends the request, and until when the answer may wait for the work. */
export type Requester = { caller: Caller; deadlineMs: number };

/** A user as an answer shows it. */
export type ShownUser = ScimUser & {
  resource: ScimResource;
  /** The operation of the last event. */
  operation?: Operation | undefined;
};

/** A user after a write, and the operations of its events. */
export type Written = { user: ScimUser; ids: readonly string[] };

export type UserRecords = ReturnType<typeof createUserRecords>;

/**
 * The items of users. One write of an item stores what a provider says of a user, and the events that follow from it.
 * Then the intake gets the events. If the Lambda function ends first, the next request about the user hands them over.
 * So no answer shows a change whose events are not accepted.
 */
export function createUserRecords(dependencies: UsersDependencies) {
  const { store, nowMs, sleepMs } = dependencies;
  const { scimUsers, operations } = store;
  // The item of the user orders its events by their times. The intake would replace a time in the future by its own.
  // For this clock, no time lies in the future.
  const ofIntake = { ...dependencies, nowMs: () => Infinity };
  const submit = createIntake(scimEvents, ofIntake);
  const validate = createEventValidation(scimEvents, ofIntake);

  /** Gives events their ids and times. Each event of a user is later than the event before it. */
  function timed(
    { name }: Caller,
    { id, turn, atMs, operationId }: UserToWrite,
    events: readonly UntimedEvent[],
  ): Pick<ScimUserChange, "atMs" | "operationId" | "pending"> {
    const firstMs = Math.max(nowMs(), atMs + 1);
    const pending = events.map(({ type, data }, index) => {
      const deliveryId = `scim ${id} ${turn + 1}.${index}`;
      const timestamp = new Date(firstMs + index).toISOString();
      return {
        deliveryId,
        document: JSON.stringify({ type, timestamp, data }),
      };
    });
    const last = pending.at(-1);
    if (!last) return { atMs, operationId };
    return {
      atMs: firstMs + pending.length - 1,
      operationId: operationIdOf(name, last.deliveryId),
      pending,
    };
  }

  /** @throws ScimError if an event would be refused, before anything is stored */
  async function requireValid(
    caller: Caller,
    events: readonly UntimedEvent[],
  ): Promise<void> {
    const timestamp = new Date(nowMs()).toISOString();
    for (const event of events)
      requireAccepted(
        await validate({ caller, document: { ...event, timestamp } }),
      );
  }

  /** Hands the events of a user's last write over to the intake. */
  async function handOver(caller: Caller, user: ScimUser): Promise<ScimUser> {
    const { pending, ...rest } = user;
    if (!pending) return user;
    // The same events have the same ids, so it is harmless to do it again.
    for (const { deliveryId, document } of pending)
      requireAccepted(
        await submit({
          caller,
          document: parseJson(document),
          deliveryId,
          loggedId: deliveryId,
          fingerprint: fingerprintOf(document),
        }),
      );
    await scimUsers.removePending(caller.name, user);
    return rest;
  }

  /** The key of an alias: an item that leads from a name, an id or an address to the user. */
  function aliasKeyOf(
    { name }: Caller,
    kind: AliasKind,
    value: string,
  ): Promise<string> {
    const spelled = {
      userName: foldCase,
      email: foldEmailAddress,
      externalId: String,
      employee: spellEmployeeId,
    };
    return scimUsers.aliasKeyOf(name, kind, spelled[kind](value));
  }

  async function externalIdKeyOf(caller: Caller, resource: ScimResource) {
    const value = textIn(resource, "externalId");
    return value === undefined
      ? undefined
      : aliasKeyOf(caller, "externalId", value);
  }

  function aliasKeysOf(
    caller: Caller,
    employeeId: string,
    resource: ScimResource,
  ): Promise<string[]> {
    const values: [AliasKind, string | undefined][] = [
      ["userName", textIn(resource, "userName")],
      ["externalId", textIn(resource, "externalId")],
      ["email", mainAddressOf(resource)],
      ["employee", employeeId],
    ];
    return Promise.all(
      values.flatMap(([kind, value]) =>
        value === undefined ? [] : [aliasKeyOf(caller, kind, value)],
      ),
    );
  }

  /**
   * Claims names for a user, the first name before the others. If each of two requests had a part of the names, both
   * would fail for ever.
   *
   * @throws ScimError 409 if another user of the caller has one of the names; 429 if one is being created
   */
  async function claim(
    { name }: Caller,
    [first, ...others]: readonly string[],
    id: string,
  ): Promise<void> {
    if (first === undefined) return;
    const claims = [await scimUsers.claim(name, first, id)];
    if (claims[0] === "claimed")
      claims.push(
        ...(await Promise.all(
          others.map((key) => scimUsers.claim(name, key, id)),
        )),
      );
    if (claims.includes("taken")) throw nameOfAnother();
    if (claims.includes("busy")) throw busy();
  }

  /** Prepares the write of a user, or of a deleted one without `resource`, and claims its names. @throws ScimError */
  async function prepare(
    caller: Caller,
    user: UserToWrite,
    resource: ScimResource | undefined,
    events: readonly UntimedEvent[],
  ): Promise<ScimUserChange> {
    await requireValid(caller, events);
    const aliases = resource
      ? await aliasKeysOf(caller, user.employeeId, resource)
      : user.aliases;
    const added = aliases.filter((key) => !user.aliases.includes(key));
    await claim(caller, added, user.id);
    const times = timed(caller, user, events);
    const operationIds = operationIdsOf(caller, times.pending);
    const hireIndex = events.findIndex(({ type }) => type === "employee.hired");
    const before = user.resource;
    return {
      ...times,
      ...(resource
        ? { resource, externalIdKey: await externalIdKeyOf(caller, resource) }
        : {
            // The deletion notes whether the user was suspended. A later write of the deleted user keeps the note.
            isSuspended: before ? !isActive(before) : user.isSuspended,
            externalIdKey: user.externalIdKey,
          }),
      aliases,
      hireId: operationIds[hireIndex] ?? user.hireId,
    };
  }

  async function finishWrite(caller: Caller, written: ScimUser) {
    const ids = operationIdsOf(caller, written.pending);
    return { user: await handOver(caller, written), ids };
  }

  const records = {
    /** Waits until the operation does not run any more, or the time of the answer is up. Resolves to the operation. */
    async waitFor(
      { deadlineMs }: Requester,
      id: string | undefined,
    ): Promise<Operation | undefined> {
      // The events are accepted already, so a failed read must not become an error answer.
      const operation = await operations.get(id).catch(() => undefined);
      const waitMs = deadlineMs - nowMs();
      return (
        operation &&
        waitUntilSettled(operation, operations, waitMs, { nowMs, sleepMs })
      );
    },

    /** Waits for several operations as `waitFor` does. */
    waitForAll: (requester: Requester, ids: readonly string[]) =>
      Promise.all(ids.map((id) => records.waitFor(requester, id))),

    /** A user of the caller who is not deleted. */
    async find(caller: Caller, id: string): Promise<ShownUser | undefined> {
      const user = await scimUsers.get(caller.name, id);
      return user && records.show(caller, user);
    },

    /** The user with this value. The user may be deleted. */
    async lookUp(
      caller: Caller,
      kind: AliasKind,
      value: string,
    ): Promise<ScimUser | undefined> {
      const key = await aliasKeyOf(caller, kind, value);
      return scimUsers.find(caller.name, key);
    },

    /** Whether a user, who may be deleted, has the `externalId` of the resource, or both have none. */
    isOfExternalId: async (
      caller: Caller,
      { externalIdKey }: ScimUser,
      resource: ScimResource,
    ): Promise<boolean> =>
      externalIdKey === (await externalIdKeyOf(caller, resource)),

    /** A user as an answer shows it, undefined after a deletion. Events that wait are handed over before. */
    async show(caller: Caller, user: ScimUser): Promise<ShownUser | undefined> {
      const stored = await handOver(caller, user);
      const { resource } = stored;
      return resource && { ...stored, resource };
    },

    requireValid,

    /** @throws ScimError 409 if another user of the caller has one of the names */
    async requireFree(
      caller: Caller,
      { id, employeeId }: ScimUser,
      resource: ScimResource,
    ): Promise<void> {
      const keys = await aliasKeysOf(caller, employeeId, resource);
      const owners = await Promise.all(
        keys.map((key) => scimUsers.find(caller.name, key)),
      );
      if (owners.some((one) => one?.resource && one.id !== id))
        throw nameOfAnother();
    },

    /**
     * Writes a new user and the events that follow.
     *
     * @param deletedUser - the deleted user of the same employee, who is replaced
     */
    async create(
      caller: Caller,
      ids: Pick<ScimUser, "id" | "employeeId">,
      resource: ScimResource,
      events: readonly UntimedEvent[],
      deletedUser: ScimUser | undefined,
    ): Promise<Written> {
      const { atMs = 0, hireId, operationId } = deletedUser ?? {};
      const fresh = { ...ids, turn: 0, atMs, hireId, operationId, aliases: [] };
      const created = await scimUsers.create(
        caller.name,
        ids,
        await prepare(caller, fresh, resource, events),
      );
      if (deletedUser) await scimUsers.remove(caller.name, deletedUser);
      return finishWrite(caller, created);
    },

    /**
     * Writes a user and the events that follow, in one write. Undefined if another request was first.
     *
     * @param resource - undefined: the user is deleted, and only the ids stay, so that the employee can come back
     */
    async write(
      caller: Caller,
      user: ScimUser,
      resource: ScimResource | undefined,
      events: readonly UntimedEvent[],
    ): Promise<Written | undefined> {
      const change = await prepare(caller, user, resource, events);
      const written = await scimUsers.write(caller.name, user, change);
      if (!written) return undefined;
      const { aliases } = change;
      const dropped = user.aliases.filter((key) => !aliases.includes(key));
      await scimUsers.release(caller.name, dropped, user.id);
      return finishWrite(caller, written);
    },

    /** Removes a user, as if the provider had never created it. The note that the employee has left stays. */
    async discard(caller: Caller, user: ScimUser): Promise<void> {
      const { name } = caller;
      const { id, employeeId, aliases } = user;
      const employeeKey = await aliasKeyOf(caller, "employee", employeeId);
      const hasLeft = await scimUsers.hasLeft(name, employeeId);
      // Written again, the note ends the claim of this user, for which other requests would be refused as busy.
      if (hasLeft) await scimUsers.noteLeft(name, user, "user");
      const released = aliases.filter((key) => !hasLeft || key !== employeeKey);
      await scimUsers.release(name, released, id);
      await scimUsers.remove(name, user);
    },
  };
  return records;
}

function nameOfAnother(): ScimError {
  return new ScimError(
    409,
    "userName, externalId, the main e-mail address or employeeNumber belongs to another user",
    "uniqueness",
  );
}

/** Another request changes the same user at this moment, so this request must come again. */
export function busy(): ScimError {
  return new ScimError(
    429,
    "another request for this user is at work: try again",
    undefined,
    { "retry-after": "1" },
  );
}

/** The id of an employee as events have it. An invalid id stays as it is, and the check of the event refuses it. */
export function spellEmployeeId(value: string): string {
  return employeeIdSchema.safeParse(value).data ?? value;
}

/** The operations of events, in their order. */
function operationIdsOf(
  { name }: Caller,
  pending: readonly PendingEvent[] = [],
): string[] {
  return pending.map(({ deliveryId }) => operationIdOf(name, deliveryId));
}

/** @throws ScimError for a refused event. Its text has our names of the fields, which are close to those of SCIM */
function requireAccepted(result: IntakeResult | ValidEvent): void {
  if (result.outcome === "forbidden")
    throw new ScimEventRefused(
      403,
      "the key does not have the scope of this request",
    );
  if (result.outcome !== "invalid") return;
  const details = result.errors.map(
    ({ pointer, detail }) => `${pointer.replace("#/data/", "")} ${detail}`,
  );
  throw new ScimEventRefused(400, details.join("; "), "invalidValue");
}
