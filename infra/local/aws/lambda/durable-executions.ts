import * as z from "zod";
import { randomUUID } from "node:crypto";
import type {
  DurableExecutionClient,
  DurableExecutionInvocationInput,
} from "@aws/durable-execution-sdk-js";
import { executionDays } from "../../../aws/deployment/functions.ts";
import { createJsonFolder, type DocumentStore } from "../json-folder.ts";
import type { AwsFaults } from "../aws-service.ts";
import {
  executionDocumentSchema,
  newDocument,
  operationUpdateSchema,
  visibleOperations,
  type ExecutionDocument,
  addUsage,
  applyUpdates,
  resumeDueOperations,
  applyOutput,
  parseOutput,
  toCrashOutput,
} from "./execution-document.ts";
import { invalidParameter, AwsError, notFound } from "../aws-error.ts";
import { dayMs } from "../../../../shared/durations.ts";

export type DurableExecutionsOptions = {
  /** Invokes a version of the function once and resolves to its return value. A rejection is a failed invocation. */
  invoke: (
    functionName: string,
    event: DurableExecutionInvocationInput,
    version: number,
  ) => Promise<unknown>;
  /** The version of the function with which an execution begins now. All its invocations run it. @default 1 */
  versionOf?: ((functionName: string) => number) | undefined;
  /** Folder that keeps the executions after the process has ended. @default none: executions are in memory */
  folder?: string | undefined;
  /** Multiplies every delay: with 0.001, a retry after 5 s starts after 5 ms. @default 1 */
  timeScale?: number | undefined;
  nowMs?: (() => number) | undefined;
  /** Begins executions late, and ends waits and pauses late. @default never */
  awsFaults?: Pick<AwsFaults, "maxDelayMs" | "random"> | undefined;
  /**
   * Whether the event of an invocation has only the beginning of the history, as on AWS if it is long. The function then
   * asks for the rest. @default false
   */
  historyInPages?: boolean | undefined;
};

export type DurableExecutions = ReturnType<typeof createDurableExecutions>;

type StartRequest = {
  functionName: string;
  /** Unique among the kept executions of the function; 1 to 64 of `[A-Za-z0-9_-]`. @default a random UUID */
  name?: string | undefined;
  payload: string;
};

const checkpointSchema = z.object({
  DurableExecutionArn: z.string(),
  CheckpointToken: z.string(),
  Updates: z
    .array(operationUpdateSchema)
    .nullish()
    .transform((updates) => updates ?? []),
});

const stateSchema = checkpointSchema.omit({ Updates: true });

const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** How long an execution may take. It is not multiplied by `timeScale`. */
const executionTimeoutMs = executionDays * dayMs;
/** A timer of the SDK may fire this early, so a checkpoint also resumes what is due within this time. */
const timerSlackMs = 2;

/**
 * Runs durable functions as AWS Lambda does. Each execution has one document with its operations. A checkpoint is
 * stored before it is acknowledged. The function is invoked again when a wait or a retry is due, or after a failed
 * invocation. Executions that `folder` contains continue immediately.
 *
 * As on AWS, the duration of an execution and the number and size of its operations are limited.
 */
export function createDurableExecutions(options: DurableExecutionsOptions) {
  const { invoke, nowMs = Date.now, timeScale = 1 } = options;
  const { awsFaults, versionOf = () => 1, historyInPages = false } = options;
  const executions = createExecutionRegistry(
    createJsonFolder(options.folder, executionDocumentSchema),
    nowMs,
  );
  for (const execution of executions.load()) schedule(execution);

  /** @throws AwsError DurableExecutionAlreadyStartedException if the name exists with another payload. */
  function start({ functionName, name = randomUUID(), payload }: StartRequest) {
    if (!nameSchema.safeParse(name).success) {
      throw invalidParameter(
        "A durable execution name has 1 to 64 letters, digits, hyphens and underscores.",
      );
    }
    const document = newDocument({ functionName, name, payload }, nowMs());
    const existing = executions.find(document.arn);
    if (existing && existing.payloadHash !== document.payloadHash) {
      throw new AwsError(
        "DurableExecutionAlreadyStartedException",
        409,
        `An execution named ${name} was started with another payload.`,
      );
    }
    if (!existing) {
      const version = versionOf(functionName);
      const execution = executions.add({ ...document, version });
      // With faults, the execution begins late.
      if (awsFaults) schedule(execution);
      else void run(execution);
    }
    return { arn: document.arn };
  }

  async function run(execution: RunningExecution): Promise<void> {
    if (nowMs() >= endsAtMs(execution)) {
      executions.end(execution, { ...execution.document, status: "TIMED_OUT" });
      return;
    }
    const { functionName, version } = execution.document;
    const event = beginInvocation(execution);
    const output = await invoke(functionName, event, version).then(
      parseOutput,
      toCrashOutput,
    );
    // close() kills the sandboxes, so an error after it does not come from the function. An execution that was stopped
    // has already ended.
    if (!executions.isActive(execution)) return;
    const { document, hasResumedOperations } = execution;
    const clock = { nowMs: nowMs(), timeScale };
    // A checkpoint may have ended the execution. In that case the output is ignored.
    const next =
      document.status === "RUNNING"
        ? applyOutput(document, output, { ...clock, hasResumedOperations })
        : document;
    if (next.status === "RUNNING") {
      executions.save(execution, next);
      schedule(execution);
    } else {
      executions.end(execution, next);
    }
  }

  function beginInvocation(
    execution: RunningExecution,
  ): DurableExecutionInvocationInput {
    const { nextInvocationAtMs = 0 } = execution.document;
    // The timer has fired, so its time has passed, even if a test clock stands still.
    const timeMs = Math.max(nowMs(), nextInvocationAtMs);
    const { document, resumedIds } = resumeDueOperations(
      execution.document,
      timeMs,
    );
    const { nextInvocationAtMs: _, ...invoked } = document;
    executions.save(execution, { ...invoked, checkpointToken: randomUUID() });
    execution.hasResumedOperations = false;
    const visible = visibleOperations(document);
    return {
      DurableExecutionArn: document.arn,
      CheckpointToken: execution.document.checkpointToken,
      UpdatedOperationIds: resumedIds,
      InitialExecutionState: historyInPages
        ? { Operations: visible.slice(0, 1), NextMarker: "rest" }
        : { Operations: visible },
    };
  }

  function schedule(execution: RunningExecution): void {
    const { nextInvocationAtMs = 0 } = execution.document;
    const dueAtMs = Math.min(nextInvocationAtMs, endsAtMs(execution));
    const lateMs = awsFaults ? awsFaults.random() * awsFaults.maxDelayMs : 0;
    const delayMs = Math.max(0, dueAtMs - nowMs()) + lateMs;
    execution.timer = setTimeout(() => void run(execution), delayMs);
  }

  function endsAtMs({ document }: RunningExecution): number {
    return document.startedAtMs + executionTimeoutMs;
  }

  /** @throws AwsError InvalidParameterValueException if the token is not the latest one. */
  function authorize(arn: string, token: string): RunningExecution {
    const execution = executions.findRunning(arn);
    // An execution that has ended has no valid token. `get` throws for one that never existed.
    if (execution?.document.status !== "RUNNING") executions.get(arn);
    else if (execution.document.checkpointToken === token) return execution;
    // The SDK recognises this error by the beginning of its message.
    throw invalidParameter("Invalid Checkpoint Token");
  }

  const client = {
    checkpoint: async (request: unknown) => {
      const { DurableExecutionArn, CheckpointToken, Updates } =
        checkpointSchema.parse(request);
      const execution = authorize(DurableExecutionArn, CheckpointToken);
      const { document, resumedIds } = resumeDueOperations(
        execution.document,
        nowMs() + timerSlackMs,
      );
      const usage = addUsage(document, Updates);
      const clock = { nowMs: nowMs(), timeScale };
      executions.save(execution, {
        ...applyUpdates(document, Updates, clock),
        usage,
      });
      execution.hasResumedOperations ||= resumedIds.length > 0;
      const changedIds = new Set([
        ...resumedIds,
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
    getExecutionState: async (request: unknown) => {
      const { DurableExecutionArn, CheckpointToken } =
        stateSchema.parse(request);
      const { document } = authorize(DurableExecutionArn, CheckpointToken);
      const visible = visibleOperations(document);
      return { Operations: historyInPages ? visible.slice(1) : visible };
    },
  } satisfies DurableExecutionClient;

  const { get, settled, list, idle, close } = executions;
  return {
    start,
    get,
    settled,
    list,
    idle,
    close,
    /** The two calls that the durable execution SDK makes. Each checks its request. */
    client,

    /** Ends a running execution as STOPPED. The next checkpoint of its sandbox is rejected. */
    stop(arn: string): ExecutionDocument {
      const execution = executions.findRunning(arn);
      if (!execution) return executions.get(arn);
      return executions.end(execution, {
        ...execution.document,
        status: "STOPPED",
      });
    },
  };
}

type RunningExecution = {
  document: ExecutionDocument;
  /** Whether an operation became due that the current invocation may not have seen. */
  hasResumedOperations: boolean;
  timer?: NodeJS.Timeout;
  settled: PromiseWithResolvers<ExecutionDocument>;
};

/** How long ended executions are kept. The name of a kept execution cannot be used again. */
const retentionMs = 14 * dayMs;

/** Keeps the running executions, and the names and results of ended ones. Every change is stored. */
function createExecutionRegistry(
  store: DocumentStore<ExecutionDocument>,
  nowMs: () => number,
) {
  const running = new Map<string, RunningExecution>();
  /** Oldest first. */
  const ended = new Map<string, ExecutionDocument>();
  let isClosed = false;

  function track(document: ExecutionDocument): RunningExecution {
    const execution: RunningExecution = {
      document,
      hasResumedOperations: false,
      settled: Promise.withResolvers(),
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
    execution.settled.resolve(document);
    return document;
  }

  function removeExpired(): void {
    for (const document of ended.values()) {
      const ageMs = nowMs() - (document.endedAtMs ?? 0);
      if (ageMs <= retentionMs) return;
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
        // A checkpoint ended it, and then the process stopped before `end`.
        else end(track(document), document);
      }
      removeExpired();
      return [...running.values()];
    },

    add(document: ExecutionDocument): RunningExecution {
      store.save(document);
      return track(document);
    },

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
      running.get(arn)?.settled.promise ?? get(arn),

    /** Resolves when all executions have ended or the registry is closed. */
    idle: async (): Promise<void> => {
      while (running.size > 0 && !isClosed) {
        await Promise.all(
          [...running.values()].map((one) => one.settled.promise),
        );
      }
    },

    /** Cancels all timers. Running executions stay in the store as they are. */
    close: (): void => {
      isClosed = true;
      for (const execution of running.values()) {
        clearTimeout(execution.timer);
        execution.settled.resolve(execution.document);
      }
    },
  };
}
