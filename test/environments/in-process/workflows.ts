import { allLimits } from "../../fixtures/all-limits.ts";
import { setImmediate } from "node:timers/promises";
import type { DurableExecutionHandler } from "@aws/durable-execution-sdk-js";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createEmployment } from "../../../functions/employment/workflow.ts";
import {
  type EmploymentSettings,
  employmentSettings,
} from "../../../functions/employment/config.ts";
import type { EmploymentDependencies } from "../../../functions/employment/employment-run.ts";
import { createStatusRelay } from "../../../functions/status-relay/workflow.ts";
import type { WorkflowName } from "../../../infra/aws/deployment/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import type { Platform } from "../../../infra/platform/start-platform.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createHttp } from "../../../shared/community/http.ts";
import type { Log } from "../../../shared/log.ts";
import {
  createPlatformAuth,
  type PlatformAuth,
  type PlatformAuthOptions,
} from "../../../shared/platform-auth/platform-auth.ts";
import { createScimEraser } from "../../../shared/store/erase-scim-users.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import { countRepeat } from "../../../shared/workflow/reserve-calls.ts";
import { defaultsOf } from "../../fixtures/defaults-of.ts";
import { documentsOf, type PartFailures } from "./part-failures.ts";

/** Settings other than {@link settingsForTest}, and parts other than those of a deployment. */
export type WorkflowOptions = Partial<EmploymentSettings> & {
  /** How many calls a second all workflows together make to the platform. @default unlimited */
  callsPerSecond?: number | undefined;
  /** For one attempt of a call to the platform. @default 5 s */
  callTimeoutMs?: number;
  /** How long a call may hang before the client sends it a second time. @default as long as `callTimeoutMs` */
  hedgeAfterMs?: number;
  /** How avatars are read. @default as deployed */
  readAvatar?: EmploymentDependencies["readAvatar"];
  /** The credentials at the platform. @default read for each use, and wrong if `partFailures` says so */
  secret?: PlatformAuthOptions["secret"];
  /** How requests reach the platform. @default connections of our own */
  http?: PlatformAuthOptions["http"];
  /** Waits between two attempts of a call to the platform. @default not at all */
  sleepMs?: PlatformAuthOptions["sleepMs"];
  /** The clock that decides when tokens expire and when a refused login is forgotten. @default Date.now */
  platformAuthNowMs?: () => number;
};

/** A limit that holds no operation. */
const noLimit = { percent: 100, min: 1_000, max: 1_000 };

/** The defaults of a deployment, but no leaver waits, no limit holds an operation, and a rehire needs no start date. */
export const settingsForTest: EmploymentSettings = {
  ...defaultsOf(employmentSettings),
  scim: true,
  rehireWithoutStartDate: "accept",
  graceDays: 0,
  minGraceDays: 0,
  ...allLimits(noLimit),
  createDaysBefore: 0,
};

type Dependencies = {
  platform: Pick<Platform, "baseUrl" | "authUrl">;
  documents: DynamoDBDocumentClient;
  partFailures: PartFailures;
  nowMs: () => number;
  logOf: (name: WorkflowName) => Log;
};

/** The names under which the engine knows the workflows. */
export const inProcessWorkflows = {
  employmentWorkflow: "employment",
  statusRelayWorkflow: "status-relay",
  eventsWorkflow: "events",
};

/** Creates all workflows on one store and one platform auth. A test can make either of them fail. */
export function createWorkflows(
  { platform, documents, partFailures, nowMs, logOf }: Dependencies,
  options: WorkflowOptions,
): {
  platformAuth: PlatformAuth;
  workflows: Record<string, DurableExecutionHandler>;
} {
  const {
    sleepMs,
    callTimeoutMs,
    hedgeAfterMs,
    platformAuthNowMs,
    ...settings
  } = { ...settingsForTest, ...options };
  const readSecret = async () => {
    partFailures.communitySecret?.();
    return { ...localSecrets.community, ...partFailures.credentials };
  };
  const platformAuth = createPlatformAuth({
    baseUrl: platform.baseUrl,
    authUrl: platform.authUrl,
    serviceAuth: "login",
    personAuth: settings.personAuth,
    secret: options.secret ?? { get: readSecret, refresh: readSecret },
    tokens: createTokenStore(
      createTable(
        // The roles of all workflows allow the same requests to this table.
        documentsOf(
          "employment-workflow",
          documents,
          () => partFailures.tokensTable,
        ),
        tables.tokens.name,
      ),
    ),
    callTimeoutMs: callTimeoutMs ?? 5_000,
    hedgeAfterMs,
    onRepeat: () =>
      countRepeat({ ...parts, callsPerSecond: options.callsPerSecond }),
    http: options.http,
    loginLeaseMs: 50,
    ...(platformAuthNowMs && { nowMs: platformAuthNowMs }),
    sleepMs: sleepMs ?? (() => setImmediate()),
  });
  const shared = {
    ...settings,
    platformAuth,
    callsPerSecond: options.callsPerSecond,
    nowMs,
    random: Math.random,
    // The clock stands still, so a wait for its next second would never see it.
    sleepMs: () => setImmediate(),
  };
  const tableOf = (name: WorkflowName) =>
    createTable(
      documentsOf(name, documents, () => partFailures.workflowTable),
      tables.store.name,
    );
  const partsOf = (name: WorkflowName) => ({
    ...shared,
    store: createStore(tableOf(name), nowMs),
    log: logOf(name),
  });
  const parts = partsOf("employment-workflow");
  const employ = createEmployment({
    ...parts,
    ...(options.scim !== false && {
      eraseScimUsers: createScimEraser(tableOf("employment-workflow")),
    }),
  });
  const relayStatus = createStatusRelay({
    ...partsOf("status-relay-workflow"),
    http: createHttp(),
  });
  return {
    platformAuth,
    workflows: { employment: employ, "status-relay": relayStatus },
  };
}
