import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Duration, RemovalPolicy, Stage } from "aws-cdk-lib";
import {
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  type FunctionOptions,
  type IFunction,
  LoggingFormat,
  SystemLogLevel,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { bundleOf } from "../build/bundles.ts";
import { settingsFile } from "../../shared/runtime/setting.ts";
import {
  divideEnvironment,
  type FunctionVariables,
  type AnyFunctionName,
} from "./deployment/functions.ts";
import { suppressRules } from "./suppress-rules.ts";
import { resourceNameOf } from "./resource-names.ts";

export type DeployedFunction = {
  fn: LambdaFunction;
  logGroup: LogGroup;
  /** The function, or the alias that moves to a new version step by step. Other services invoke it. */
  entry: IFunction;
};

export type DeployedFunctionOptions = {
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
export function createFunction(
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
