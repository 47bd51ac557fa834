import * as z from "zod/mini";
import { absent, type Where } from "../dynamodb/expressions.ts";
import type { ConditionalWrite, Table } from "../dynamodb/table.ts";
import { minuteMs } from "../durations.ts";
import { toStoredEventType } from "../event-types.ts";
import { type Employee, employeeSchema, keyOfEmployee } from "./employee.ts";
import { toReasonCode } from "../reason-codes.ts";
import { warningSchema } from "./operation.ts";
import {
  attributesOfPerson,
  fieldsSchema,
  seenPersonOf,
  storedPersonSchema,
} from "./seen-person.ts";
import { statementSchema } from "./statement-schema.ts";
import { StoreConflict } from "./store-conflict.ts";

const verdictSchema = z.union([
  z.object({ is: z.literal("repeats"), of: z.string() }),
  z.object({
    is: z.literal("overtaken"),
    because: z.pipe(z.string(), z.transform(toReasonCode)),
    by: z.exactOptional(z.string()),
  }),
]);

/** An operation that is not final: something is to come of it, or an operator decides. */
const openSchema = z.object({
  id: z.string(),
  type: z.pipe(z.string(), z.transform(toStoredEventType)),
  /** When it was accepted. */
  atMs: z.number(),
  /** What it showed last, so that nothing is written twice. */
  shown: z.exactOptional(z.string()),
  /** What its statement came to that was merged with others, or dropped. */
  verdict: z.exactOptional(verdictSchema),
  /** The platform has refused it for a reason that no time heals. */
  isRefused: z.exactOptional(z.boolean()),
  /** It is a termination whose deletion has begun, which nothing stops. */
  hasDeleted: z.exactOptional(z.boolean()),
  /** What its event asked for in vain. */
  warnings: z.exactOptional(z.array(warningSchema)),
});
export type OpenOperation = z.infer<typeof openSchema>;

const limitSchema = z.exactOptional(
  z.object({ answer: z.enum(["pass", "hold"]), atMs: z.number() }),
);

const runnerSchema = z.object({
  /** The operation, and its execution. */
  by: z.string(),
  execution: z.string(),
  /** If it has not written until then, it is dead. */
  untilMs: z.number(),
});

/** One employee: what was said, what we did and saw, and what we keep of the person. */
export const employmentSchema = z.pipe(
  z.extend(employeeSchema, {
    /** Counts the writes of `statements`. */
    version: z.number(),
    statements: z.array(statementSchema),
    unfinished: z.array(openSchema),
    person: storedPersonSchema,
    /** The fields that the person has, from which statements. */
    seenFields: z.optional(fieldsSchema),
    limits: z.object({
      disable: limitSchema,
      delete: limitSchema,
      rename: limitSchema,
    }),
    /** One runner at a time does what follows from all that was said. */
    runner: z.exactOptional(runnerSchema),
    /** The operation of the hire whose avatar, tasks, streams and identities are not done. */
    extrasOf: z.exactOptional(z.string()),
  }),
  z.transform((item) => ({
    ...item,
    person: seenPersonOf(item.person, item.seenFields),
  })),
);
export type EmploymentItem = z.infer<typeof employmentSchema>;

/** Who runs: an operation, and the execution that it has now. */
export type RunnerKey = { id: string; execution: string };

/** What a write changes of an item. */
export type EmploymentPatch = {
  set?: Partial<Omit<EmploymentItem, "version" | "statements" | "runner">>;
  remove?: readonly string[];
};

/** What `say` writes. */
export type Saying = Pick<EmploymentItem, "statements"> &
  Partial<Omit<EmploymentItem, "version" | "runner">>;

/** A runner that has not written for this time is dead. Pauses between attempts last at most an hour. */
const runnerMs = 75 * minuteMs;

/** The items of the employees, with what was said. It reads and writes, and decides nothing. */
export function createEmployments(table: Table, nowMs: () => number) {
  const updateAndGet = (
    employeeId: string,
    set: Record<string, unknown>,
    remove: readonly string[],
    where: Where | Where[],
  ) =>
    table.updateAndGet(
      keyOfEmployee(employeeId),
      { set, remove, where },
      employmentSchema,
    );
  const runnerOf = ({ id: by, execution }: RunnerKey) => ({
    runner: { by, execution, untilMs: nowMs() + runnerMs },
  });

  return {
    get: (employeeId: string): Promise<EmploymentItem | undefined> =>
      table.get(keyOfEmployee(employeeId), employmentSchema),

    /**
     * Writes what was said, if nothing was said since the item was read, and the runner is the same. Lease, status and
     * identities do not disturb it. Resolves to the item as it is now.
     *
     * @param read - undefined: there was no item, and `said` is the whole of it
     * @param taker - becomes the runner
     */
    say(
      employeeId: string,
      read: EmploymentItem | undefined,
      said: Saying,
      taker?: RunnerKey,
    ): Promise<ConditionalWrite<EmploymentItem>> {
      return table.updateOrRead(
        keyOfEmployee(employeeId),
        {
          set: {
            ...stored(said),
            version: (read?.version ?? 0) + 1,
            ...(taker && runnerOf(taker)),
          },
          where: {
            version: read?.version ?? absent,
            ...sameRunner(read?.runner),
          },
          createsItem: read === undefined,
        },
        employmentSchema,
      );
    },

    /**
     * Writes what the runner did and saw. Resolves to the item as written.
     *
     * @param version - nothing is written, and the result is undefined, if something was said since
     * @throws StoreConflict `claim-lost` when another runner has taken the employee
     */
    async write(
      employeeId: string,
      runner: RunnerKey,
      { set = {}, remove = [] }: EmploymentPatch,
      version?: number,
    ): Promise<EmploymentItem | undefined> {
      const written = await updateAndGet(
        employeeId,
        { ...stored(set), "runner.untilMs": nowMs() + runnerMs },
        remove,
        { ...isOf(runner), ...(version !== undefined && { version }) },
      );
      if (written) return written;
      const item = await table.get(keyOfEmployee(employeeId), employmentSchema);
      if (version === undefined || !item || !runs(item, runner))
        throw new StoreConflict("claim-lost", { retryable: false });
      return undefined;
    },

    /**
     * Ends the run, unless something was said since `version`. Resolves to the item as it is now. `applied` is true
     * also if the runner has lost the employee, or has released them before.
     */
    async release(
      employeeId: string,
      runner: RunnerKey,
      version: number,
      patch: EmploymentPatch,
    ): Promise<ConditionalWrite<EmploymentItem>> {
      const written = await this.writeLast(employeeId, runner, version, patch);
      if (written.applied || !written.item || runs(written.item, runner))
        return written;
      return { applied: true, item: written.item };
    },

    /** Writes what the runner did last, and ends the run in the same write, unless something was said since `version`. */
    writeLast: (
      employeeId: string,
      runner: RunnerKey,
      version: number,
      { set = {}, remove = [] }: EmploymentPatch,
    ): Promise<ConditionalWrite<EmploymentItem>> =>
      table.updateOrRead(
        keyOfEmployee(employeeId),
        {
          set: stored(set),
          remove: [...remove, "runner"],
          where: { ...isOf(runner), version },
        },
        employmentSchema,
      ),

    /**
     * The extras of a hire are done, and the initial password of the person can no longer be derived. It needs no
     * runner. Resolves to false when they were done before, or are those of another hire.
     */
    endExtras: (employeeId: string, operationId: string): Promise<boolean> =>
      table.update(keyOfEmployee(employeeId), {
        remove: ["extrasOf", "passwordSalt", "saltUntilMs"],
        where: { extrasOf: operationId },
      }),

    /**
     * The initial password of the person of this hire can be derived for longer. A time that is over stays over, and the
     * result is false.
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

    /** The part of the lease of a write of the person that the runner holds. */
    leaseOf: (
      runner: RunnerKey,
      before: EmploymentPatch["set"] = {},
      after: EmploymentPatch["set"] = {},
    ) => ({
      where: isOf(runner),
      set: { ...stored(before), "runner.untilMs": nowMs() + runnerMs },
      setAfter: stored(after),
    }),
  };
}

/** Whether this is the runner of the employee. */
export function runs(
  { runner }: Pick<EmploymentItem, "runner">,
  { id, execution }: RunnerKey,
): boolean {
  return runner?.by === id && runner.execution === execution;
}

type Runner = EmploymentItem["runner"];

/** Whether no other runner is at work. */
export function isFreeFor(
  runner: Runner,
  { id }: RunnerKey,
  nowMs: number,
): boolean {
  return runner === undefined || runner.by === id || runner.untilMs < nowMs;
}

function sameRunner(runner: Runner): Where {
  return runner === undefined
    ? { runner: absent }
    : { "runner.by": runner.by, "runner.execution": runner.execution };
}

function isOf({ id, execution }: RunnerKey): Where {
  return { "runner.by": id, "runner.execution": execution };
}

/** The attributes as they are stored. */
function stored(set: Partial<Employee & EmploymentItem>) {
  const { person, ...rest } = set;
  return {
    ...rest,
    ...(person !== undefined && attributesOfPerson(person)),
  };
}
