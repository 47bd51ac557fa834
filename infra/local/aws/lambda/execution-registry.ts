import { dayMs } from "../../../../shared/durations.ts";
import type { ExecutionDocument } from "./execution-document.ts";
import type { DocumentStore } from "../json-folder.ts";
import { notFound } from "../aws-error.ts";

export type ExecutionRegistryOptions = {
  store: DocumentStore<ExecutionDocument>;
  nowMs: () => number;
  maxEndedExecutions: number;
};

export type RunningExecution = {
  document: ExecutionDocument;
  /** Whether an operation became due that the current invocation may not have seen. */
  hasResumedOperations: boolean;
  /** Starts the next invocation. */
  timer?: NodeJS.Timeout;
  ended: PromiseWithResolvers<ExecutionDocument>;
};

/** How long ended executions are kept. */
const retentionMs = 14 * dayMs;

/** Keeps the running executions, and the names and results of ended ones. Every change is stored. */
export function createExecutionRegistry({
  store,
  nowMs,
  maxEndedExecutions,
}: ExecutionRegistryOptions) {
  const running = new Map<string, RunningExecution>();
  /** Oldest first. */
  const ended = new Map<string, ExecutionDocument>();
  let isClosed = false;

  function track(document: ExecutionDocument): RunningExecution {
    const execution: RunningExecution = {
      document,
      hasResumedOperations: false,
      ended: Promise.withResolvers(),
    };
    running.set(document.arn, execution);
    return execution;
  }

  function save(
    execution: RunningExecution,
    document: ExecutionDocument,
  ): void {
    store.save(document);
    execution.document = document;
  }

  function end(
    execution: RunningExecution,
    last: ExecutionDocument,
  ): ExecutionDocument {
    clearTimeout(execution.timer);
    const { nextInvocationAtMs: _, ...rest } = last;
    const document = {
      ...rest,
      endedAtMs: nowMs(),
      payload: "",
      operations: {},
    };
    save(execution, document);
    running.delete(document.arn);
    ended.set(document.arn, document);
    removeExpired();
    execution.ended.resolve(document);
    return document;
  }

  function removeExpired(): void {
    for (const document of ended.values()) {
      const ageMs = nowMs() - (document.endedAtMs ?? 0);
      if (ended.size <= maxEndedExecutions && ageMs <= retentionMs) return;
      ended.delete(document.arn);
      store.remove(document);
    }
  }

  function find(arn: string): ExecutionDocument | undefined {
    removeExpired();
    return running.get(arn)?.document ?? ended.get(arn);
  }

  /** @throws AwsError ResourceNotFoundException if the execution never existed or is expired. */
  function get(arn: string): ExecutionDocument {
    const document = find(arn);
    if (!document) throw notFound(`Durable execution ${arn}`);
    return document;
  }

  return {
    /** Reads the stored executions, and returns the running ones. */
    load(): RunningExecution[] {
      const documents = store.load();
      documents.sort((a, b) => (a.endedAtMs ?? 0) - (b.endedAtMs ?? 0));
      for (const document of documents) {
        if (document.endedAtMs !== undefined) ended.set(document.arn, document);
        else if (document.status === "RUNNING") track(document);
        else end(track(document), document);
      }
      removeExpired();
      return [...running.values()];
    },

    /** Stores a new execution. */
    add(document: ExecutionDocument): RunningExecution {
      store.save(document);
      return track(document);
    },

    /** Stores the new state of a running execution. */
    save,

    /** Ends an execution and drops its payload and operations. Only its name and result are kept. */
    end,

    find,
    get,
    findRunning: (arn: string): RunningExecution | undefined =>
      running.get(arn),

    /** Whether this execution still runs: it has not ended, and the registry is not closed. */
    isActive: (execution: RunningExecution): boolean =>
      !isClosed && running.get(execution.document.arn) === execution,

    list: (): ExecutionDocument[] => [
      ...[...running.values()].map(({ document }) => document),
      ...ended.values(),
    ],

    /** Resolves when the execution has ended or the registry is closed. */
    settled: async (arn: string): Promise<ExecutionDocument> =>
      running.get(arn)?.ended.promise ?? get(arn),

    /** Resolves when all executions have ended or the registry is closed. */
    idle: async (): Promise<void> => {
      while (running.size > 0 && !isClosed) {
        await Promise.all(
          [...running.values()].map((one) => one.ended.promise),
        );
      }
    },

    /** Cancels all timers. Running executions stay in the store as they are. */
    close: (): void => {
      isClosed = true;
      for (const execution of running.values()) {
        clearTimeout(execution.timer);
        execution.ended.resolve(execution.document);
      }
    },
  };
}
