import { ArnFormat, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import {
  type FunctionName,
  type WorkflowName,
  workflowNames,
} from "../functions.ts";
import type { tables } from "../tables.ts";
import { acknowledge } from "./acknowledge.ts";
import { liveNameOf, nameOf } from "./names.ts";
import type { Secrets } from "./secrets.ts";
import type { Tables } from "./tables.ts";

type ItemAction = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem";
type IndexName = (typeof tables)["store"]["indexes"][number]["name"];
type ExecutionAction =
  | "CheckpointDurableExecution"
  | "GetDurableExecutionState"
  | "GetDurableExecution";

/**
 * What each function may do, beside writing its own log and traces: what its code calls, on the very resources, and
 * nothing else.
 */
export function grantsOf(
  scope: Construct,
  { store, tokens }: Tables,
  secrets: Secrets,
): Record<FunctionName, PolicyStatement[]> {
  const items = (...actions: ItemAction[]) =>
    allow("dynamodb", actions, [store.tableArn]);
  const token = allow("dynamodb", ["GetItem", "UpdateItem"], [tokens.tableArn]);
  const ask = (...indexes: IndexName[]) =>
    allow(
      "dynamodb",
      ["Query"],
      indexes.map((index) => `${store.tableArn}/index/${index}`),
    );
  const read = ({ arn }: Secrets[keyof Secrets]) =>
    allow("secretsmanager", ["GetSecretValue"], [arn]);
  const start = (...workflows: WorkflowName[]) =>
    allow(
      "lambda",
      ["InvokeFunction"],
      workflows.map((name) => functionArn(scope, liveNameOf(name))),
    );
  const executions = (
    actions: ExecutionAction[],
    ...workflows: readonly WorkflowName[]
  ) => {
    const arns = workflows.map(
      (name) => `${functionArn(scope, nameOf(name))}:*`,
    );
    return allow("lambda", actions, arns);
  };
  for (const name of workflowNames)
    acknowledge(scope, {
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${nameOf(name)}:*]`]:
        "An execution belongs to a version of the function, whose number only a deployment knows.",
    });

  const receiver = (workflow: WorkflowName, ...more: ItemAction[]) => [
    items("GetItem", "PutItem", "DeleteItem", ...more),
    read(secrets.callers),
    start(workflow),
  ];
  const workflow = (name: WorkflowName, ...indexes: IndexName[]) => [
    items("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
    ...(indexes.length > 0 ? [ask(...indexes)] : []),
    token,
    read(secrets.community),
    executions(
      ["CheckpointDurableExecution", "GetDurableExecutionState"],
      name,
    ),
  ];

  return {
    "onboarding-receiver": receiver("onboarding-workflow"),
    "offboarding-receiver": receiver("offboarding-workflow"),
    // Marks an operation as owing an answer in chat.
    "status-relay-receiver": receiver("status-relay-workflow", "UpdateItem"),
    "onboarding-workflow": workflow("onboarding-workflow", "employment"),
    "offboarding-workflow": workflow(
      "offboarding-workflow",
      "employee",
      "employment",
      "state",
    ),
    "status-relay-workflow": workflow("status-relay-workflow"),
    "operations-api": [
      items("GetItem", "UpdateItem"),
      ask("employee"),
      read(secrets.callers),
      start(...workflowNames),
    ],
    "scheduler-handler": [
      items("GetItem", "UpdateItem"),
      ask("due"),
      start(...workflowNames),
      executions(["GetDurableExecution"], ...workflowNames),
    ],
  };
}

function allow(service: string, actions: string[], resources: string[]) {
  return new PolicyStatement({
    actions: actions.map((action) => `${service}:${action}`),
    resources,
  });
}

/** From the name: the role of a function is there before the function. */
function functionArn(scope: Construct, resourceName: string): string {
  return Stack.of(scope).formatArn({
    service: "lambda",
    resource: "function",
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
