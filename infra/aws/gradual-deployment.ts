import { ArnFormat, Stack } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from "aws-cdk-lib/aws-codedeploy";
import { Alias } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Context } from "./deployment/context.ts";
import { allFunctionNames } from "./deployment/function-names.ts";
import type { Functions } from "./functions.ts";
import { resourceNameOf, prefixOf } from "./resource-names.ts";
import { suppressRules } from "./suppress-rules.ts";

/** Both take half an hour, because the alarm of a slow receiver rings within twenty minutes. */
export const gradualConfigs = {
  canary: LambdaDeploymentConfig.CANARY_10PERCENT_30MINUTES,
  linear: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
};

/** The alarms that a broken receiver rings. They roll a deployment back. */
export const rollbackAlarms = ["answers-5xx", "receivers-slow", "chat-slow"];

/** Lets CodeDeploy move the requests of each function with an alias to its new version step by step. */
export function createGradualDeployment(
  scope: Construct,
  functions: Functions,
  kind: Exclude<Context["gradualDeployment"], "none">,
): void {
  const parent = new Construct(scope, "GradualDeployment");
  const application = new LambdaApplication(parent, "Application", {
    applicationName: prefixOf(scope),
  });
  // The alarms are found by their names. A reference would be circular: an alarm needs the API, the API needs the
  // alias, and the alias needs its deployment group.
  const alarms = rollbackAlarms.map((name) =>
    Alarm.fromAlarmArn(
      parent,
      name,
      Stack.of(scope).formatArn({
        service: "cloudwatch",
        resource: "alarm",
        resourceName: resourceNameOf(name, scope),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ),
  );
  for (const name of allFunctionNames) {
    const entry = functions[name]?.entry;
    if (entry instanceof Alias)
      new LambdaDeploymentGroup(parent, `Group-${name}`, {
        application,
        deploymentGroupName: resourceNameOf(name, scope),
        alias: entry,
        deploymentConfig: gradualConfigs[kind],
        alarms,
      });
  }
  suppressRules(parent, {
    "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]":
      "The managed policy is the one that AWS maintains for this purpose; CodeDeploy alone assumes the role.",
  });
}
