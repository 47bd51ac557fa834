import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import type { Employee } from "../store/employee.ts";
import type { StartedOperation } from "../store/operation.ts";
import type { Payload } from "../store/payload.ts";
import type { CallClass } from "../store/rate-limiter.ts";
import type { Operations } from "../store/operations.ts";
import {
  reserveCalls,
  reserveRetry,
  waitForReservation,
  type RateLimitOptions,
} from "./reserve-calls.ts";
import type { OutageOptions } from "./find-outage.ts";
import { settle } from "./settle.ts";
import { stopRetries } from "./stop-retries.ts";
import { createSteps, type Steps, type StepsOptions } from "./steps.ts";

type Dependencies = Pick<StepsOptions, "nowMs" | "random" | "log"> &
  RateLimitOptions &
  OutageOptions & {
    store: { operations: RunOperations };
  };

/** What the frame does with operations. */
type RunOperations = Pick<Operations, "start" | "recordStep" | "recordFailure">;

/** One execution of an operation. */
export type WorkflowRun = {
  operation: StartedOperation;
  steps: Steps;
  context: DurableContext;
  memory: Memory;
};

/**
 * Values that this invocation knows from the answers to its own writes, so that the next step need not read them. The
 * memory is empty in a replay and after a wait, because each invocation has a new one. It is never part of the
 * engine's history.
 */
export type Memory = {
  /** The data of the event. Nothing changes it while the operation runs. */
  payload?: Payload | undefined;
  /** The employee as this operation wrote or read them last. Only the first attempt of the next step relies on it. */
  employment?: Employee | undefined;
};

/** A kind of workflow. Its functions get the run with the dependencies, `S`, and `say` resolves to `C`. */
type WorkflowDefinition<S, C> = {
  /** The name in the log, such as `onboarding`. */
  name: string;
  /** What the calls to the platform are for, which decides who goes first under the rate limit. @default other */
  callClassOf?: (operation: StartedOperation) => CallClass;
  /** About how many calls to the platform the run makes when every call succeeds. */
  countCalls: (run: S) => Promise<number>;
  /** Done in the first step, before anything can let the operation wait. If it is rejected, the step is repeated. */
  first?: (run: S) => Promise<void>;
  /**
   * Adds the statement of the operation to its employee in the first step, if the rate limit lets the operation begin
   * at once. It must not start a step itself. If it is rejected or resolves to undefined, `execute` does the same in a
   * step of its own.
   *
   * @default never
   */
  say?: (run: S) => Promise<C | undefined>;
  /** Runs the steps, writes the outcome and resolves to it. A rejection means that the outcome is not written. */
  execute: (run: S, said: C | undefined) => Promise<Ended>;
};

/** How an operation ended, or that it waits, or goes on in another execution. */
type Ended = { status: string; reason?: string | undefined };

const inputSchema = z.object({ operationId: z.string() });

/** Outcomes that need no attention. */
const expectedStatuses = new Set([
  "succeeded",
  "cancelled",
  "waiting",
  "running",
]);

/**
 * The frame of every durable workflow: begins the operation that the input names, waits for its turn under the rate
 * limit, runs its steps and logs the outcome. The operation keeps the state: the engine's history contains only ids and
 * codes.
 */
export function createWorkflow<D extends Dependencies, C = never>(
  dependencies: D,
  {
    name,
    callClassOf = () => "other",
    countCalls,
    first,
    say,
    execute,
  }: WorkflowDefinition<D & WorkflowRun, C>,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { store, nowMs } = dependencies;
  return async (input, context) => {
    // Set when the operation is known, which is before the first call to the platform.
    let callClass: CallClass = "other";
    const begun = await beginOperation(
      input,
      context,
      store.operations,
      {
        ...dependencies,
        prepareRetry: async (failure, attempt) =>
          reserveRetry(
            dependencies,
            callClass,
            await stopRetries(dependencies, failure, attempt),
          ),
      },
      {
        first: async (own) => first?.({ ...dependencies, ...own }),
        async prepare(own) {
          const run = { ...dependencies, ...own };
          const { operation } = run;
          // What fails here is done in a step of its own.
          const calls = await settle(
            reserveCalls(dependencies, callClassOf(operation), () =>
              countCalls(run),
            ),
          );
          const reserved = calls.ok ? calls.value : undefined;
          const isFree = calls.ok && (reserved?.beginAtMs ?? 0) <= nowMs();
          // An operation that waits for the rate limit, or for the end of an outage, must not keep others waiting.
          const mayBegin = isFree && operation.blockedSinceMs === undefined;
          const said = mayBegin && say ? await settle(say(run)) : undefined;
          return { reserved, said: said?.ok ? said.value : undefined };
        },
      },
    );
    if (!begun) return;
    const { prepared, ...started } = begun;
    callClass = callClassOf(started.operation);
    const run = { ...dependencies, ...started };
    await waitForReservation(
      run,
      callClass,
      () => countCalls(run),
      prepared?.reserved,
    );
    await executeAndLog(name, run, () => execute(run, prepared?.said));
  };
}

/** Runs the steps of an operation, and logs how it ended. */
export async function executeAndLog(
  name: string,
  {
    operation,
    log,
  }: Pick<WorkflowRun, "operation"> & Pick<StepsOptions, "log">,
  execute: () => Promise<Ended>,
): Promise<void> {
  const settled = await settle(execute());
  const { status, reason } = settled.ok
    ? settled.value
    : { status: "unrecorded", reason: settled.failure.code };
  logEnded(name, log, operation, { status, reason });
}

/** Logs what an operation came to. Metrics count these lines (infra/aws/metrics.ts). */
export function logEnded(
  name: string,
  log: StepsOptions["log"],
  { id: operationId, type }: Pick<StartedOperation, "id" | "type">,
  { status, reason }: Ended,
): void {
  log[expectedStatuses.has(status) ? "info" : "error"](`${name} ended`, {
    operationId,
    type,
    status,
    reason,
  });
}

/**
 * Begins the execution of an operation. Its input names the operation and nothing else. Undefined if the
 * operation must not run: it is unknown, waits, is final, or belongs to another execution.
 *
 * @param parts.first - done in the same step, which is repeated until it succeeds
 * @param parts.prepare - done after that in the same step. If it fails, the step succeeds without its result
 */
export async function beginOperation<P>(
  input: unknown,
  context: DurableContext,
  operations: RunOperations,
  options: Pick<StepsOptions, "prepareRetry" | "nowMs" | "random" | "log">,
  parts?: {
    first: (run: WorkflowRun) => Promise<void>;
    prepare: (run: WorkflowRun) => Promise<P>;
  },
): Promise<(WorkflowRun & { prepared: P | undefined }) | undefined> {
  const { operationId } = inputSchema.parse(input);
  const { durableExecutionArn } = context.executionContext;
  const writer = { id: operationId, execution: durableExecutionArn };
  const steps = createSteps({
    ...options,
    context,
    operationId,
    recordStep: (...step) => operations.recordStep(writer, ...step),
    recordFailure: (reason) => operations.recordFailure(writer, reason),
  });
  const memory: Memory = {};
  // Every access to the outside world is a step, also to our own store, because a replay must not depend on it. The
  // scheduler may start the operation meanwhile as another execution. The first of them to begin it runs it.
  const begun = await steps.store("start", async () => {
    const started = await operations.start(operationId, durableExecutionArn);
    if (!started) return undefined;
    const { operation } = started;
    memory.payload = started.payload;
    const run = { operation, steps, context, memory };
    await parts?.first(run);
    // What failed here is repeated as a step of its own, whose failure the workflow handles.
    const settled = parts && (await settle(parts.prepare(run)));
    return { operation, prepared: settled?.ok ? settled.value : undefined };
  });
  return begun && { ...begun, steps, context, memory };
}
