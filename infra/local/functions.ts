import { bundleOf } from "../build/bundles.ts";
import {
  type FunctionVariables,
  allDurableNames,
  allFunctionNames,
  doctorTimeoutSeconds,
  type AnyFunctionName,
  environmentsOf,
  liveAlias,
} from "../aws/deployment/functions.ts";
import type { Context } from "../aws/deployment/context.ts";
import { eventBus } from "../aws/deployment/events.ts";
import { recordOf } from "../aws/deployment/record-of.ts";
import { tables } from "../aws/deployment/tables.ts";
import { localCredentials, localRegion } from "../cli/local-aws-options.ts";
import type { FunctionDefinition } from "./aws/lambda/start-lambda.ts";

export type Endpoints = {
  dynamodb: string;
  secretsManager: string;
  platform: string;
  /** Without it, no notice reaches a bus. */
  eventBus?: string;
};

/** Tasks of a new hire whose event names none. */
const templates = [
  {
    name: "everybody",
    tasks: [
      { subject: "Complete your profile", dueInDays: 1 },
      { subject: "Meet your team", dueInDays: 3 },
      { subject: "Read the handbook", dueInDays: 14 },
    ],
  },
];

/** The definitions of all functions. The SDK's endpoint variables direct their requests to the local services. */
export function localFunctions(
  endpoints: Endpoints,
  environments = localEnvironments(endpoints),
): Record<string, FunctionDefinition> {
  const { dynamodb, secretsManager, eventBus: bus } = endpoints;
  const aws = {
    AWS_REGION: localRegion,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsManager,
    ...(bus !== undefined && { AWS_ENDPOINT_URL_EVENTBRIDGE: bus }),
  };
  return Object.fromEntries(
    allFunctionNames.map((name) => [
      name,
      {
        bundle: bundleOf(name),
        // The services know a function by its access key.
        environment: { ...aws, AWS_ACCESS_KEY_ID: name, ...environments[name] },
        ...(allDurableNames.some((workflow) => workflow === name) && {
          durable: true,
          // Longer than any invocation on one machine. A deployment has 900 s.
          timeoutMs: 60_000,
        }),
        ...(name === "doctor-handler" && {
          timeoutMs: doctorTimeoutSeconds * 1_000,
        }),
      },
    ]),
  );
}

/**
 * The settings of the local stack: no grace period, a rehire without a start date counts, sample tasks, and defaults
 * for all other settings.
 *
 * @param decided - settings in place of these
 */
export function localEnvironments(
  { platform }: Pick<Endpoints, "platform">,
  decided: Partial<Context> = {},
): Record<AnyFunctionName, FunctionVariables> {
  const resourceNames = {
    storeTable: tables.store.name,
    tokensTable: tables.tokens.name,
    callersSecret: "callers",
    communitySecret: "community",
    subscribersSecret: "subscribers",
    sourcesSecret: "sources",
    eventBus: eventBus.busName,
    workflows: recordOf(allDurableNames, (name) => `${name}:${liveAlias}`),
  };
  return environmentsOf(resourceNames, {
    baseUrl: platform,
    authUrl: platform,
    loopbackHttp: true,
    lists: true,
    scim: true,
    graceDays: 0,
    minGraceDays: 0,
    rehireWithoutStartDate: "accept",
    templates,
    ...decided,
  });
}
