import { dirname } from "node:path";
import { Duration, RemovalPolicy } from "aws-cdk-lib";
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
  LoggingFormat,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { bundleOf } from "../build/bundles.ts";
import type { Environment, FunctionName } from "../functions.ts";
import { acknowledge } from "./acknowledge.ts";
import { nameOf } from "./names.ts";

export type Lambda = { lambda: LambdaFunction; logGroup: LogGroup };

export type LambdaOptions = {
  environment: Environment;
  logRetentionDays: RetentionDays;
  timeoutSeconds: number;
  /** All that the function may do, beside writing its log and its traces. */
  statements: PolicyStatement[];
};

/**
 * A Lambda of one bundle, with a role and a log of its own.
 *
 * @param more - what this kind of function has beside
 */
export function createFunction(
  scope: Construct,
  name: FunctionName,
  options: LambdaOptions,
  more: FunctionOptions = {},
): Lambda {
  const parent = new Construct(scope, name);
  const functionName = nameOf(name);
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
  acknowledge(role, {
    "AwsSolutions-IAM5[Resource::*]":
      "X-Ray takes the traces of an account, not of a resource.",
  });
  const lambda = new LambdaFunction(parent, "Function", {
    functionName,
    role,
    logGroup,
    // With the source maps: nothing loads them, and whoever reads a stack trace finds them beside the code.
    code: Code.fromAsset(dirname(bundleOf(name))),
    handler: "index.handler",
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 512,
    timeout: Duration.seconds(options.timeoutSeconds),
    environment: options.environment,
    loggingFormat: LoggingFormat.JSON,
    tracing: Tracing.ACTIVE,
    ...more,
  });
  return { lambda, logGroup };
}
