import * as z from "zod/mini";
import type { Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";

const employeeSchema = z.object({
  /** Counts how often they were hired: 1 for the first time, 0 for somebody of whom we know only that they left. */
  generation: z.number(),
  /**
   * - `onboarding`: the person is being created;
   * - `active`: the person is there and may sign in;
   * - `leaving`: the person is disabled, and will be deleted;
   * - `deleting`: the deletion may have begun;
   * - `left`: the person is gone; what is left is a tombstone.
   */
  state: z.enum(["onboarding", "active", "leaving", "deleting", "left"]),
  /** The time of the event that opened this generation. */
  openedAtMs: z.optional(z.number()),
  /** The time of the latest event that says they work here. */
  hiredAtMs: z.optional(z.number()),
  /** The time of the latest event that says they left. */
  terminatedAtMs: z.optional(z.number()),
  /** The operation that has, or had, them leave. */
  terminatedBy: z.optional(z.string()),
  /** The operation that brings this generation in, or has. */
  operationId: z.optional(z.string()),
  /**
   * Random part of the initial password, so that an onboarding can prove after a crash that a person is its own. Gone
   * once the person is onboarded: from then on nobody can derive the password.
   */
  passwordSalt: z.optional(z.string()),
  /** The name under which the person is created, or was. */
  username: z.optional(z.string()),
  /** Set when it is sure that no attempt so far has created the person. */
  isAbsent: z.optional(z.boolean()),
  personID: z.optional(z.string()),
  /** Links of the person, by resource name. */
  refs: z.optional(z.record(z.string(), z.string())),
  /** Keyed hash: enough to check an address, useless to read one. */
  emailHash: z.optional(z.string()),
  /** Who they are elsewhere: all that must be unlinked when they leave. */
  identities: z.optional(
    z.array(z.object({ kind: z.string(), id: z.string() })),
  ),
  /** The time of the event whose status is shown, and its operation. */
  statusAtMs: z.optional(z.number()),
  statusBy: z.optional(z.string()),
});
export type Employee = z.infer<typeof employeeSchema>;
export type Identity = NonNullable<Employee["identities"]>[number];

/** What is known of the person once it exists on the platform. */
export type KnownPerson = {
  personID: string;
  username: string;
  emailHash: string;
  refs: Record<string, string> | undefined;
};

/** How a generation begins. */
export type Opening = {
  operationId: string;
  hiredAtMs: number;
  passwordSalt: string;
  username: string;
};

/** What is personal, or of one generation only. */
const ofOneGeneration = [
  "openedAtMs",
  "operationId",
  "passwordSalt",
  "username",
  "isAbsent",
  "personID",
  "refs",
  "emailHash",
  "identities",
  "statusAtMs",
  "statusBy",
  "leaseBy",
  "leaseUntilMs",
] as const;

export type Employees = ReturnType<typeof createEmployees>;

/**
 * The people of the HR system and who they are on the platform, one item per employee. Only a strictly later event
 * opens or closes a generation. Every write is conditional and resolves to false when somebody else was there first.
 */
export function createEmployees(table: Table) {
  const update = (
    employeeId: string,
    where: Where,
    set: Partial<Record<keyof Employee, unknown>>,
    remove: readonly string[] = [],
  ) => table.update(key(employeeId), { set, remove, where });

  return {
    get: (employeeId: string): Promise<Employee | undefined> =>
      table.get(key(employeeId), employeeSchema),

    /**
     * Opens a generation: the first one, or the one after a tombstone. Hired later than that, the termination before has
     * nothing to say about it; one who turns up late is still to leave by it.
     */
    open(
      employeeId: string,
      opening: Opening,
      left?: Pick<Employee, "generation" | "terminatedAtMs">,
    ): Promise<boolean> {
      const opened = {
        ...opening,
        generation: (left?.generation ?? 0) + 1,
        state: "onboarding",
        openedAtMs: opening.hiredAtMs,
      } as const;
      return left === undefined
        ? table.putIfAbsent({ id: key(employeeId), ...opened })
        : update(
            employeeId,
            {
              state: "left",
              generation: left.generation,
              terminatedAtMs: left.terminatedAtMs ?? { absent: true },
            },
            opened,
            opening.hiredAtMs > (left.terminatedAtMs ?? 0)
              ? ["terminatedBy"]
              : [],
          );
    },

    /** Hands an unfinished onboarding from an operation that has ended to another, unless a termination was there first. */
    takeOver: (
      employeeId: string,
      from: string,
      operationId: string,
      terminatedBy?: string,
    ) =>
      update(
        employeeId,
        {
          operationId: from,
          terminatedBy: terminatedBy ?? { absent: true },
          state: "onboarding",
        },
        { operationId },
      ),

    /** Notes that no attempt so far has created the person, which is sure. */
    noteAbsent: (employeeId: string, operationId: string) =>
      update(employeeId, { operationId }, { isAbsent: true }),

    /** Notes that from now on a person with this username may exist. */
    notePossible: (employeeId: string, operationId: string, username: string) =>
      update(employeeId, { operationId }, { username }, ["isAbsent"]),

    /** The commit point: from here on the person is known to exist. */
    recordPerson: (
      employeeId: string,
      operationId: string,
      person: KnownPerson,
    ) => update(employeeId, { operationId }, person, ["isAbsent"]),

    /** What the platform calls somebody whom we know has changed. */
    refreshPerson: (employeeId: string, person: KnownPerson) =>
      update(
        employeeId,
        { personID: person.personID, state: "active" },
        person,
      ),

    /** Notes who else they are, before that is linked. */
    noteIdentities: (
      employeeId: string,
      { generation, identities = [] }: Employee,
      added: readonly Identity[],
    ) =>
      update(
        employeeId,
        { generation, state: { oneOf: ["onboarding", "active", "leaving"] } },
        { identities: [...identities, ...added] },
      ),

    /**
     * Ends the onboarding, or brings a leaver back; the initial password can no longer be derived. Whom a termination
     * has disabled since stays so. Resolves to the employee as they are then; to undefined when nothing was written.
     */
    async activate(
      employeeId: string,
      operationId: string,
    ): Promise<Employee | undefined> {
      const activateWhere = (where: Where) =>
        table.updateAndGet(
          key(employeeId),
          {
            set: { state: "active" },
            remove: ["passwordSalt"],
            where: { operationId, ...where },
          },
          employeeSchema,
        );
      return (
        (await activateWhere({ state: { oneOf: ["onboarding", "active"] } })) ??
        activateWhere({ state: "leaving", terminatedBy: { absent: true } })
      );
    },

    /** A later event says again that they work here: an older termination has nothing to say any more. */
    confirmEmployment: (
      employeeId: string,
      hiredAtMs: number,
      { operationId, terminatedBy }: Employee,
    ) =>
      update(
        employeeId,
        {
          operationId: operationId ?? { absent: true },
          terminatedBy: terminatedBy ?? { absent: true },
          state: { oneOf: ["onboarding", "active"] },
          hiredAtMs: { below: hiredAtMs },
        },
        { hiredAtMs },
        ["terminatedBy"],
      ),

    /** Takes a disabled person back from the operation that would delete them. They are enabled next. */
    takeBack: (
      employeeId: string,
      hiredAtMs: number,
      operationId: string,
      known: Employee,
    ) =>
      update(
        employeeId,
        {
          operationId: known.operationId ?? { absent: true },
          terminatedBy: known.terminatedBy ?? { absent: true },
          state: "leaving",
        },
        { hiredAtMs: Math.max(hiredAtMs, known.hiredAtMs ?? 0), operationId },
        ["terminatedBy"],
      ),

    /** A leaver of whom we know nothing else. */
    createTombstone: (
      employeeId: string,
      operationId: string,
      terminatedAtMs: number,
    ) =>
      table.putIfAbsent({
        id: key(employeeId),
        generation: 0,
        state: "left",
        terminatedAtMs,
        terminatedBy: operationId,
      }),

    /** A later termination of somebody who is leaving, or has left: only the tombstone moves. */
    raiseTombstone: (employeeId: string, terminatedAtMs: number) =>
      update(
        employeeId,
        {
          terminatedAtMs: { below: terminatedAtMs },
          hiredAtMs: { below: terminatedAtMs },
        },
        { terminatedAtMs },
      ),

    /** Has a generation end by this operation. Nothing happens to the person yet. */
    terminate: (
      employeeId: string,
      operationId: string,
      terminatedAtMs: number,
      { operationId: hiredBy, terminatedBy }: Employee,
    ) =>
      update(
        employeeId,
        {
          operationId: hiredBy ?? { absent: true },
          terminatedBy: terminatedBy ?? { absent: true },
          state: { oneOf: undeleted },
          hiredAtMs: { below: terminatedAtMs },
        },
        { terminatedAtMs, terminatedBy: operationId },
      ),

    /** The person is deleted next; from here on nobody takes them back. */
    beginDeletion: (employeeId: string, operationId: string) =>
      update(
        employeeId,
        { terminatedBy: operationId, state: { oneOf: undeleted } },
        { state: "deleting" },
      ),

    /** The termination was taken back, and the person is enabled again. */
    cancelTermination: (employeeId: string, operationId: string) =>
      update(
        employeeId,
        { terminatedBy: operationId, state: { oneOf: ["active", "leaving"] } },
        { state: "active" },
        ["terminatedBy"],
      ),

    /** The person is gone: all that is personal goes too, the tombstone stays. */
    close: (employeeId: string, operationId: string) =>
      update(
        employeeId,
        { terminatedBy: operationId },
        { state: "left" },
        ofOneGeneration,
      ),

    /** Notes that an operation's status is shown, and the time of its event; for the one that holds the lease. */
    noteStatus: (
      employeeId: string,
      operationId: string,
      statusAtMs: number,
    ): Promise<boolean> =>
      update(
        employeeId,
        { leaseBy: operationId },
        { statusBy: operationId, statusAtMs },
      ),

    /** Notes that a status has run out, and whose is shown now: another operation's, or nobody's that we know of. */
    noteStatusBy: (
      employeeId: string,
      from: string,
      to: string | undefined,
    ): Promise<boolean> =>
      update(
        employeeId,
        { statusBy: from },
        { statusBy: to },
        to === undefined ? ["statusBy"] : [],
      ),

    /** How many are active, counted up to a limit, so that it costs the same however many there are. */
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

const undeleted = ["onboarding", "active", "leaving", "deleting"] as const;

function key(employeeId: string): string {
  return `employee#${employeeId}`;
}
