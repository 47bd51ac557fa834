import { Duration, RemovalPolicy } from "aws-cdk-lib";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { WorkflowName } from "../functions.ts";
import { acknowledge } from "./acknowledge.ts";
import {
  createFunction,
  type Lambda,
  type LambdaOptions,
} from "./create-function.ts";
import { liveAlias } from "./names.ts";

export type Workflow = Lambda & { live: Alias };

/** Lambda's longest: an attempt that is cut off costs a look at the platform, and waiting costs nothing anyway. */
const timeoutSeconds = 900;
/** A step of our own store is tried for a day, any other for hours: what runs longer comes to no end. */
const executionDays = 7;
/** For those who look into what happened; the operation itself is kept for longer. */
const historyDays = 14;

/**
 * A durable function. An execution ends with the version it began with, so each update publishes a version and none is
 * ever deleted; the alias `live` is the newest.
 */
export function createWorkflow(
  scope: Construct,
  name: WorkflowName,
  options: Omit<LambdaOptions, "timeoutSeconds">,
  deadLetterQueue: IQueue,
): Workflow {
  const workflow = createFunction(
    scope,
    name,
    { ...options, timeoutSeconds },
    {
      durableConfig: {
        executionTimeout: Duration.days(executionDays),
        retentionPeriod: Duration.days(historyDays),
      },
      // Durable functions know no failure destination.
      deadLetterQueue,
      currentVersionOptions: {
        // But a version that came with a failed update goes with it, else its code could not be published again.
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      },
    },
  );
  acknowledge(workflow.lambda, {
    "Annotation::aws-lambda:Function.DurableConfig":
      "It is durable from its first deployment, and its name keeps it from being replaced.",
  });
  return { ...workflow, live: workflow.lambda.addAlias(liveAlias) };
}
