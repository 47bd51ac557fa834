import * as z from "zod/mini";
import { absent, type Where } from "../dynamodb/expressions.ts";
import type { ConditionalWrite, Table } from "../dynamodb/table.ts";
import { minuteMs } from "../durations.ts";
import {
  type Employee,
  type EmployeePatch,
  employeeSchema,
  keyOfEmployee,
  fieldsOfPerson,
} from "./employee.ts";
import { attributesOfPerson } from "./seen-person.ts";
import { storedStatements } from "./statement-schema.ts";

/** Who runs: an operation, and the execution that it has now. */
export type RunnerKey = { id: string; execution: string };

/** What `say` writes. */
export type Saying = Pick<Employee, "statements"> &
  Partial<Omit<Employee, "version" | "runner">>;

/** What is written of the employee before and after the write of the person. */
type LeaseAttributes = Partial<
  Record<"before" | "after", EmployeePatch["set"]>
>;

/** A runner that has not written for this time is dead. Pauses between attempts last at most an hour. */
const runnerMs = 75 * minuteMs;

export type Employees = ReturnType<typeof createEmployees>;

/** The employees: one item for each. It reads and writes, and decides nothing. */
export function createEmployees(table: Table, nowMs: () => number) {
  const writeItem = (
    employeeId: string,
    set: Record<string, unknown>,
    remove: readonly string[],
    where: Where,
    createsItem = false,
  ): Promise<ConditionalWrite<Employee>> =>
    table.updateOrRead(
      keyOfEmployee(employeeId),
      { set, remove, where, createsItem },
      employeeSchema,
    );
  const runnerUntilMs = () => nowMs() + runnerMs;

  return {
    get: (employeeId: string): Promise<Employee | undefined> =>
      table.get(keyOfEmployee(employeeId), employeeSchema),

    /**
     * Writes what was said, if nothing was said since the item was read, and the runner is the same. Lease, status and
     * identities do not disturb it.
     *
     * @param read - undefined: there was no item, and `said` is the whole of it
     * @param taker - becomes the runner
     */
    say: (
      employeeId: string,
      read: Employee | undefined,
      said: Saying,
      taker?: RunnerKey,
    ): Promise<ConditionalWrite<Employee>> =>
      writeItem(
        employeeId,
        {
          ...attributesOf(said),
          version: (read?.version ?? 0) + 1,
          ...(taker && { runner: { ...taker, untilMs: runnerUntilMs() } }),
        },
        [],
        { version: read?.version ?? absent, ...sameRunner(read?.runner) },
        read === undefined,
      ),

    /**
     * Writes what the runner did and saw, if no other runner has taken the employee.
     *
     * @param options.version - nothing is written if something was said since
     * @param options.endsRun - the same write frees the employee
     */
    write: (
      employeeId: string,
      runner: RunnerKey,
      { set = {}, remove = [] }: EmployeePatch,
      {
        version,
        endsRun = false,
      }: { version?: number; endsRun?: boolean } = {},
    ): Promise<ConditionalWrite<Employee>> =>
      writeItem(
        employeeId,
        {
          ...attributesOf(set),
          ...(!endsRun && { "runner.untilMs": runnerUntilMs() }),
        },
        endsRun ? [...remove, "runner"] : remove,
        { ...whereRunnerIs(runner), ...(version !== undefined && { version }) },
      ),

    /** Frees the employee from a runner whose execution has ended. */
    free: (employeeId: string, runner: RunnerKey): Promise<boolean> =>
      table.update(keyOfEmployee(employeeId), {
        remove: ["runner"],
        where: whereRunnerIs(runner),
      }),

    /** What the runner adds to the lease under which it writes the person. */
    leaseOf: (
      runner: RunnerKey,
      { before = {}, after = {} }: LeaseAttributes,
    ) => ({
      where: whereRunnerIs(runner),
      set: { ...attributesOf(before), "runner.untilMs": runnerUntilMs() },
      setAfter: attributesOf(after),
      looksAgain: true,
    }),

    /**
     * The extras of a hire are done, and the initial password of the person can no longer be derived. It needs no
     * runner. Resolves to false when they were done before, or belong to another hire.
     */
    endExtras: (employeeId: string, operationId: string): Promise<boolean> =>
      table.update(keyOfEmployee(employeeId), {
        remove: ["extrasOf", ...saltFields],
        where: { extrasOf: operationId },
      }),

    /**
     * The initial password of the person of this hire can be derived for longer. A time that is over stays over, and
     * the result is false.
     */
    keepSalt: (
      employeeId: string,
      operationId: string,
      saltUntilMs: number,
    ): Promise<boolean> =>
      table.update(keyOfEmployee(employeeId), {
        set: { saltUntilMs },
        where: { extrasOf: operationId, saltUntilMs: { above: nowMs() } },
      }),

    /**
     * From here on, the initial password of the person whom this operation onboarded cannot be derived. If it has made
     * no person, nothing stays of its attempt.
     */
    async eraseSalt(employeeId: string, operationId: string): Promise<boolean> {
      const key = keyOfEmployee(employeeId);
      const where = { operationId };
      const none = { ...where, "person.is": "none" };
      return (
        (await table.update(key, { remove: fieldsOfPerson, where: none })) ||
        table.update(key, { remove: saltFields, where })
      );
    },

    /** Counts the active employees, but only up to a limit, so that the cost does not grow with the company. */
    async countActive(limit: number): Promise<number> {
      const { entries } = await table.all(
        { index: "state", partition: ["state", "active"], limit },
        z.object({}),
      );
      return entries.length;
    },
  };
}

const saltFields = ["passwordSalt", "saltUntilMs"];

export function isRunner(
  { runner }: Pick<Employee, "runner">,
  { id, execution }: RunnerKey,
): boolean {
  return runner?.id === id && runner.execution === execution;
}

type Runner = Employee["runner"];

/** Whether no other runner is at work. An earlier execution of the same operation is none: it has ended. */
export function isFreeFor(
  runner: Runner,
  key: RunnerKey | undefined,
  nowMs: number,
): boolean {
  return (
    runner === undefined || runner.id === key?.id || runner.untilMs < nowMs
  );
}

function sameRunner(runner: Runner): Where {
  return runner === undefined ? { runner: absent } : whereRunnerIs(runner);
}

function whereRunnerIs({ id, execution }: RunnerKey): Where {
  return { "runner.id": id, "runner.execution": execution };
}

function attributesOf(set: Partial<Employee>) {
  const { person, statements, ...rest } = set;
  return {
    ...rest,
    ...(statements && { statements: storedStatements(statements) }),
    ...(person !== undefined && attributesOfPerson(person)),
  };
}
