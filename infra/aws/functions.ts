import { Duration, RemovalPolicy, Stage, ArnFormat, Stack } from "aws-cdk-lib";
import {
  type IFunction,
  Tracing,
  Architecture,
  Code,
  Function as LambdaFunction,
  type FunctionOptions,
  LoggingFormat,
  RecursiveLoop,
  SystemLogLevel,
  Runtime,
  type Alias,
  CfnFunction,
} from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import type { Queue, IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Context } from "./deployment/context.ts";
import {
  allDurableNames,
  type AnyDurableName,
  type AnyFunctionName,
  type DurableName,
  durableNames,
  environmentsOf,
  type FunctionName,
  httpFunctionNames,
  liveAlias,
  divideEnvironment,
  type FunctionVariables,
  executionDays,
  allFunctionNames,
  doctorTimeoutSeconds,
  httpTimeoutSeconds,
} from "./deployment/functions.ts";
import { eventsFunction } from "./deployment/events.ts";
import { memoryMbOf } from "./deployment/memory.ts";
import { recordOf } from "./deployment/record-of.ts";
import { suppressRules } from "./suppress-rules.ts";
import { liveNameOf, prefixOf, resourceNameOf } from "./resource-names.ts";
import type { Queues } from "./queues.ts";
import type { Secrets } from "./secrets.ts";
import type { Tables } from "./tables.ts";
import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { bundleOf } from "../build/bundles.ts";
import { settingsFile } from "../../shared/runtime/setting.ts";
import { type Arns, defineGrants } from "./deployment/grants.ts";

export type Functions = Record<FunctionName, DeployedFunction> &
  Record<DurableName, Workflow> &
  Partial<Record<AnyFunctionName, DeployedFunction>> &
  Partial<Record<"lists-workflow", Workflow>>;

/** The scheduler begins nothing more after 45 s; the rest of the time is for the calls that it has begun. */
const schedulerTimeoutSeconds = 90;

/** Creates all functions, each with its environment and its permissions. */
export function createFunctions(
  scope: Construct,
  context: Context,
  tables: Tables,
  secrets: Secrets,
  queues: Queues,
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
  const optionsOf = (name: AnyFunctionName) => ({
    environment: environments[name],
    statements: statements[name],
    logRetentionDays: context.logRetentionDays,
    reservedConcurrency: context.reservedConcurrency[name],
    memoryMb: memoryMbOf(name, context),
  });
  const workflowFunction = (name: AnyDurableName) =>
    createWorkflowFunction(parent, name, optionsOf(name), queues.repeated);

  const eventInvokeConfig = (failureQueue: Queue) => ({
    onFailure: new SqsDestination(failureQueue),
    retryAttempts: 2,
    maxEventAge: Duration.hours(6),
  });
  /**
   * Creates a function that answers HTTP requests. With a gradual deployment, other services invoke its alias, which
   * then has the configuration of the retries.
   */
  const httpFunction = (name: AnyFunctionName): DeployedFunction => {
    const options = { ...optionsOf(name), timeoutSeconds: httpTimeoutSeconds };
    // The event bus and the schedules invoke this function, too.
    const config =
      name === eventsFunction ? eventInvokeConfig(queues.failures) : {};
    if (context.gradualDeployment === "none")
      return createFunction(parent, name, options, config);
    const created = createFunction(parent, name, options);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the CDK declares the role of an alias in a way that exactOptionalPropertyTypes does not accept for its own interface
    const alias = created.fn.addAlias(liveAlias, config) as IFunction;
    return { ...created, entry: alias };
  };
  const functions = {
    ...recordOf(httpFunctionNames, httpFunction),
    ...recordOf(durableNames, workflowFunction),
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
      "lists-api": httpFunction("lists-api"),
      "lists-workflow": workflowFunction("lists-workflow"),
    }),
    ...(context.scim && { "scim-receiver": httpFunction("scim-receiver") }),
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

type DeployedFunction = {
  fn: LambdaFunction;
  logGroup: LogGroup;
  /** The function, or the alias that moves to a new version step by step. Other services invoke it. */
  entry: IFunction;
};

type DeployedFunctionOptions = {
  environment: FunctionVariables;
  logRetentionDays: RetentionDays;
  timeoutSeconds: number;
  memoryMb: number;
  /** Undefined if the function shares the unreserved concurrency of the account. */
  reservedConcurrency: number | undefined;
  /** The permissions of the function, except those to write its log and its traces. */
  statements: PolicyStatement[];
};

/**
 * Creates the Lambda function of one bundle, with its own role and its own log group.
 *
 * @param overrides - properties of this kind of function, which override the defaults
 */
function createFunction(
  scope: Construct,
  name: AnyFunctionName,
  options: DeployedFunctionOptions,
  overrides: FunctionOptions = {},
): DeployedFunction {
  const parent = new Construct(scope, name);
  const functionName = resourceNameOf(name, scope);
  const logGroup = new LogGroup(parent, "Log", {
    logGroupName: `/aws/lambda/${functionName}`,
    retention: options.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(parent, "Role", {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
  });
  logGroup.grantWrite(role);
  for (const statement of options.statements) role.addToPolicy(statement);
  suppressRules(role, {
    "AwsSolutions-IAM5[Resource::*]":
      "X-Ray permissions cannot be limited to a resource: traces belong to the account.",
  });
  const { environment, file } = divideEnvironment(name, options.environment);
  const hasFile = Object.keys(file).length > 0;
  if (hasFile) environment[settingsFile.variable] = settingsFile.name;
  const fn = new LambdaFunction(parent, "Function", {
    functionName,
    role,
    logGroup,
    // The asset contains the source maps, which are needed to read a stack trace. The function never loads them.
    code: Code.fromAsset(
      hasFile ? addSettingsFile(scope, name, file) : dirname(bundleOf(name)),
    ),
    handler: "index.handler",
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: options.memoryMb,
    timeout: Duration.seconds(options.timeoutSeconds),
    environment,
    ...(options.reservedConcurrency !== undefined && {
      reservedConcurrentExecutions: options.reservedConcurrency,
    }),
    loggingFormat: LoggingFormat.JSON,
    // Metric filters read the reports that Lambda writes at this level.
    systemLogLevelV2: SystemLogLevel.INFO,
    tracing: Tracing.ACTIVE,
    ...overrides,
  });
  return { fn, logGroup, entry: fn };
}

/** Copies a bundle into the output folder of the synthesis and adds the settings file. Returns the new folder. */
function addSettingsFile(
  scope: Construct,
  name: AnyFunctionName,
  file: FunctionVariables,
): string {
  const outdir = Stage.of(scope)?.assetOutdir ?? "cdk.out";
  const folder = join(outdir, "code", name);
  cpSync(dirname(bundleOf(name)), folder, { recursive: true });
  writeFileSync(join(folder, settingsFile.name), JSON.stringify(file));
  return folder;
}

type Workflow = DeployedFunction & { live: Alias };

/** Lambda's maximum, which costs nothing. After a timeout, the next attempt would have to read the platform again. */
const workflowTimeoutSeconds = 900;
/** How long operators can inspect the history of an execution. The operation itself is kept longer. */
const historyDays = 14;

/**
 * Creates a durable function. An execution ends with the version that it started with. Therefore each update publishes
 * a version, a version is deleted only if its update fails, and the alias `live` points to the newest.
 */
function createWorkflowFunction(
  scope: Construct,
  name: AnyDurableName,
  options: Omit<DeployedFunctionOptions, "timeoutSeconds">,
  deadLetterQueue: IQueue,
): Workflow {
  const workflow = createFunction(
    scope,
    name,
    { ...options, timeoutSeconds: workflowTimeoutSeconds },
    {
      // Durable functions do not support failure destinations.
      deadLetterQueue,
      // A long plan goes on in another execution, and by default Lambda stops a function that starts itself 16 times.
      ...(name === "lists-workflow" && { recursiveLoop: RecursiveLoop.ALLOW }),
      currentVersionOptions: {
        // The version of a failed update is deleted, because Lambda would not publish the same code a second time.
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      },
    },
  );
  const { defaultChild } = workflow.fn.node;
  // The CDK's own property is not used: at each synthesis it prints a warning that durability replaces an existing
  // function. Our functions are durable from their first deployment, and their fixed names prevent a replacement.
  if (CfnFunction.isCfnFunction(defaultChild))
    defaultChild.durableConfig = {
      executionTimeout: Duration.days(executionDays).toSeconds(),
      retentionPeriodInDays: historyDays,
    };
  return { ...workflow, live: workflow.fn.addAlias(liveAlias) };
}

/** The permissions of each function as statements of its policy. */
function createPolicyStatements(
  scope: Construct,
  tables: Tables,
  secrets: Secrets,
  context: Pick<Context, "lists">,
): Record<AnyFunctionName, PolicyStatement[]> {
  for (const name of allDurableNames)
    suppressRules(scope, {
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${resourceNameOf(name, scope)}:*]`]:
        "The ARN of an execution contains the version of the function, which is known only after a deployment.",
    });
  const arns: Arns = {
    table: (name) => tables[name].tableArn,
    secret: (name) => secrets[name].arn,
    live: (name) => functionArn(scope, liveNameOf(name, scope)),
    executions: (name) =>
      `${functionArn(scope, resourceNameOf(name, scope))}:*`,
    // Built from the name, because the bus is created after the functions.
    bus: () =>
      Stack.of(scope).formatArn({
        service: "events",
        resource: "event-bus",
        resourceName: prefixOf(scope),
      }),
  };
  const grants = defineGrants(arns, context);
  return recordOf(allFunctionNames, (name) =>
    grants[name].map(
      ({ actions, resources, onlyItems }) =>
        new PolicyStatement({
          actions: [...actions],
          resources: [...resources],
          ...(onlyItems && {
            conditions: {
              "ForAllValues:StringEquals": {
                "dynamodb:LeadingKeys": onlyItems,
              },
            },
          }),
        }),
    ),
  );
}

/** Builds the ARN from the name, because the role of a function is created before the function. */
function functionArn(scope: Construct, resourceName: string): string {
  return Stack.of(scope).formatArn({
    service: "lambda",
    resource: "function",
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
