import { createHash, randomUUID } from "node:crypto";
import { foldEmailAddress } from "../../shared/email-address.ts";
import { foldCase } from "../../shared/fold-case.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { IntakeStore } from "../../shared/store/intake-store.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type {
  AliasKind,
  ScimUserChange,
  ScimUsers,
} from "../../shared/store/scim-users.ts";
import type { PendingEvent, ScimUser } from "../../shared/store/scim-user.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { operationIdOf } from "../../shared/webhook/delivery.ts";
import type { EventKinds } from "../../shared/webhook/envelope.ts";
import {
  createIntake,
  type IntakeDependencies,
} from "../../shared/webhook/intake.ts";
import { waitUntilSettled } from "../../shared/webhook/prefer-wait.ts";
import type { ValidationIssue } from "../../shared/webhook/problem.ts";
import { createEventValidation } from "../../shared/webhook/validate-event.ts";
import { clockAt } from "../../shared/zoned-time.ts";
import {
  enterpriseUrn,
  objectIn,
  readUser,
  type ScimObject,
  textIn,
} from "./attributes.ts";
import {
  adoptionOf,
  changeOf,
  hireOf,
  isActive,
  mainAddressOf,
  plainWord,
  type EventWord,
} from "./events-of.ts";
import { ScimError } from "./scim-error.ts";

export type UsersDependencies = Omit<IntakeDependencies, "store"> & {
  store: IntakeStore & { scimUsers: ScimUsers };
  sleepMs: (durationMs: number) => Promise<void>;
};

/** A user as it is answered. */
export type ShownUser = {
  user: ScimUser;
  resource: ScimObject;
  /** What became of the last event so far. */
  operation?: Operation | undefined;
};

/** Who changes users, and until when the answer may wait for the work. */
export type Requester = { caller: Caller; deadlineMs: number };

/** Two requests for one user at the same moment. A third attempt of the loser meets them only in a flood. */
const maxRaces = 10;
/** So many operations of one caller may be at work. */
const maxActive = 100;

/**
 * The users of identity providers. What a provider says of a user, and the events that follow from it, are one write of
 * the item of the user. Then the events go the way of every event. If this function ends between the two, the next
 * request that meets the user hands them over: so nobody is shown what is not accepted.
 */
export function createUsers(
  kinds: EventKinds,
  dependencies: UsersDependencies,
) {
  const { store, zone, nowMs, sleepMs } = dependencies;
  const { scimUsers, operations } = store;
  // The time of an event may lie a moment ahead of this clock, because it is later than that of the event before.
  let clockMs = 0;
  const eventClock = () => Math.max(nowMs(), clockMs);
  const submit = createIntake(kinds, { ...dependencies, nowMs: eventClock });
  const validate = createEventValidation(kinds, {
    ...dependencies,
    nowMs: eventClock,
  });

  /** Hands the events of a user's last write over to the intake. Again is harmless: they have the same ids. */
  async function handOver(caller: Caller, user: ScimUser): Promise<ScimUser> {
    const { pending, ...rest } = user;
    if (!pending) return user;
    for (const event of pending) {
      clockMs = Math.max(clockMs, event.atMs);
      const result = await submit({
        caller,
        document: documentOf(event),
        deliveryId: event.deliveryId,
        signedId: event.deliveryId,
        fingerprint: fingerprintOf(event),
      });
      if (result.outcome === "invalid") throw invalid(result.errors);
      if (result.outcome === "forbidden") throw forbidden();
    }
    await scimUsers.noteStored(caller.name, user);
    return rest;
  }

  /** The last time of a user's events, and the events with their ids and times. */
  function timed(
    id: string,
    last: Pick<ScimUser, "turn" | "atMs">,
    words: readonly EventWord[],
  ): { atMs: number; pending: PendingEvent[] | undefined } {
    const firstMs = Math.max(nowMs(), last.atMs + 1);
    const pending = words.map(({ type, data }, index) => ({
      deliveryId: `scim ${id} ${last.turn + 1}.${index}`,
      type,
      atMs: firstMs + index,
      data: JSON.stringify(data),
    }));
    return {
      atMs: pending.at(-1)?.atMs ?? last.atMs,
      pending: pending.length > 0 ? pending : undefined,
    };
  }

  /** @throws ScimError if an event would be refused, before anything is stored */
  async function requireValid(
    caller: Caller,
    pending: readonly PendingEvent[] = [],
  ): Promise<void> {
    for (const event of pending) {
      clockMs = Math.max(clockMs, event.atMs);
      const result = await validate({ caller, document: documentOf(event) });
      if (result.outcome === "invalid") throw invalid(result.errors);
      if (result.outcome === "forbidden") throw forbidden();
    }
  }

  /** The keys of the items that lead to a user. */
  function aliasKeysOf(
    caller: Caller,
    employeeId: string,
    resource: ScimObject,
  ): Promise<string[]> {
    const email = mainAddressOf(resource);
    const named: [AliasKind, string | undefined][] = [
      ["userName", textIn(resource, "userName")],
      ["externalId", textIn(resource, "externalId")],
      ["email", email],
      ["employee", employeeId],
    ];
    return Promise.all(
      named.flatMap(([kind, value]) =>
        value === undefined ? [] : [aliasKeyOf(caller, kind, value)],
      ),
    );
  }

  function aliasKeyOf(
    { name }: Caller,
    kind: AliasKind,
    value: string,
  ): Promise<string> {
    const spelled = {
      userName: foldCase,
      email: foldEmailAddress,
      externalId: String,
      employee: String,
    };
    return scimUsers.aliasKeyOf(name, kind, spelled[kind](value));
  }

  /** @throws ScimError 409 if another user of the caller has one of the names; 503 if one is being created */
  async function claim(
    { name }: Caller,
    keys: readonly string[],
    id: string,
  ): Promise<void> {
    const claims = await Promise.all(
      keys.map((key) => scimUsers.claim(name, key, id)),
    );
    if (claims.includes("taken"))
      throw new ScimError(
        409,
        "userName, externalId, the main e-mail address or employeeNumber belongs to another user",
        "uniqueness",
      );
    if (claims.includes("busy")) throw busy();
  }

  /**
   * Creates a user.
   *
   * @param left - the deleted user with this name or employee, whose person has not been deleted yet
   */
  async function create(
    requester: Requester,
    resource: ScimObject,
    left: ScimUser | undefined,
  ): Promise<ShownUser> {
    const { caller } = requester;
    const id = randomUUID();
    const employeeId = left?.employeeId ?? employeeIdOf(caller, resource) ?? id;
    const last = { turn: 0, atMs: left?.atMs ?? 0 };
    const hire = await firstHireOf(caller, employeeId, resource);
    const words =
      left?.hireId === undefined
        ? isActive(resource)
          ? [hire]
          : []
        : comebackOf(employeeId, resource, left.isSuspended ?? false);
    // A user who is not active yet must be one who can be hired.
    await requireValid(caller, timed(id, last, [hire]).pending);
    const times = timed(id, last, words);
    await requireValid(caller, times.pending);
    const aliases = await aliasKeysOf(caller, employeeId, resource);
    await claim(caller, aliases, id);
    const created = await scimUsers.create(caller.name, id, {
      employeeId,
      resource: JSON.stringify(resource),
      aliases,
      ...times,
      ...(left?.hireId !== undefined && { hireId: left.hireId }),
      ...idsOf(caller, times.pending),
    });
    if (left) await scimUsers.remove(caller.name, left);
    const user = await handOver(caller, created);
    if (words.length === 0) return { user, resource };
    if (left?.hireId === undefined)
      return afterHire(requester, { user, resource });
    const ended = await allSettled(requester, created.pending);
    if (ended.some(isNameTaken)) throw await refuseHire(requester, user);
    return { user, resource, operation: mostOpen(ended) };
  }

  /** The hire of a user. An employee who was here before starts again today. */
  async function firstHireOf(
    { name }: Caller,
    employeeId: string,
    resource: ScimObject,
  ): Promise<EventWord> {
    const hasLeft = await scimUsers.hasLeft(name, employeeId);
    const today = new Date(clockAt(nowMs(), zone)).toISOString();
    const startDate = today.slice(0, "2026-01-31".length);
    return hireOf(employeeId, resource, hasLeft ? startDate : undefined);
  }

  /** What follows from a hire that has ended while the answer waits. */
  async function afterHire(
    requester: Requester,
    shown: ShownUser,
  ): Promise<ShownUser> {
    const { user, resource } = shown;
    const { caller } = requester;
    const { employeeId } = user;
    const operation = await settled(requester, user.hireId);
    if (operation?.status === "cancelled")
      throw await refuseLeaver(requester, user);
    const isRepeated =
      operation?.status === "succeeded" && operation.sameAs !== undefined;
    const isTaken = isNameTaken(
      isRepeated ? await operations.get(operation.sameAs) : operation,
    );
    if (!isTaken && !isRepeated) return { ...shown, operation };
    if (isTaken && !caller.scopes.includes("adopt"))
      throw await refuseHire(requester, user);
    // Somebody else has created the person: what this provider says is a change.
    const change = changeOf(employeeId, undefined, resource);
    const words = [
      ...(isTaken ? [adoptionOf(employeeId, resource)] : []),
      ...(change ? [change] : []),
    ];
    const next = await write(caller, user, resource, words);
    if (!next) return { ...shown, operation };
    const handed = await handOver(caller, next);
    const ended = await allSettled(requester, next.pending);
    const [first] = ended;
    if (isTaken && first?.status === "needs_attention")
      throw await refuseHire(requester, handed);
    if (ended.some((one) => one?.reason === "left"))
      throw await refuseLeaver(requester, handed);
    if (ended.some(isNameTaken)) throw await refuseHire(requester, handed);
    return { user: handed, resource, operation: mostOpen(ended) };
  }

  /**
   * The person of this name is somebody else, and the provider learns it. Of an employee whom only this user had, nothing
   * is left to be done. Another one may still be hired when the name is free.
   */
  async function refuseHire(
    requester: Requester,
    user: ScimUser,
  ): Promise<ScimError> {
    const { caller } = requester;
    const isOurs = user.employeeId === user.id;
    const words = isOurs
      ? [plainWord("employee.terminated", user.employeeId)]
      : [];
    const written = await forget(requester, user, words);
    if (written) await discard(caller, written);
    return new ScimError(
      409,
      "the userName or the e-mail address belongs to another person of the platform, who cannot be adopted",
      "uniqueness",
    );
  }

  /** Somebody else has said that the employment has ended, and no hire without a day takes that back. */
  async function refuseLeaver(
    { caller }: Requester,
    user: ScimUser,
  ): Promise<ScimError> {
    await discard(caller, user);
    return new ScimError(
      409,
      "the employment of this employee has ended, as somebody else has said",
    );
  }

  /** Removes a user, as if the provider had never created it. */
  async function discard({ name }: Caller, user: ScimUser): Promise<void> {
    await scimUsers.release(name, user.aliases, user.id);
    await scimUsers.remove(name, user);
  }

  /** Erases what the provider said of a user. Only the ids stay, so that the employee can come back. */
  async function forget(
    { caller }: Requester,
    user: ScimUser,
    words: readonly EventWord[],
  ): Promise<ScimUser | undefined> {
    const written = await write(caller, user, undefined, words);
    return written && handOver(caller, written);
  }

  /**
   * Writes a user and the events that follow, in one write. Resolves to undefined if another request was first.
   *
   * @param resource - undefined: the user is deleted
   */
  async function write(
    caller: Caller,
    user: ScimUser,
    resource: ScimObject | undefined,
    words: readonly EventWord[],
  ): Promise<ScimUser | undefined> {
    const times = timed(user.id, user, words);
    await requireValid(caller, times.pending);
    const aliases = resource
      ? await aliasKeysOf(caller, user.employeeId, resource)
      : user.aliases;
    const added = aliases.filter((key) => !user.aliases.includes(key));
    await claim(caller, added, user.id);
    const { hireId, operationId } = user;
    const last = parseResource(user);
    const change: ScimUserChange = {
      ...(resource
        ? { resource: JSON.stringify(resource) }
        : { isSuspended: last !== undefined && !isActive(last) }),
      ...times,
      aliases,
      ...(hireId !== undefined && { hireId }),
      ...(operationId !== undefined && { operationId }),
      ...idsOf(caller, times.pending),
    };
    const written = await scimUsers.write(caller.name, user, change);
    if (!written) return undefined;
    const dropped = user.aliases.filter((key) => !aliases.includes(key));
    await scimUsers.release(caller.name, dropped, user.id);
    return written;
  }

  /** The operation when it does not run any more, or as it is when the time is up. */
  async function settled(
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
  }

  function allSettled(
    requester: Requester,
    pending: readonly PendingEvent[] | undefined,
  ): Promise<(Operation | undefined)[]> {
    const ids = operationIds(requester.caller, pending);
    return Promise.all(ids.map((id) => settled(requester, id)));
  }

  /**
   * Changes a user of the caller by what is known of it. Nothing is written if nothing changes.
   *
   * @param hiresAgain - the hire of the user came to nothing, and is said once more
   */
  async function change(
    requester: Requester,
    id: string,
    changed: (resource: ScimObject) => ScimObject,
    hiresAgain = false,
  ): Promise<ShownUser> {
    const { caller } = requester;
    for (let race = 1; race <= maxRaces; race++) {
      const known = await find(caller, id);
      if (!known) throw notFound();
      const { user, resource: before } = known;
      const after = changed(structuredClone(before));
      const words = await wordsOf(caller, user, before, after, hiresAgain);
      if (words.length === 0 && isSame(before, after))
        return withOperation(known);
      const written = await write(caller, user, after, words);
      if (!written) continue;
      const handed = await handOver(caller, written);
      const shown = { user: handed, resource: after };
      if (handed.hireId !== user.hireId) return afterHire(requester, shown);
      const ended = await allSettled(requester, written.pending);
      if (ended.some(isNameTaken))
        throw await undo(requester, handed, before, after);
      return { ...shown, operation: mostOpen(ended) };
    }
    throw busy();
  }

  /**
   * The platform has refused the new names, and with them the whole change. The provider learns it and sends it again, so
   * it must not count as known. A disabling in the same request stays.
   */
  async function undo(
    { caller }: Requester,
    user: ScimUser,
    before: ScimObject,
    { active }: ScimObject,
  ): Promise<ScimError> {
    const { active: _, ...rest } = before;
    const resource = { ...rest, ...(active !== undefined && { active }) };
    const said = parseResource(user) ?? resource;
    const word = changeOf(user.employeeId, said, resource);
    const written = await write(caller, user, resource, word ? [word] : []);
    if (written) await handOver(caller, written);
    return new ScimError(
      409,
      "the new userName or e-mail address belongs to another person of the platform",
      "uniqueness",
    );
  }

  /** A user of the caller who is not deleted. */
  async function find(
    caller: Caller,
    id: string,
  ): Promise<ShownUser | undefined> {
    const user = await scimUsers.get(caller.name, id);
    return user && show(caller, user);
  }

  async function show(
    caller: Caller,
    user: ScimUser,
  ): Promise<ShownUser | undefined> {
    const stored = await handOver(caller, user);
    const resource = parseResource(stored);
    return resource && { user: stored, resource };
  }

  async function withOperation(shown: ShownUser): Promise<ShownUser> {
    const operation = await operations.get(shown.user.operationId);
    return { ...shown, operation };
  }

  return {
    /** A user with what became of the last event. */
    async get(caller: Caller, id: string): Promise<ShownUser> {
      const found = await find(caller, id);
      if (!found) throw notFound();
      return withOperation(found);
    },

    /** A user by one of the values that lead to a user. */
    async findBy(
      caller: Caller,
      kind: AliasKind,
      value: string,
    ): Promise<ShownUser | undefined> {
      const key = await aliasKeyOf(caller, kind, value);
      const user = await scimUsers.find(caller.name, key);
      return user && show(caller, user);
    },

    find,

    ids: ({ name }: Caller): Promise<string[]> => scimUsers.ids(name),

    /**
     * Creates a user, or brings back the one of this name who is not active, or is deleted. Resolves with `isNew: false`
     * if the id is that of a user from before.
     */
    async post(
      requester: Requester,
      resource: ScimObject,
    ): Promise<ShownUser & { isNew: boolean }> {
      const { caller } = requester;
      const userName = textIn(resource, "userName") ?? "";
      const employeeId = employeeIdOf(caller, resource);
      const byName = await scimUsers.find(
        caller.name,
        await aliasKeyOf(caller, "userName", userName),
      );
      const byEmployee =
        employeeId === undefined
          ? undefined
          : await scimUsers.find(
              caller.name,
              await aliasKeyOf(caller, "employee", employeeId),
            );
      const known = byName?.resource === undefined ? byEmployee : byName;
      const shown = known && (await show(caller, known));
      if (!shown) {
        const left = byEmployee ?? byName;
        const isLeft =
          left && (employeeId ?? left.employeeId) === left.employeeId;
        const created = await create(
          requester,
          resource,
          isLeft ? left : undefined,
        );
        return { ...created, isNew: true };
      }
      const hire = await hireOfActive(shown);
      if (hire === "forgotten" || hire?.status === "succeeded")
        throw new ScimError(
          409,
          "a user with this userName or employeeNumber exists and is active",
          "uniqueness",
        );
      const again = await change(
        requester,
        shown.user.id,
        () => ({ ...resource, active: isActive(resource) }),
        // An operator decides about one that needs attention.
        hire?.status === "failed" || hire?.status === "cancelled",
      );
      return { ...again, isNew: false };
    },

    change,

    async remove(requester: Requester, id: string): Promise<void> {
      const { caller } = requester;
      for (let race = 1; race <= maxRaces; race++) {
        const known = await find(caller, id);
        if (!known) throw notFound();
        const { user } = known;
        const words =
          user.hireId === undefined
            ? []
            : [plainWord("employee.terminated", user.employeeId)];
        const forgotten = await forget(requester, user, words);
        if (forgotten) {
          await settled(requester, forgotten.operationId);
          return;
        }
      }
      throw busy();
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

  /** The hire of a user who is to have access. An operation that has succeeded is forgotten after some months. */
  async function hireOfActive({
    user: { hireId },
    resource,
  }: ShownUser): Promise<Operation | "forgotten" | undefined> {
    if (!isActive(resource) || hireId === undefined) return undefined;
    return (await operations.get(hireId)) ?? "forgotten";
  }

  /** The events that follow from a change of a user. The one about the access comes first. */
  async function wordsOf(
    caller: Caller,
    { employeeId, hireId }: ScimUser,
    before: ScimObject,
    after: ScimObject,
    hiresAgain: boolean,
  ): Promise<EventWord[]> {
    if (hireId === undefined) {
      const hire = await firstHireOf(caller, employeeId, after);
      return isActive(after) ? [hire] : [];
    }
    const change = changeOf(employeeId, before, after);
    const changes = change ? [change] : [];
    if (hiresAgain && isActive(after))
      return [hireOf(employeeId, after), ...changes];
    if (isActive(before) === isActive(after)) return changes;
    const type = isActive(after) ? "employee.resumed" : "employee.suspended";
    return [plainWord(type, employeeId), ...changes];
  }
}

/** The employee of a new user, if the caller's entry says which attribute it is. */
function employeeIdOf(
  { scim }: Caller,
  resource: ScimObject,
): string | undefined {
  if (scim?.employeeId === "id") return undefined;
  return textIn(objectIn(resource, enterpriseUrn), "employeeNumber");
}

function documentOf({ type, atMs, data }: PendingEvent): unknown {
  const timestamp = new Date(atMs).toISOString();
  return { type, timestamp, data: parseJson(data) };
}

function fingerprintOf(event: PendingEvent): string {
  return createHash("sha256").update(JSON.stringify(event)).digest("base64url");
}

function operationIds(
  { name }: Caller,
  pending: readonly PendingEvent[] = [],
): string[] {
  return pending.map(({ deliveryId }) => operationIdOf(name, deliveryId));
}

/** The operations of the events that are kept with the user. */
function idsOf(
  caller: Caller,
  pending: readonly PendingEvent[] = [],
): Partial<Pick<ScimUser, "hireId" | "operationId">> {
  const ids = operationIds(caller, pending);
  const hire = pending.findIndex(({ type }) => type === "employee.hired");
  const hireId = ids[hire];
  const operationId = ids.at(-1);
  return {
    ...(hireId !== undefined && { hireId }),
    ...(operationId !== undefined && { operationId }),
  };
}

/** What is kept of a user was read by `readUser` before. */
function parseResource({ resource }: ScimUser): ScimObject | undefined {
  return resource === undefined ? undefined : readUser(parseJson(resource), {});
}

function isSame(one: ScimObject, other: ScimObject): boolean {
  return (
    JSON.stringify(readUser(one, {})) === JSON.stringify(readUser(other, {}))
  );
}

/** The operation of which there is most to tell. */
function mostOpen(
  operations: readonly (Operation | undefined)[],
): Operation | undefined {
  return (
    operations.find((one) => one && one.status !== "succeeded") ??
    operations.at(-1)
  );
}

/** A deleted user comes back whose person is not deleted yet. Without access, they do not get it for a moment either. */
function comebackOf(
  employeeId: string,
  resource: ScimObject,
  wasSuspended: boolean,
): EventWord[] {
  const change = changeOf(employeeId, undefined, resource);
  const isOn = isActive(resource);
  const access = isOn ? "employee.resumed" : "employee.suspended";
  return [
    ...(isOn === wasSuspended ? [plainWord(access, employeeId)] : []),
    plainWord("employee.termination_cancelled", employeeId),
    ...(change ? [change] : []),
  ];
}

function isNameTaken(operation: Operation | undefined): boolean {
  return (
    operation?.status === "needs_attention" &&
    operation.reason === "username-or-email-taken"
  );
}

function notFound(): ScimError {
  return new ScimError(404, "there is no such resource");
}

function forbidden(): ScimError {
  return new ScimError(403, "the key does not have the scope of this request");
}

function busy(): ScimError {
  return new ScimError(
    503,
    "another request for this user is at work: try again",
    undefined,
    { "retry-after": "1" },
  );
}

/** What is wrong, by our names of the fields, which are those of SCIM or explain themselves. */
function invalid(errors: readonly ValidationIssue[]): ScimError {
  const details = errors.map(
    ({ pointer, detail }) => `${pointer.replace("#/data/", "")} ${detail}`,
  );
  return new ScimError(400, details.join("; "), "invalidValue");
}
