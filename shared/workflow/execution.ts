import type { Operation } from "../store/operation.ts";

/** Starts the workflow of an accepted operation. Starting the same run twice is harmless: same name, same payload. */
export type StartWorkflow = (
  operation: Pick<Operation, "id" | "run" | "type">,
) => Promise<void>;

/** Whether a durable execution is running. An execution that Lambda does not know is not running. */
export type FindExecution = (executionArn: string) => Promise<boolean>;

/** The name of an operation's execution: at most 64 of `[A-Za-z0-9_-]`, another one for each run. */
export function executionNameOf({
  id,
  run,
}: Pick<Operation, "id" | "run">): string {
  return run === 1 ? id : `${id}_${run}`;
}

/** What an execution works on. The plan itself says what is to do, and how far it is. */
export type PlanInput = {
  planId: string;
  /** Counts the executions of a plan. Only the execution with the newest count changes the plan. */
  run: number;
};

/** Starts an execution of a plan. Starting the same one twice is harmless. */
export type StartPlan = (input: PlanInput) => Promise<void>;

/** The name of an execution of a plan: at most 64 of `[A-Za-z0-9_-]`. */
export function planExecutionOf({ planId, run }: PlanInput): string {
  return `${planId}_${run}`;
}
