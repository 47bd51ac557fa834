import { setImmediate } from "node:timers/promises";
import type { DurableExecutionHandler } from "@aws/durable-execution-sdk-js";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createOffboarding } from "../../../functions/offboarding/workflow.ts";
import type { OnboardingDependencies } from "../../../functions/onboarding/onboarding-run.ts";
import { createOnboarding } from "../../../functions/onboarding/workflow.ts";
import { createProfileUpdate } from "../../../functions/profile-update/workflow.ts";
import { createStatusRelay } from "../../../functions/status-relay/workflow.ts";
import type { WorkflowName } from "../../../infra/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import type { Platform } from "../../../infra/local/platform/start-platform.ts";
import { tables } from "../../../infra/tables.ts";
import { createHttp } from "../../../shared/community/http.ts";
import type { Log } from "../../../shared/log.ts";
import {
  createPlatformAuth,
  type PlatformAuth,
  type PlatformAuthOptions,
} from "../../../shared/platform-auth/platform-auth.ts";
import type { LimitSettings } from "../../../shared/store/daily-limits.ts";
import { createStore } from "../../../shared/store/store.ts";
import { failingDocuments, type Outages } from "./outages.ts";

export type WorkflowOptions = {
  /** @default "report" */
  repeatedHire?: OnboardingDependencies["repeatedHire"];
  personAuth?: PlatformAuthOptions["personAuth"];
  graceDays?: number;
  minGraceDays?: number;
  leaverDisposition?: "delete" | "disable";
  /** @default accept */
  rehireWithoutStartDate?: OnboardingDependencies["rehireWithoutStartDate"];
  protectedUsernames?: string[];
  /** Fields that belong to the person. @default as deployed */
  personOwns?: string[];
  /** @default UTC */
  zone?: string;
  disableLimitSettings?: LimitSettings;
  deletionLimitSettings?: LimitSettings;
  renameLimitSettings?: LimitSettings;
  /** @default none */
  templates?: OnboardingDependencies["templates"];
  /** How many calls a second all workflows together make to the platform. @default unlimited */
  callsPerSecond?: number;
  /** For one attempt of a call to the platform. @default 5 s */
  callTimeoutMs?: number;
  /** How avatars are read. @default as deployed */
  readAvatar?: OnboardingDependencies["readAvatar"];
  /** Waits between two attempts of a call to the platform. @default not at all */
  sleepMs?: PlatformAuthOptions["sleepMs"];
  /** The clock that decides when tokens expire and when a refused login is forgotten. @default Date.now */
  accessNowMs?: () => number;
};

/** Limits that hold no operation. */
export const generous = { percent: 100, min: 1_000, max: 1_000 };

type Dependencies = {
  platform: Pick<Platform, "baseUrl" | "authUrl">;
  documents: DynamoDBDocumentClient;
  outages: Outages;
  nowMs: () => number;
  logOf: (name: WorkflowName) => Log;
};

/** The names under which the engine knows the workflows. */
export const workflowNames = {
  onboardingWorkflow: "onboarding",
  offboardingWorkflow: "offboarding",
  profileUpdateWorkflow: "profile-update",
  statusRelayWorkflow: "status-relay",
  eventsWorkflow: "events",
};

/** Creates all workflows on one store and one platform auth. Either can be put out of order by an outage. */
export function createWorkflows(
  { platform, documents, outages, nowMs, logOf }: Dependencies,
  options: WorkflowOptions,
): {
  platformAuth: PlatformAuth;
  onboard: DurableExecutionHandler;
  workflows: Record<string, DurableExecutionHandler>;
} {
  const readSecret = async () => {
    outages.communitySecret?.();
    return { ...localSecrets.community, ...outages.credentials };
  };
  const platformAuth = createPlatformAuth({
    baseUrl: platform.baseUrl,
    authUrl: platform.authUrl,
    serviceAuth: "login",
    personAuth: options.personAuth,
    secret: { get: readSecret, refresh: readSecret },
    dynamodb: failingDocuments(documents, () => outages.tokensTable),
    tokensTable: tables.tokens.name,
    callTimeoutMs: options.callTimeoutMs ?? 5_000,
    loginLeaseMs: 50,
    ...(options.accessNowMs && { nowMs: options.accessNowMs }),
    sleepMs: options.sleepMs ?? (() => setImmediate()),
  });
  const shared = {
    store: createStore(
      failingDocuments(documents, () => outages.workflowTable),
      tables.store.name,
      nowMs,
    ),
    platformAuth,
    protectedUsernames: options.protectedUsernames ?? [],
    callsPerSecond: options.callsPerSecond,
    nowMs,
    random: Math.random,
  };
  const {
    personOwns = ["tags", "biography", "expertise", "avatar"],
    renameLimitSettings = generous,
  } = options;
  const onboard = createOnboarding({
    ...shared,
    log: logOf("onboarding-workflow"),
    templates: options.templates ?? [],
    zone: options.zone ?? "UTC",
    rehireWithoutStartDate: options.rehireWithoutStartDate ?? "accept",
    repeatedHire: options.repeatedHire ?? "report",
    personOwns,
    renameLimitSettings,
    readAvatar: options.readAvatar,
    passwordPolicy: { length: 24, symbols: "-_" },
  });
  const offboard = createOffboarding({
    ...shared,
    log: logOf("offboarding-workflow"),
    zone: options.zone ?? "UTC",
    graceDays: options.graceDays ?? 0,
    minGraceDays: options.minGraceDays ?? 0,
    leaverDisposition: options.leaverDisposition ?? "delete",
    disableLimitSettings: options.disableLimitSettings ?? generous,
    deletionLimitSettings: options.deletionLimitSettings ?? generous,
  });
  const updateProfile = createProfileUpdate({
    ...shared,
    log: logOf("profile-update-workflow"),
    personOwns,
    renameLimitSettings,
    readAvatar: options.readAvatar,
    zone: "UTC",
  });
  const relayStatus = createStatusRelay({
    ...shared,
    log: logOf("status-relay-workflow"),
    http: createHttp(),
    zone: "UTC",
  });
  return {
    platformAuth,
    onboard,
    workflows: {
      onboarding: onboard,
      offboarding: offboard,
      "profile-update": updateProfile,
      "status-relay": relayStatus,
    },
  };
}
