import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Update } from "../../shared/dynamodb/expressions.ts";
import { sweepAt, type Table } from "../../shared/dynamodb/table.ts";
import { openPlans, type PlanStatus } from "./contract.ts";
import { createListSources } from "./list-sources.ts";
import { newPlan, type Plan, planSchema } from "./plan.ts";
import { createPlanValues, keptMs } from "./plan-values.ts";
import {
  createPlanRuns,
  runFields,
  planCheckMs,
  planKey,
  planPrefix,
  runningPlans,
} from "../../shared/store/plan-runs.ts";

export type Plans = ReturnType<typeof createPlans>;

/** Lists of people and the plans that are made of them (decision 31). */
export function createPlans(table: Table, nowMs: () => number) {
  const runs = createPlanRuns(table, nowMs);
  const values = createPlanValues(table, nowMs);
  const get = async (id: string): Promise<Plan | undefined> => {
    const plan = await table.get(planKey(id), planSchema);
    return plan && { ...plan, id };
  };

  /** Resolves to the changed plan, or to undefined if the condition of the update does not hold. */
  const write = async (
    id: string,
    update: Update,
    isDone?: (now: Plan) => boolean,
  ): Promise<Plan | undefined> => {
    const key = planKey(id);
    const { applied, item } = await table.updateOrRead(
      key,
      update,
      planSchema,
      isDone,
    );
    return applied ? { ...item, id } : undefined;
  };

  /**
   * Whether a plan that has taken its source holds it: while an execution may work on it, or, if none has begun, for
   * `planCheckMs`.
   */
  const holds = async (id: string, takenMs = 0): Promise<boolean> => {
    const { status, approvedUntilMs = Infinity } = (await get(id)) ?? {};
    const isBegun = runningPlans.some((one) => one === status);
    const untilMs = isBegun ? approvedUntilMs : takenMs + planCheckMs;
    return openPlans.some((one) => one === status) && nowMs() < untilMs;
  };

  /**
   * Changes a plan, if it has one of these statuses. Resolves to the changed plan, or to undefined.
   *
   * @param run - the count of the execution that changes it. Without it, an operator changes the plan
   */
  const change = (
    id: string,
    from: readonly PlanStatus[],
    set: Partial<Omit<Plan, "id">>,
    run?: number,
  ): Promise<Plan | undefined> => {
    const isAtWork =
      set.status === undefined ||
      runningPlans.some((running) => running === set.status);
    return write(
      id,
      {
        // If the plan makes no progress until then, the scheduler checks it.
        set: { ...set, ...(isAtWork && { dueAtMs: nowMs() + planCheckMs }) },
        remove: isAtWork ? clearedBy(set.reason) : runFields,
        where: { status: { oneOf: from }, ...(run !== undefined && { run }) },
      },
      // A repeated write, after its answer was lost, finds the plan as it wanted it.
      (now) => now.status === set.status && (set.run ?? now.run) === now.run,
    );
  };

  /** Adds an approval, if no other one was added since the plan was read. */
  const approve = (
    { id, approvals: known }: Plan,
    approvals: Plan["approvals"],
    set: Partial<Pick<Plan, "status" | "approvedUntilMs">>,
  ): Promise<Plan | undefined> =>
    write(
      id,
      {
        set: { ...set, approvals },
        where: { status: "planned", approvals: { length: known.length } },
      },
      (now) => isDeepStrictEqual(now.approvals, approvals),
    );

  return {
    ...values,
    ...createListSources(table, values.plannedRows, holds, nowMs),
    get,
    change,
    approve,
    deletePeople: runs.deletePeople,
    deleteValues: runs.deleteValues,
    tell: runs.tell,
    end: runs.end,

    /** Notes which execution works on a plan. Resolves to the plan, if the execution must go on. */
    begin: (id: string, run: number, execution: string) =>
      write(id, {
        set: { execution, dueAtMs: nowMs() + planCheckMs },
        where: { status: { oneOf: runningPlans }, run },
      }),

    /** @param id - creating it again changes nothing */
    async create(
      plan: Pick<
        Plan,
        "source" | "asOfMs" | "isWhole" | "createdBy" | "expectRows" | "columns"
      > &
        Partial<Pick<Plan, "origin" | "sinceMs" | "trialMap">>,
      id: string = planIdOf(randomBytes(12)),
      status: PlanStatus = "uploading",
    ): Promise<Plan> {
      const createdAtMs = nowMs();
      const item = {
        ...newPlan,
        ...plan,
        status,
        createdAtMs,
        // The first execution can be lost before it begins.
        ...(status !== "uploading" && { dueAtMs: createdAtMs + planCheckMs }),
      };
      await table.putIfAbsent({
        ...item,
        id: planKey(id),
        // The index of all operations lists plans as another kind.
        kind: "plan",
        ...sweepAt(createdAtMs + keptMs),
      });
      return planSchema.parse({ ...item, id });
    },

    /** The newest plans first. The index may be a moment old. */
    async newest(limit: number): Promise<Plan[]> {
      const { entries } = await table.page(
        {
          index: "created",
          partition: ["kind", "plan"],
          newestFirst: true,
          limit,
        },
        z.object({ id: z.string() }),
      );
      const found = await Promise.all(
        entries.map((entry) => get(entry.id.slice(planPrefix.length))),
      );
      return found.filter((plan) => plan !== undefined);
    },
  };
}

/**
 * The attributes that progress removes: the losses, and the reason of an earlier stop. With a new reason, the run has
 * stopped, so its execution is removed instead.
 */
function clearedBy(reason: string | undefined): string[] {
  return ["losses", reason === undefined ? "reason" : "execution"];
}

/** @param bytes - at least twelve */
export function planIdOf(bytes: Buffer): string {
  return `plan_${bytes.subarray(0, 12).toString("base64url")}`;
}
