import { randomUUID } from "node:crypto";
import type {
  DurableExecutionClient,
  DurableExecutionInvocationInput,
} from "@aws/durable-execution-sdk-js";
import * as z from "zod";
import { afterInvocation, parseOutput, toCrash } from "./invocation-output.ts";
import {
  newDocument,
  operationUpdateSchema,
  visibleOperations,
  type ExecutionDocument,
} from "./execution-document.ts";
import { createFolderStore, memoryStore } from "./execution-store.ts";
import { applyUpdates, ripen } from "./execution-updates.ts";
import { invalidParameter, LambdaError, notFound } from "./lambda-error.ts";

export type DurableExecutionsOptions = {
  /** Runs the function once and resolves to what it returned; a rejection is a failed invocation. */
  invoke: (
    functionName: string,
    event: DurableExecutionInvocationInput,
  ) => Promise<unknown>;
  /** Where executions survive the process; in memory when absent. */
  folder?: string | undefined;
  /** Multiplies every delay: 0.001 lets a retry after 5 s ripen in 5 ms. @default 1 */
  timeScale?: number | undefined;
  nowMs?: (() => number) | undefined;
  /** Failed invocations in a row after which an execution fails. @default 10 */
  maxFailedInvocations?: number | undefined;
  /** How many ended executions are remembered, so that their names stay taken. @default 10_000 */
  maxEndedExecutions?: number | undefined;
  /** How long ended executions are remembered. @default 14 days */
  retentionMs?: number | undefined;
};

export type DurableExecutions = ReturnType<typeof createDurableExecutions>;

export type StartRequest = {
  functionName: string;
  /** Unique per function while it is remembered; at most 64 of `[A-Za-z0-9_-]`. */
  name?: string | undefined;
  /** The function's event as JSON text. */
  payload: string;
};

type Running = {
  document: ExecutionDocument;
  /** Something ripened that the current invocation may not have seen. */
  hasRipened: boolean;
  timer?: NodeJS.Timeout;
  ended: PromiseWithResolvers<ExecutionDocument>;
};

const checkpointSchema = z.object({
  DurableExecutionArn: z.string(),
  CheckpointToken: z.string(),
  Updates: z.array(operationUpdateSchema).default([]),
});

const stateSchema = checkpointSchema.omit({ Updates: true });

const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const maxTimerMs = 2 ** 31 - 1;
/** A timer may fire this much before the clock shows its time. */
const timerSlackMs = 2;

/**
 * Runs durable functions as AWS Lambda does: one document per execution holds its operations, each
 * checkpoint is stored before it is answered, and the function is invoked again when a wait or a
 * retry ripens or an invocation failed. Unfinished executions of `folder` go on at once.
 */
export function createDurableExecutions(options: DurableExecutionsOptions) {
  const { invoke, nowMs = Date.now, timeScale = 1 } = options;
  const { maxFailedInvocations = 10, maxEndedExecutions = 10_000 } = options;
  const { retentionMs = 14 * 24 * 3600 * 1000 } = options;
  const store = options.folder
    ? createFolderStore(options.folder)
    : memoryStore;
  const running = new Map<string, Running>();
  /** Oldest first. */
  const ended = new Map<string, ExecutionDocument>();
  let isClosed = false;

  const loaded = store.load();
  loaded.sort((a, b) => (a.endedAtMs ?? 0) - (b.endedAtMs ?? 0));
  for (const document of loaded) {
    if (document.endedAtMs !== undefined) ended.set(document.arn, document);
    else if (document.status === "RUNNING") schedule(track(document));
    else end(track(document), document);
  }
  forgetOld();

  function track(document: ExecutionDocument): Running {
    const execution: Running = {
      document,
      hasRipened: false,
      ended: Promise.withResolvers(),
    };
    running.set(document.arn, execution);
    return execution;
  }

  function save(execution: Running, document: ExecutionDocument): void {
    store.save(document);
    execution.document = document;
  }

  /** @throws LambdaError DurableExecutionAlreadyStartedException when the name has another payload. */
  function start({ functionName, name = randomUUID(), payload }: StartRequest) {
    if (!nameSchema.safeParse(name).success) {
      throw invalidParameter(
        "A durable execution name has 1 to 64 letters, digits, hyphens and underscores.",
      );
    }
    forgetOld();
    const document = newDocument(functionName, name, payload, nowMs());
    const known = find(document.arn);
    if (known && known.payloadHash !== document.payloadHash) {
      throw new LambdaError(
        "DurableExecutionAlreadyStartedException",
        409,
        `An execution named ${name} was started with another payload.`,
      );
    }
    if (!known) {
      store.save(document);
      void run(track(document));
    }
    return { arn: document.arn };
  }

  /** Invokes the function once; what it answers decides whether and when it runs again. */
  async function run(execution: Running): Promise<void> {
    const { functionName, arn } = execution.document;
    const event = beginInvocation(execution);
    const output = await invoke(functionName, event).then(parseOutput, toCrash);
    // Closing kills the sandboxes: what they answer then is not the function's fault.
    // A stopped execution has ended already.
    if (isClosed || running.get(arn) !== execution) return;
    // A checkpoint may have ended the execution; then the answer says nothing more.
    const isRunning = execution.document.status === "RUNNING";
    const next = isRunning
      ? afterInvocation(execution.document, output, {
          nowMs: nowMs(),
          timeScale,
          maxFailedInvocations,
          hasRipened: execution.hasRipened,
        })
      : execution.document;
    if (next.status === "RUNNING") {
      save(execution, next);
      schedule(execution);
    } else {
      end(execution, next);
    }
  }

  function beginInvocation(
    execution: Running,
  ): DurableExecutionInvocationInput {
    const { wakeAtMs = 0 } = execution.document;
    // The timer has run, so this much time has passed, also where the clock stands still.
    const time = Math.max(nowMs(), wakeAtMs);
    const { document, ripenedIds } = ripen(execution.document, time);
    const { wakeAtMs: _, ...awake } = document;
    save(execution, { ...awake, checkpointToken: randomUUID() });
    execution.hasRipened = false;
    return {
      DurableExecutionArn: document.arn,
      CheckpointToken: execution.document.checkpointToken,
      UpdatedOperationIds: ripenedIds,
      InitialExecutionState: { Operations: visibleOperations(document) },
    };
  }

  function schedule(execution: Running): void {
    const { wakeAtMs = 0 } = execution.document;
    const delayMs = Math.max(0, wakeAtMs - nowMs());
    execution.timer = setTimeout(
      () => (delayMs > maxTimerMs ? schedule(execution) : void run(execution)),
      Math.min(delayMs, maxTimerMs),
    );
  }

  /** Drops what only a running execution needs; from here its name and result are remembered. */
  function end(execution: Running, last: ExecutionDocument): ExecutionDocument {
    clearTimeout(execution.timer);
    const { wakeAtMs: _, ...rest } = last;
    const document = {
      ...rest,
      endedAtMs: nowMs(),
      payload: "",
      operations: {},
    };
    save(execution, document);
    running.delete(document.arn);
    ended.set(document.arn, document);
    forgetOld();
    execution.ended.resolve(document);
    return document;
  }

  function forgetOld(): void {
    for (const document of ended.values()) {
      const ageMs = nowMs() - (document.endedAtMs ?? 0);
      if (ended.size <= maxEndedExecutions && ageMs <= retentionMs) return;
      ended.delete(document.arn);
      store.remove(document);
    }
  }

  function find(arn: string): ExecutionDocument | undefined {
    return running.get(arn)?.document ?? ended.get(arn);
  }

  function get(arn: string): ExecutionDocument {
    forgetOld();
    const document = find(arn);
    if (!document) throw notFound(`Durable execution ${arn}`);
    return document;
  }

  /** @throws LambdaError InvalidParameterValueException when the token is not the latest one. */
  function authorize(arn: string, token: string): Running {
    const execution = running.get(arn);
    if (execution?.document.status === "RUNNING") {
      if (execution.document.checkpointToken === token) return execution;
    } else {
      get(arn);
    }
    // The SDK knows this refusal by how its message begins.
    throw invalidParameter("Invalid Checkpoint Token");
  }

  const client: DurableExecutionClient = {
    checkpoint: async (request) => {
      const { DurableExecutionArn, CheckpointToken, Updates } =
        checkpointSchema.parse(request);
      const execution = authorize(DurableExecutionArn, CheckpointToken);
      const time = nowMs() + timerSlackMs;
      const { document, ripenedIds } = ripen(execution.document, time);
      save(
        execution,
        applyUpdates(document, Updates, { nowMs: nowMs(), timeScale }),
      );
      execution.hasRipened ||= ripenedIds.length > 0;
      const changedIds = new Set([
        ...ripenedIds,
        ...Updates.map(({ Id }) => Id),
      ]);
      const { operations, checkpointToken } = execution.document;
      return {
        CheckpointToken: checkpointToken,
        NewExecutionState: {
          Operations: Object.values(operations).filter(({ Id }) =>
            changedIds.has(Id),
          ),
        },
      };
    },
    getExecutionState: async (request) => {
      const { DurableExecutionArn, CheckpointToken } =
        stateSchema.parse(request);
      const { document } = authorize(DurableExecutionArn, CheckpointToken);
      return { Operations: visibleOperations(document) };
    },
  };

  return {
    start,
    get,
    /** The two calls of the durable execution SDK. */
    client,

    /** Resolves to the execution once it has ended (or the engine was closed). */
    async settled(arn: string): Promise<ExecutionDocument> {
      return running.get(arn)?.ended.promise ?? get(arn);
    },

    /** Ends a running execution as STOPPED; its sandbox finds its next checkpoint refused. */
    stop(arn: string, error?: ExecutionDocument["error"]): ExecutionDocument {
      const execution = running.get(arn);
      if (!execution) return get(arn);
      return end(execution, {
        ...execution.document,
        status: "STOPPED",
        error,
      });
    },

    list: (): ExecutionDocument[] => [
      ...[...running.values()].map(({ document }) => document),
      ...ended.values(),
    ],

    /** Resolves when no execution runs or waits (or the engine was closed). */
    async idle(): Promise<void> {
      while (running.size > 0 && !isClosed) {
        await Promise.all(
          [...running.values()].map((one) => one.ended.promise),
        );
      }
    },

    /** Leaves no timer. Unfinished executions stay as they are stored. */
    close(): void {
      isClosed = true;
      for (const { timer, ended, document } of running.values()) {
        clearTimeout(timer);
        ended.resolve(document);
      }
    },
  };
}
