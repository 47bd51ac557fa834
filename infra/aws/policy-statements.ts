import { ArnFormat, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import {
  allDurableNames,
  allFunctionNames,
  type AnyFunctionName,
} from "./deployment/functions.ts";
import type { Context } from "./deployment/context.ts";
import { type Arns, defineGrants } from "./deployment/grants.ts";
import { recordOf } from "./deployment/record-of.ts";
import { suppressRules } from "./suppress-rules.ts";
import { liveNameOf, resourceNameOf, prefixOf } from "./resource-names.ts";
import type { Secrets } from "./secrets.ts";
import type { Tables } from "./tables.ts";

/** The permissions of each function as statements of its policy. */
export function createPolicyStatements(
  scope: Construct,
  tables: Tables,
  secrets: Secrets,
  decided: Pick<Context, "lists">,
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
    bus: () => busArn(scope),
  };
  const grants = defineGrants(arns, decided);
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

/** Builds the ARN from the name, because the bus is created after the functions. */
function busArn(scope: Construct): string {
  return Stack.of(scope).formatArn({
    service: "events",
    resource: "event-bus",
    resourceName: prefixOf(scope),
  });
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
