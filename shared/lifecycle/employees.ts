import * as z from "zod/mini";
import type { Table } from "./table.ts";

const employeeSchema = z.object({
  /** Counts how often they were hired: 1 for the first time. */
  generation: z.number(),
  state: z.enum(["onboarding", "active"]),
  /** The time of the event that opened this generation. */
  hiredAtMs: z.number(),
  /** The operation that onboards, or has onboarded, this generation. */
  operationId: z.string(),
  /** The operation that opened it; another one than `operationId` when the onboarding was taken over. */
  openedBy: z.string(),
  /**
   * Random part of the initial password, so that an onboarding can prove after a crash that a person is its own. Gone
   * once the person is onboarded: from then on nobody can derive the password.
   */
  passwordSalt: z.optional(z.string()),
  /** The name under which the person is created, or was. */
  username: z.string(),
  /** Set when it is sure that no attempt so far has created the person. */
  isAbsent: z.optional(z.boolean()),
  personID: z.optional(z.string()),
  /** Links of the person, by resource name. */
  refs: z.optional(z.record(z.string(), z.string())),
  /** Keyed hash: enough to check an address, useless to read one. */
  emailHash: z.optional(z.string()),
});
export type Employee = z.infer<typeof employeeSchema>;

/** What is known of the person once it exists on the platform. */
export type KnownPerson = Required<
  Pick<Employee, "personID" | "username" | "emailHash">
> &
  Pick<Employee, "refs">;

export type Employees = ReturnType<typeof createEmployees>;

/** The people of the HR system and who they are on the platform, one item per employee. */
export function createEmployees(table: Table) {
  return {
    get: (employeeId: string): Promise<Employee | undefined> =>
      table.get(key(employeeId), employeeSchema),

    /** Opens the first generation. Resolves to false when the employee is known already. */
    open: (
      employeeId: string,
      opening: Required<
        Pick<
          Employee,
          "operationId" | "hiredAtMs" | "passwordSalt" | "username"
        >
      >,
    ): Promise<boolean> =>
      table.putIfAbsent({
        id: key(employeeId),
        generation: 1,
        state: "onboarding",
        openedBy: opening.operationId,
        ...opening,
      }),

    /** Hands an unfinished onboarding from an operation that has ended to another. Resolves to false when it lost. */
    takeOver: (
      employeeId: string,
      from: string,
      operationId: string,
    ): Promise<boolean> =>
      table.update(key(employeeId), {
        set: { operationId },
        where: { operationId: from, state: "onboarding" },
      }),

    /** Notes that no attempt so far has created the person, which is sure. */
    noteAbsent: (employeeId: string, operationId: string): Promise<boolean> =>
      table.update(key(employeeId), {
        set: { isAbsent: true },
        where: { operationId },
      }),

    /** Notes that from now on a person with this username may exist. */
    notePossible: (
      employeeId: string,
      operationId: string,
      username: string,
    ): Promise<boolean> =>
      table.update(key(employeeId), {
        set: { username },
        remove: ["isAbsent"],
        where: { operationId },
      }),

    /** The commit point: from here on the person is known to exist. */
    recordPerson: (
      employeeId: string,
      operationId: string,
      person: KnownPerson,
    ): Promise<boolean> =>
      table.update(key(employeeId), {
        set: person,
        remove: ["isAbsent"],
        where: { operationId },
      }),

    /** Ends the onboarding; the initial password can no longer be derived. */
    activate: (employeeId: string, operationId: string): Promise<boolean> =>
      table.update(key(employeeId), {
        set: { state: "active" },
        remove: ["passwordSalt"],
        where: { operationId },
      }),
  };
}

function key(employeeId: string): string {
  return `employee#${employeeId}`;
}
