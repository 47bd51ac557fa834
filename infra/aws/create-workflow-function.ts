import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { type Alias, CfnFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import {
  type AnyDurableName,
  executionDays,
  liveAlias,
} from "./deployment/functions.ts";
import {
  createFunction,
  type DeployedFunction,
  type DeployedFunctionOptions,
} from "./create-function.ts";

export type Workflow = DeployedFunction & { live: Alias };

/** Lambda's maximum: an attempt that times out must read the platform again, and a longer limit costs nothing. */
const timeoutSeconds = 900;
/** How long operators can inspect the history of an execution. The operation itself is kept longer. */
const historyDays = 14;

/**
 * Creates a durable function. An execution ends with the version that it started with. Therefore each update publishes
 * a version, a version is deleted only if its update fails, and the alias `live` points to the newest.
 */
export function createWorkflowFunction(
  scope: Construct,
  name: AnyDurableName,
  options: Omit<DeployedFunctionOptions, "timeoutSeconds">,
  deadLetterQueue: IQueue,
): Workflow {
  const workflow = createFunction(
    scope,
    name,
    { ...options, timeoutSeconds },
    {
      // Durable functions do not support failure destinations.
      deadLetterQueue,
      currentVersionOptions: {
        // The version of a failed update is deleted, because Lambda would not publish the same code a second time.
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      },
    },
  );
  const { defaultChild } = workflow.fn.node;
  // The CDK's own property for it prints at each synthesis that durability replaces an existing function, and that
  // message cannot be suppressed. Ours are durable from their first deployment, and their fixed names prevent a
  // replacement.
  if (CfnFunction.isCfnFunction(defaultChild))
    defaultChild.durableConfig = {
      executionTimeout: Duration.days(executionDays).toSeconds(),
      retentionPeriodInDays: historyDays,
    };
  return { ...workflow, live: workflow.fn.addAlias(liveAlias) };
}
