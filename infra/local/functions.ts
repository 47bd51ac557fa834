import { bundleOf } from "../build/bundles.ts";
import { tables } from "../tables.ts";
import { localRegion } from "./arn.ts";
import type { GatewayRoute } from "./gateway.ts";
import type { FunctionDefinition } from "./lambda/start-lambda.ts";

/** Where the other local parts are. */
export type Endpoints = {
  dynamodb: string;
  secretsManager: string;
  platform: string;
};

/** What a new hire gets to do when the event names no tasks. */
const taskTemplate = [
  { subject: "Complete your profile", dueInDays: 1 },
  { subject: "Meet your team", dueInDays: 3 },
  { subject: "Read the handbook", dueInDays: 14 },
];

export const routes: readonly GatewayRoute[] = [
  { path: "/onboarding/{caller}", function: "onboarding-door" },
  { path: "/operations/{id}", function: "operations-api" },
];

/** The Lambdas with the environment that each gets when deployed, pointed at this machine by the SDK's own variables. */
export function localFunctions(
  endpoints: Endpoints,
): Record<string, FunctionDefinition> {
  const aws = awsEnvironment(endpoints);
  const community = {
    BASE_URL: endpoints.platform,
    AUTH_URL: endpoints.platform,
    COMMUNITY_SECRET: "community",
    TOKENS_TABLE: tables.tokens.name,
  };
  const store = { LIFECYCLE_TABLE: tables.lifecycle.name };
  const callers = { CALLERS_SECRET: "callers" };

  return {
    "onboarding-door": {
      bundle: bundleOf("onboarding-door"),
      environment: {
        ...aws,
        ...store,
        ...callers,
        WORKFLOW_FUNCTION: "onboarding-workflow:live",
      },
    },
    "onboarding-workflow": {
      bundle: bundleOf("onboarding-workflow"),
      environment: {
        ...aws,
        ...store,
        ...community,
        TASK_TEMPLATE: JSON.stringify(taskTemplate),
      },
      durable: true,
      timeoutMs: 60_000,
    },
    "operations-api": {
      bundle: bundleOf("operations-api"),
      environment: { ...aws, ...store, ...callers },
    },
  };
}

/** How an AWS SDK client finds the local parts. The credentials are made up, for it insists on some. */
function awsEnvironment({
  dynamodb,
  secretsManager,
}: Pick<Endpoints, "dynamodb" | "secretsManager">): Record<string, string> {
  return {
    AWS_REGION: localRegion,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsManager,
  };
}
