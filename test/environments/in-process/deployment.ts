import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "aws-lambda";
import { runJobs } from "../../../functions/scheduler/run-pass.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "../../../infra/local/aws/lambda/durable-executions.ts";
import { startPlatform } from "../../../infra/platform/start-platform.ts";
import type { PlatformOptions } from "../../../infra/platform/state/options.ts";
import type { WorkflowName } from "../../../infra/aws/deployment/functions.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { dayMs } from "../../../shared/durations.ts";
import { createHttp } from "../../../shared/community/http.ts";
import { createPublicRequest } from "../../../shared/public-request.ts";
import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createSourceReader } from "../../../shared/source/source-reader.ts";
import { sourcesSchema } from "../../../shared/source/sources-secret.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import { recordLogs } from "../../fixtures/recorded-logs.ts";
import { startTables } from "../../fixtures/tables-for-test.ts";
import { effort } from "../../resilience/effort.ts";
import { documentsOf, type PartFailures } from "./part-failures.ts";
import { runKillable } from "./killed-executions.ts";
import { createProcessClients, runAsProcess } from "./processes.ts";
import { createDeployedFunctions } from "./deployed-functions.ts";
import { recordNotices } from "./notices.ts";
import { type Pause, recordPauses } from "./recorded-pauses.ts";
import {
  createWorkflows,
  settingsForTest,
  type WorkflowOptions,
} from "./workflows.ts";
import { createLocalCallers } from "../parts/receivers.ts";

export type InProcessOptions = WorkflowOptions & {
  /** Where the tables are. @default this-process */
  tables?: "this-process" | "in-memory";
  /** Multiplies the pauses of workflows. @default 0.0001: an hour takes 0.36 s; 0.001 in `npm run test:faults` */
  timeScale?: number;
  /** How long the indexes lag behind the items at most, by the clock of the environment. @default 0 */
  indexLagMs?: number;
  /** Whether the scheduler sends the notices to a bus and a subscriber. @default false */
  sendsNotices?: boolean;
  platform?: Partial<PlatformOptions>;
  /** Callers in addition to those of the local stack. */
  callers?: Record<string, unknown>;
  /** The sources whose records are read, in the shape of the secret. @default none */
  sources?: Record<string, unknown>;
  /** How many ends and renames of a list one operator can approve. @default 50 */
  listApprovalMax?: number;
  /** How long the requests of a page of a list may take together, in real time. @default 50000 */
  pageTimeoutMs?: number;
};

export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/**
 * Everything that we deploy, in this process, without bundles, Lambda and gateway: receivers, workflows, the scheduler
 * and the operations API, on real tables and the stand-in platform. A test can advance the clock by years.
 */
export async function startDeployment(options: InProcessOptions) {
  const { timeScale = effort(0.0001, 0.001), indexLagMs = 0 } = options;
  const settings = { ...settingsForTest, ...options };
  // The clock begins at the next noon in UTC, so that a test ends on the same day: the rules compare days.
  let aheadMs = dayMs - ((Date.now() + dayMs / 2) % dayMs);
  const nowMs = () => Date.now() + aheadMs;
  const platform = await startPlatform(options.platform);
  const local = await startTables(
    options.tables,
    indexLagMs > 0 ? { maxLagMs: indexLagMs, nowMs } : undefined,
  );
  const { logOf, lines, written } = recordLogs();
  const partFailures: PartFailures = {};
  const processes = createProcessClients(() => partFailures.killAt);
  const documents = processes.documents(local.documents);
  const pauses: Pause[] = [];
  const store = createStore(createTable(documents, tables.store.name), nowMs);
  const http = processes.http(options.http ?? createHttp());
  const createProcess = () =>
    createWorkflows(
      { platform, documents, partFailures, nowMs, logOf },
      { ...options, http },
    );
  const { platformAuth, workflows } = createProcess();
  const endProcess = () =>
    void Object.assign(workflows, createProcess().workflows);
  const notices = recordNotices();
  const engine: DurableExecutions = createDurableExecutions({
    timeScale,
    nowMs,
    // An invocation can be killed at a checkpoint, which `kill` says, and at each request, which `killAt` says.
    invoke: (name, event) =>
      runKillable(
        recordPauses(engine.client, pauses),
        () => partFailures.kill?.(name),
        (client) =>
          runAsProcess(
            () =>
              createDurableHandler(
                workflows[name]!,
                logOf(`${name}-workflow` as WorkflowName),
                processes.engine(client),
              )(event, { getRemainingTimeInMillis: () => 30_000 } as Context),
            endProcess,
          ),
      ),
  });
  const sources = sourcesSchema.parse(options.sources ?? {});
  const functions = createDeployedFunctions({
    settings,
    documentsOf: (name) =>
      documentsOf(name, documents, () =>
        name.endsWith("-workflow")
          ? partFailures.workflowTable
          : partFailures.receiverTable,
      ),
    callers: createLocalCallers(nowMs, options.callers),
    findSource: async (name) => sources[name] && { ...sources[name], name },
    sources: createSourceReader({
      store: createTokenStore(createTable(documents, tables.tokens.name)),
      request: createPublicRequest({ allowsLoopback: true }),
      nowMs,
      ...(options.pageTimeoutMs !== undefined && {
        pageTimeoutMs: options.pageTimeoutMs,
      }),
    }),
    platformAuth,
    probes: platformAuth.probes,
    start: async (functionName, name, input) => {
      if (partFailures.workflowStart?.())
        throw new Error("the engine is out: canary");
      const payload = JSON.stringify(input);
      await processes.send(
        () => [`start ${functionName}`],
        async () => engine.start({ functionName, name, payload }),
      );
    },
    findExecution: async (arn) =>
      engine.list().some((one) => one.arn === arn && one.status === "RUNNING"),
    noticeTakers: notices.noticeTakers,
    listApprovalMax: options.listApprovalMax ?? 50,
    nowMs,
    // A pause within a step takes real time, but not its own length.
    sleepMs: (durationMs) => sleep(Math.min(durationMs, 5)),
    logOf,
  });
  const { apps } = functions;
  Object.assign(workflows, functions.workflows);
  const { startNotices, ...jobs } = functions.jobs;
  const dispatchDue = () =>
    runJobs([
      ...Object.values(jobs),
      ...(options.sendsNotices ? [startNotices] : []),
    ]);
  return {
    platform,
    store,
    /** The client of our tables, for what the store does not do. */
    documents,
    /** How the workflows reach the platform. */
    platformAuth,
    engine,
    /** Every line that was logged. */
    lines,
    /** The same lines as each function writes them. */
    written,
    logOf,
    /** Set a property of it to make one of our own parts fail. */
    partFailures,
    /** The notices that reached the bus and the subscriber. */
    notices,
    /** Every pause of every workflow so far. */
    pauses,
    nowMs,
    apps,

    advanceTime: (durationMs: number): void => {
      aheadMs += durationMs;
    },

    /** Ends the process of the workflows: the next one has an empty memory. */
    endProcess,

    /** One round of the scheduler. */
    dispatchDue,

    close: async (): Promise<void> => {
      engine.close();
      await platform.close();
      await local.close();
    },
  };
}
