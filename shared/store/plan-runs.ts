import * as z from "zod/mini";
import { minuteMs } from "../durations.ts";
import { absent } from "../dynamodb/expressions.ts";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import { inTurns } from "../in-turns.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { createDueList } from "./due-list.ts";
import { keptAfterEndMs, noticeItem } from "./operation-writer.ts";

/** The statuses of a plan in which an execution works on it. */
export const runningPlans = ["reading", "planning", "applying"] as const;
export type RunningPlan = (typeof runningPlans)[number];

/** What is known of the executions of a plan. */
const planRunSchema = z.object({
  status: z.string(),
  /** Counts the executions. An execution with an earlier count changes nothing. */
  run: z.number(),
  /** The execution that has begun last. Absent until the first one of this count has. */
  execution: z.optional(z.string()),
  /** Executions in a row that ended without progress. */
  losses: z._default(z.number(), 0),
  /** Why the last execution of an apply ended early. */
  reason: z.optional(z.string()),
  dueAtMs: z.optional(z.number()),
  approvedUntilMs: z.optional(z.number()),
  chunks: z._default(z.number(), 0),
  peoplePages: z._default(z.number(), 0),
});
export type PlanRun = z.infer<typeof planRunSchema> & { id: string };

const endedPlanSchema = z.object({ status: z.string(), run: z.number() });

/** Which values of a plan are stored. */
type PlanValues = Pick<PlanRun, "id" | "chunks" | "peoplePages">;

const deletesAtOnce = 25;
const range = (length: number) => Array.from({ length }, (_, nth) => nth);

/** A plan that made no progress for this time is looked at. */
export const planCheckMs = 10 * minuteMs;

export type PlanRuns = ReturnType<typeof createPlanRuns>;

/** The plans of lists (decision 31), as far as their executions can be lost. The scheduler needs no more of them. */
export function createPlanRuns(table: Table, nowMs: () => number) {
  const deleteAll = (keys: string[]) =>
    inTurns(keys, deletesAtOnce, (key) => table.delete(key));

  /** Deletes the pages of people that were read for the plan. */
  const deletePeople = ({
    id,
    peoplePages,
  }: Pick<PlanRun, "id" | "peoplePages">) =>
    deleteAll(range(peoplePages).map((page) => peopleKey(id, page)));

  /** Deletes the values of the list, the names of its matches and the pages of people: all that is personal data. */
  const deleteValues = async (plan: PlanValues): Promise<void> => {
    const { id, chunks } = plan;
    await deletePeople(plan);
    await deleteAll(
      range(chunks).flatMap((chunk) => [
        chunkKey(id, chunk),
        namesKey(id, chunk),
      ]),
    );
    await table.delete(matchesKey(id));
  };

  /**
   * Marks a notice that a plan needs a look. There is one for each status and reason of a plan.
   *
   * @param counts - how much of what the plan is about
   */
  const tell = async (
    id: string,
    status: string,
    reason: ReasonCode,
    counts?: Readonly<Record<string, number>>,
  ): Promise<void> => {
    const atMs = nowMs();
    await table.update(`plan-notice#${id}#${status}#${reason}`, {
      set: {
        plan: id,
        reason,
        ...(counts && { counts }),
        ...noticeItem("plan.needs_attention", atMs),
        ...sweepAt(atMs + keptAfterEndMs),
      },
      where: { about: absent },
      createsItem: true,
    });
  };

  return {
    deletePeople,
    deleteValues,
    tell,

    due: (status: RunningPlan) =>
      createDueList(table, nowMs, {
        index: "due",
        partition: ["status", status],
        time: "dueAtMs",
        prefix: planPrefix,
      }),

    async get(id: string): Promise<PlanRun | undefined> {
      const found = await table.get(planKey(id), planRunSchema);
      return found && { ...found, id };
    },

    /** Lets only executions with the next count go on. Resolves to false if the plan has changed since it was read. */
    takeOver: (plan: PlanRun): Promise<boolean> => {
      const { id, status, run, losses, reason } = plan;
      return table.update(planKey(id), {
        set: {
          run: run + 1,
          // An execution that has said why it ended is not lost.
          losses: reason === undefined ? losses + 1 : losses,
        },
        remove: ["execution"],
        where: { status, run },
      });
    },

    /** Ends a plan that cannot go on. Accepted events go on. False: the plan has changed since it was read. */
    end: async (
      plan: PlanValues & { run: number; status: string },
      reason: ReasonCode,
    ): Promise<boolean> => {
      const { id, run, status } = plan;
      const isMade = status !== "reading" && status !== "planning";
      const ended = isMade ? "stopped" : "failed";
      // First, because the scheduler finds the plan again if only this has succeeded.
      await tell(id, ended, reason);
      const { applied } = await table.updateOrRead(
        planKey(id),
        {
          set: { status: ended, reason, endedAtMs: nowMs() },
          remove: runFields,
          where: { status, run },
        },
        endedPlanSchema,
        (now) => now.status === ended && now.run === run,
      );
      if (applied) await deleteValues(plan);
      return applied;
    },
  };
}

/** What a plan has only while an execution works on it. */
export const runFields = ["dueAtMs", "execution", "losses"];

export const planPrefix = "plan#";
export const planKey = (id: string): string => planPrefix + id;
export const chunkKey = (id: string, chunk: number): string =>
  `${planKey(id)}#chunk#${chunk}`;
export const namesKey = (id: string, chunk: number): string =>
  `${planKey(id)}#names#${chunk}`;
export const peopleKey = (id: string, page: number): string =>
  `${planKey(id)}#people#${page}`;
export const matchesKey = (id: string): string => `${planKey(id)}#matches`;
