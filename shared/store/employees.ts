import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import {
  type Employee,
  employedStates,
  type FieldTimes,
  employeeSchema,
  type Identity,
  type KnownPerson,
  keyOfEmployee as key,
  ofSuspension,
  ofTermination,
  type Opening,
  undeletedStates,
} from "./employee.ts";
import { createKnownNames, otherNames } from "./known-names.ts";
import { createCancelledLeaving } from "./cancelled-leaving.ts";
import { createExpected } from "./expected.ts";
import { createLeaving } from "./leaving.ts";
import type { Operation } from "./operation.ts";
import { createShownStatus } from "./shown-status.ts";
import { createSuspensions, outlastsHire } from "./suspensions.ts";

export type Employees = ReturnType<typeof createEmployees>;

/**
 * The employees of the HR system and their persons on the platform, one item for each employee. Only a strictly later
 * event opens or closes a generation. Every write is conditional, and resolves to false, or to undefined, when another
 * write was first.
 */
export function createEmployees(table: Table, nowMs: () => number) {
  const update = (
    employeeId: string,
    where: Where,
    set: Partial<Record<keyof Employee, unknown>>,
    remove: readonly string[] = [],
  ) => table.update(key(employeeId), { set, remove, where });

  const updateAndGet = (
    employeeId: string,
    where: Where,
    set: Partial<Record<keyof Employee, unknown>>,
    remove: readonly string[] = [],
  ) =>
    table.updateAndGet(key(employeeId), { set, remove, where }, employeeSchema);

  return {
    get: (employeeId: string): Promise<Employee | undefined> =>
      table.get(key(employeeId), employeeSchema),

    /**
     * Opens a generation: the first one, or the one after a tombstone, or of an employee who was only expected.
     * Resolves to the employee as written, or to undefined when another write was first.
     *
     * @param endsTermination - whether the termination of the tombstone has no effect any more. An adoption that is
     *   older leaves it in force. A suspension between the termination and the hire has no effect any more.
     */
    async open(
      employeeId: string,
      opening: Opening,
      left?: Employee,
      endsTermination = true,
    ): Promise<Employee | undefined> {
      const opened = {
        ...opening,
        generation: (left?.generation ?? 0) + 1,
        state: "onboarding",
        openedAtMs: opening.hiredAtMs,
      } as const;
      if (left === undefined) {
        const item = { id: key(employeeId), ...opened };
        return (await table.putIfAbsent(item)) ? opened : undefined;
      }
      const { state, generation, terminatedAtMs, suspensionAtMs } = left;
      const isSuspended =
        state !== "left" || outlastsHire(left, opening.hiredAtMs);
      return updateAndGet(
        employeeId,
        {
          state: { oneOf: ["left", "expected"] },
          generation,
          terminatedAtMs: terminatedAtMs ?? absent,
          suspensionAtMs: suspensionAtMs ?? absent,
        },
        opened,
        [
          "expiresAtSeconds",
          ...(endsTermination ? ofTermination : []),
          ...(isSuspended ? [] : ofSuspension),
        ],
      );
    },

    /**
     * Hands an unfinished onboarding from a final operation to another one, unless a termination was first. An
     * onboarding is unfinished as long as its salt exists.
     *
     * @param fieldTimes - of an onboarding without a person, for the person that the other operation creates
     */
    takeOver: (
      employeeId: string,
      { operationId: from, passwordSalt, terminatedBy }: Employee,
      operationId: string,
      fieldTimes?: FieldTimes,
    ) =>
      update(
        employeeId,
        {
          operationId: from ?? "",
          passwordSalt: passwordSalt ?? "",
          terminatedBy: terminatedBy ?? absent,
          state: { oneOf: ["onboarding", "active"] },
        },
        { operationId, fieldTimes },
      ),

    /** Notes that certainly no attempt so far has created the person. */
    noteNotCreated: (employeeId: string, operationId: string) =>
      update(employeeId, { operationId }, { isNotCreated: true }),

    /** Notes that from now on a person with this username may exist. */
    notePossiblyCreated: (
      employeeId: string,
      operationId: string,
      username: string,
    ) => update(employeeId, { operationId }, { username }, ["isNotCreated"]),

    /**
     * The commit point: from here on our store knows that the person exists, and the employee is active. Avatar, tasks
     * and streams follow. Resolves to the employee as written, or to undefined when another write was first.
     *
     * @param saltUntilMs - how long the initial password can be derived, to seed tasks and streams
     */
    recordPerson: (
      employeeId: string,
      operationId: string,
      person: KnownPerson,
      saltUntilMs?: number,
    ): Promise<Employee | undefined> =>
      updateAndGet(
        employeeId,
        { operationId, state: { oneOf: ["onboarding", "active"] } },
        { ...person, state: "active", saltUntilMs },
        ["isNotCreated", ...otherNames],
      ),

    /** From here on, the initial password of the person whom this operation onboarded cannot be derived. */
    eraseSalt: (employeeId: string, operationId: string) =>
      update(employeeId, { operationId }, {}, ofPassword),

    /**
     * The initial password of the person whom this operation onboarded can be derived for longer. A time that is over
     * stays over. Resolves to the employee as written, or to undefined when nothing was written.
     */
    prolongSalt: (
      employeeId: string,
      operationId: string,
      saltUntilMs: number,
    ): Promise<Employee | undefined> =>
      updateAndGet(
        employeeId,
        { operationId, saltUntilMs: { above: nowMs() } },
        { saltUntilMs },
      ),

    /** Updates the username, e-mail hash and refs of a known person, because the platform has changed them. */
    refreshPerson: (employeeId: string, person: KnownPerson) =>
      update(
        employeeId,
        { personID: person.personID, state: { oneOf: undeletedStates } },
        person,
        otherNames,
      ),

    /** Notes identities in other systems before they are linked, unless a change has written since the employee was read. */
    noteIdentities: (
      employeeId: string,
      { generation, identities = [], fieldsVersion }: Employee,
      added: readonly Identity[],
    ) =>
      update(
        employeeId,
        {
          generation,
          state: { oneOf: undeletedStates },
          fieldsVersion: fieldsVersion ?? absent,
        },
        {
          identities: [...identities, ...added],
          fieldsVersion: (fieldsVersion ?? 0) + 1,
        },
      ),

    /**
     * Ends the onboarding. The initial password can no longer be derived. Resolves to the employee as stored afterwards,
     * or to undefined when nothing was written.
     */
    endOnboarding: (
      employeeId: string,
      operationId: string,
    ): Promise<Employee | undefined> =>
      updateAndGet(
        employeeId,
        { operationId, state: { oneOf: ["onboarding", "active"] } },
        { state: "active" },
        ofPassword,
      ),

    /** The person of a rehired leaver is enabled. Nothing is written if a later termination has claimed the employee. */
    endRehire: (employeeId: string, operationId: string) =>
      update(
        employeeId,
        { operationId, state: "leaving", terminatedBy: absent },
        { state: "active" },
        ofPassword,
      ),

    /** A later event confirms the employment, which ends the effect of an older termination. */
    confirmEmployment: (
      { employeeId, eventAtMs, effectiveAtMs }: HiringOperation,
      { operationId, terminatedBy }: Employee,
    ) =>
      update(
        employeeId,
        {
          operationId: operationId ?? absent,
          terminatedBy: terminatedBy ?? absent,
          state: { oneOf: employedStates },
          hiredAtMs: { below: eventAtMs },
        },
        { hiredAtMs: eventAtMs, startsAtMs: effectiveAtMs ?? eventAtMs },
        ofTermination,
      ),

    /**
     * Rehires a disabled leaver, whom the termination then no longer deletes. A suspension that is older than the hire
     * ends. With a later one, the employee is suspended. Otherwise the caller enables the person next.
     */
    rehire: (
      {
        id: operationId,
        employeeId,
        eventAtMs,
        effectiveAtMs,
      }: HiringOperation,
      known: Employee,
    ) => {
      const { hiredAtMs = 0, startsAtMs } = known;
      const isLatest = eventAtMs >= hiredAtMs;
      const isSuspended = outlastsHire(known, eventAtMs);
      return update(
        employeeId,
        {
          operationId: known.operationId ?? absent,
          terminatedBy: known.terminatedBy ?? absent,
          suspendedBy: known.suspendedBy ?? absent,
          suspensionAtMs: known.suspensionAtMs ?? absent,
          state: { oneOf: ["leaving", "kept"] },
        },
        {
          hiredAtMs: isLatest ? eventAtMs : hiredAtMs,
          startsAtMs: isLatest ? (effectiveAtMs ?? eventAtMs) : startsAtMs,
          operationId,
          state: isSuspended ? "suspended" : "leaving",
        },
        [...ofOneTermination, ...(isSuspended ? [] : ofSuspension)],
      );
    },

    ...createKnownNames(update),
    ...createExpected(table, nowMs),
    ...createLeaving(table, update, updateAndGet),
    ...createCancelledLeaving(update, nowMs),
    ...createShownStatus(update),
    ...createSuspensions(update),

    /** Counts the active employees, but only up to a limit, so that the cost does not grow with the company. */
    async countActive(limit: number): Promise<number> {
      const ids = await table.ids({
        index: "state",
        partition: ["state", "active"],
        limit,
      });
      return ids.length;
    },
  };
}

type HiringOperation = Pick<
  Operation,
  "id" | "employeeId" | "eventAtMs" | "effectiveAtMs"
>;

/** From what the initial password is derived, and until when. */
const ofPassword = ["passwordSalt", "saltUntilMs"] as const;

/** What a new employment of the same person does not keep from the one before. */
const ofOneTermination = [...ofTermination, "disabledAtMs"] as const;
