import { Duration } from "aws-cdk-lib";
import {
  type EventInvokeConfigOptions,
  type IFunction,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Context } from "./deployment/context.ts";
import {
  allDurableNames,
  type AnyDurableName,
  type AnyFunctionName,
  type DurableName,
  environmentsOf,
  type FunctionName,
  liveAlias,
} from "./deployment/functions.ts";
import { memoryMbOf } from "./deployment/memory.ts";
import { recordOf } from "./deployment/record-of.ts";
import {
  doctorTimeoutSeconds,
  httpTimeoutSeconds,
} from "./deployment/time-limits.ts";
import { suppressRules } from "./suppress-rules.ts";
import { createFunction, type DeployedFunction } from "./create-function.ts";
import {
  createWorkflowFunction,
  type Workflow,
} from "./create-workflow-function.ts";
import { createPolicyStatements } from "./policy-statements.ts";
import { liveNameOf, prefixOf } from "./resource-names.ts";
import type { Queues } from "./queues.ts";
import type { Secrets } from "./secrets.ts";
import type { Tables } from "./tables.ts";

export type Functions = Record<FunctionName, DeployedFunction> &
  Record<DurableName, Workflow> &
  Partial<Record<AnyFunctionName, DeployedFunction>> &
  Partial<Record<"lists-workflow", Workflow>>;

type Parts = {
  context: Context;
  tables: Tables;
  secrets: Secrets;
  queues: Queues;
};

/** The scheduler begins nothing more after 45 s; the rest of the time is for the calls that it has begun. */
const schedulerTimeoutSeconds = 90;

/** Creates all functions, each with its environment and its permissions. */
export function createFunctions(
  scope: Construct,
  { context, tables, secrets, queues }: Parts,
): Functions {
  const parent = new Construct(scope, "Functions");
  const statements = createPolicyStatements(parent, tables, secrets, context);
  const environments = environmentsOf(
    {
      storeTable: tables.store.tableName,
      tokensTable: tables.tokens.tableName,
      callersSecret: secrets.callers.name,
      communitySecret: secrets.community.name,
      subscribersSecret: secrets.subscribers.name,
      sourcesSecret: secrets.sources.name,
      eventBus: prefixOf(scope),
      workflows: recordOf(allDurableNames, (name) => liveNameOf(name, scope)),
    },
    context,
  );
  const reserved: Partial<Record<AnyFunctionName, number>> =
    context.reservedConcurrency;
  const optionsOf = (name: AnyFunctionName) => ({
    environment: environments[name],
    statements: statements[name],
    logRetentionDays: context.logRetentionDays,
    reservedConcurrency: reserved[name],
    memoryMb: memoryMbOf(name, context),
  });
  const workflow = (name: AnyDurableName) =>
    createWorkflowFunction(parent, name, optionsOf(name), queues.repeated);

  const eventInvokeConfig = (failed: Queue) => ({
    onFailure: new SqsDestination(failed),
    retryAttempts: 2,
    maxEventAge: Duration.hours(6),
  });
  /**
   * Creates a function that answers HTTP requests. With a gradual deployment, the alias is invoked, and has the
   * configuration of the retries.
   */
  const http = (
    name: AnyFunctionName,
    config: EventInvokeConfigOptions,
  ): DeployedFunction => {
    const options = { ...optionsOf(name), timeoutSeconds: httpTimeoutSeconds };
    if (context.gradualDeployment === "none")
      return createFunction(parent, name, options, config);
    const created = createFunction(parent, name, options);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the CDK declares the role of an alias in a way that exactOptionalPropertyTypes does not accept for its own interface
    const alias = created.fn.addAlias(liveAlias, config) as IFunction;
    return { ...created, entry: alias };
  };
  const functions = {
    "onboarding-receiver": http("onboarding-receiver", {}),
    "offboarding-receiver": http("offboarding-receiver", {}),
    "profile-update-receiver": http("profile-update-receiver", {}),
    "status-relay-receiver": http("status-relay-receiver", {}),
    // The event bus and the schedules invoke it too.
    "events-receiver": http(
      "events-receiver",
      eventInvokeConfig(queues.failures),
    ),
    "events-preview": http("events-preview", {}),
    "employment-workflow": workflow("employment-workflow"),
    "status-relay-workflow": workflow("status-relay-workflow"),
    "events-workflow": workflow("events-workflow"),
    "notifications-workflow": workflow("notifications-workflow"),
    "operations-api": http("operations-api", {}),
    "scheduler-handler": createFunction(
      parent,
      "scheduler-handler",
      {
        ...optionsOf("scheduler-handler"),
        timeoutSeconds: schedulerTimeoutSeconds,
      },
      {
        ...eventInvokeConfig(queues.repeated),
        // A trace a minute would cost more than the runs themselves. The log tells what each run did.
        tracing: Tracing.PASS_THROUGH,
      },
    ),
    "doctor-handler": createFunction(parent, "doctor-handler", {
      ...optionsOf("doctor-handler"),
      timeoutSeconds: doctorTimeoutSeconds,
    }),
    ...(context.lists && {
      "lists-api": http("lists-api", {}),
      "lists-workflow": workflow("lists-workflow"),
    }),
    ...(context.scim && { "scim-receiver": http("scim-receiver", {}) }),
  };
  suppressRules(functions["scheduler-handler"].fn, {
    "Serverless-LambdaTracing":
      "Nobody waits for the scheduler, and its log tells what each run did.",
  });
  suppressRules(parent, {
    "Serverless-LambdaDLQ":
      "The events receiver and the scheduler have a failure destination, which also records the reason of a failure. Durable functions do not support destinations and have the dead-letter queue. The other functions are never invoked asynchronously.",
  });
  return functions;
}
