import type { Context } from "./context.ts";

/** The durable functions. */
export const workflowNames = [
  "onboarding-workflow",
  "offboarding-workflow",
  "status-relay-workflow",
] as const;
export type WorkflowName = (typeof workflowNames)[number];

/** Where events come in. */
export const receiverNames = [
  "onboarding-receiver",
  "offboarding-receiver",
  "status-relay-receiver",
] as const;
export type ReceiverName = (typeof receiverNames)[number];

/** The Lambdas, named after their bundles. */
export const functionNames = [
  ...receiverNames,
  ...workflowNames,
  "operations-api",
  "scheduler-handler",
] as const;
export type FunctionName = (typeof functionNames)[number];

/** Which function answers a path, whatever the method: a wrong one gets our own 405. */
export const routes: readonly { path: string; function: FunctionName }[] = [
  { path: "/onboarding/{caller}", function: "onboarding-receiver" },
  { path: "/offboarding/{caller}", function: "offboarding-receiver" },
  { path: "/status/{caller}", function: "status-relay-receiver" },
  { path: "/operations", function: "operations-api" },
  { path: "/operations/{path+}", function: "operations-api" },
];

export type Environment = Record<string, string>;

/** What the parts around the functions are called. */
export type Surroundings = {
  storeTable: string;
  tokensTable: string;
  callersSecret: string;
  communitySecret: string;
  /** The durable functions with their aliases: `onboarding-workflow:live`. */
  workflows: Record<WorkflowName, string>;
};

/** What is not decided has the defaults of shared/runtime/config.ts. */
type Decisions = Partial<Context> & Pick<Context, "baseUrl" | "authUrl">;

/** The variables of each function, for the deployed stack and for one machine alike; shared/runtime/config.ts reads them. */
export function environmentsOf(
  { workflows, ...surroundings }: Surroundings,
  decided: Decisions,
): Record<FunctionName, Environment> {
  const store = { STORE_TABLE: surroundings.storeTable };
  const callers = { CALLERS_SECRET: surroundings.callersSecret };
  const starts = {
    ONBOARDING_WORKFLOW: workflows["onboarding-workflow"],
    OFFBOARDING_WORKFLOW: workflows["offboarding-workflow"],
    STATUS_RELAY_WORKFLOW: workflows["status-relay-workflow"],
  };
  const zone = { ZONE: decided.zone };
  const receiver = (workflow: WorkflowName) => ({
    ...store,
    ...callers,
    ...zone,
    WORKFLOW_FUNCTION: workflows[workflow],
  });
  const community = {
    ...store,
    BASE_URL: decided.baseUrl,
    AUTH_URL: decided.authUrl,
    COMMUNITY_SECRET: surroundings.communitySecret,
    TOKENS_TABLE: surroundings.tokensTable,
    CALL_TIMEOUT_MS: decided.callTimeoutMs,
    PLATFORM_CALLS_PER_SECOND: decided.platformCallsPerSecond,
    LOGIN_LEASE_MS: decided.loginLeaseMs,
    SERVICE_AUTH: decided.serviceAuth,
  };
  const safety = { PROTECTED_USERNAMES: decided.protectedUsernames };

  return {
    "onboarding-receiver": textOf(receiver("onboarding-workflow")),
    "onboarding-workflow": textOf({
      ...community,
      ...safety,
      PERSON_AUTH: decided.personAuth,
      TASK_TEMPLATE: decided.taskTemplate,
      PASSWORD_LENGTH: decided.passwordLength,
      PASSWORD_SYMBOLS: decided.passwordSymbols,
    }),
    "offboarding-receiver": textOf(receiver("offboarding-workflow")),
    "offboarding-workflow": textOf({
      ...community,
      ...safety,
      GRACE_DAYS: decided.graceDays,
      DELETION_LIMIT_PERCENT: decided.deletionLimit?.percent,
      DELETION_LIMIT_MIN: decided.deletionLimit?.min,
      DELETION_LIMIT_MAX: decided.deletionLimit?.max,
    }),
    "status-relay-receiver": textOf({
      ...receiver("status-relay-workflow"),
      STATUS_MAX_LENGTH: decided.statusMaxLength,
    }),
    "status-relay-workflow": textOf({ ...community, ...zone }),
    "operations-api": textOf({ ...store, ...callers, ...starts }),
    "scheduler-handler": textOf({ ...store, ...starts }),
  };
}

/** Lists as JSON; what is undefined is left out. */
function textOf(
  values: Record<string, string | number | readonly unknown[] | undefined>,
): Environment {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  );
}
