import { ArnFormat, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import {
  type FunctionName,
  type ReceiverName,
  type WorkflowName,
  type DurableName,
  durableNames,
  workflowNames,
  workflowOfReceiver,
} from "../functions.ts";
import type { tables } from "../tables.ts";
import { suppressRules } from "./suppress-rules.ts";
import { liveNameOf, resourceNameOf, prefixOf } from "./resource-names.ts";
import type { Secrets } from "./secrets.ts";
import type { Tables } from "./tables.ts";

type ItemAction = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem";
type IndexName = (typeof tables)["store"]["indexes"][number]["name"];
type ExecutionAction =
  | "CheckpointDurableExecution"
  | "GetDurableExecutionState"
  | "GetDurableExecution";

/**
 * The permissions of each function, except those to write its own log and traces: exactly the actions that its code
 * calls, on exactly the resources that it uses.
 */
export function defineGrants(
  scope: Construct,
  { store, tokens }: Tables,
  secrets: Secrets,
): Record<FunctionName, PolicyStatement[]> {
  const items = (...actions: ItemAction[]) =>
    allow("dynamodb", actions, [store.tableArn]);
  const tokenItem = allow(
    "dynamodb",
    ["GetItem", "UpdateItem"],
    [tokens.tableArn],
  );
  const query = (...indexes: IndexName[]) =>
    allow(
      "dynamodb",
      ["Query"],
      indexes.map((index) => `${store.tableArn}/index/${index}`),
    );
  const read = ({ arn }: Secrets[keyof Secrets]) =>
    allow("secretsmanager", ["GetSecretValue"], [arn]);
  const start = (...workflows: DurableName[]) =>
    allow(
      "lambda",
      ["InvokeFunction"],
      workflows.map((name) => functionArn(scope, liveNameOf(name, scope))),
    );
  const executions = (
    actions: ExecutionAction[],
    ...workflows: readonly DurableName[]
  ) => {
    const arns = workflows.map(
      (name) => `${functionArn(scope, resourceNameOf(name, scope))}:*`,
    );
    return allow("lambda", actions, arns);
  };
  for (const name of durableNames)
    suppressRules(scope, {
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${resourceNameOf(name, scope)}:*]`]:
        "The ARN of an execution contains the version of the function, which is known only after a deployment.",
    });

  const receiver = (name: ReceiverName, ...moreActions: ItemAction[]) => {
    const workflow = workflowOfReceiver[name];
    return [
      items("GetItem", "PutItem", ...moreActions),
      read(secrets.callers),
      start(...(workflow ? [workflow] : workflowNames)),
    ];
  };
  const workflow = (name: WorkflowName, ...indexes: IndexName[]) => [
    items("GetItem", "UpdateItem", "DeleteItem"),
    ...(indexes.length > 0 ? [query(...indexes)] : []),
    tokenItem,
    read(secrets.community),
    executions(
      ["CheckpointDurableExecution", "GetDurableExecutionState"],
      name,
    ),
  ];

  return {
    // A payload that lies apart is deleted if its delivery is refused. The data of a termination is always small. The
    // update notes an operation that begins at a later time, or that cancels a termination.
    "onboarding-receiver": receiver(
      "onboarding-receiver",
      "DeleteItem",
      "UpdateItem",
    ),
    "offboarding-receiver": receiver("offboarding-receiver", "UpdateItem"),
    "profile-update-receiver": receiver(
      "profile-update-receiver",
      "DeleteItem",
    ),
    // The update marks an operation whose reply is still to be sent to the chat.
    "status-relay-receiver": receiver(
      "status-relay-receiver",
      "DeleteItem",
      "UpdateItem",
    ),
    "events-receiver": receiver("events-receiver", "DeleteItem", "UpdateItem"),
    "onboarding-workflow": [
      // The active employees count for the rename limit.
      ...workflow("onboarding-workflow", "employment", "state"),
      items("PutItem"),
    ],
    "offboarding-workflow": [
      ...workflow("offboarding-workflow", "employee", "employment", "state"),
      items("PutItem"),
    ],
    // The put stores what lies apart of a waiting hire, and notes an employee who is expected.
    "profile-update-workflow": [
      ...workflow("profile-update-workflow", "employment", "state"),
      items("PutItem"),
    ],
    "status-relay-workflow": workflow("status-relay-workflow"),
    // It accepts the events that a record means, so it stores and starts like a receiver, and does not call the
    // platform. A delete removes data that lies apart if another attempt has accepted the event.
    "events-workflow": [
      items("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
      query("employment"),
      tokenItem,
      read(secrets.callers),
      read(secrets.sources),
      start(
        "onboarding-workflow",
        "offboarding-workflow",
        "profile-update-workflow",
      ),
      executions(
        ["CheckpointDurableExecution", "GetDurableExecutionState"],
        "events-workflow",
      ),
    ],
    // A preview changes nothing. The query counts active employees for the limits.
    "events-preview": [items("GetItem"), query("state"), read(secrets.callers)],
    // The delete ends the gathering of a reason. The put notes a subscriber that answered 410.
    "notifications-workflow": [
      items("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
      query("notice", "open"),
      read(secrets.subscribers),
      allow("events", ["PutEvents"], [busArn(scope)]),
      executions(
        ["CheckpointDurableExecution", "GetDurableExecutionState"],
        "notifications-workflow",
      ),
    ],
    "operations-api": [
      items("GetItem", "UpdateItem", "DeleteItem"),
      query("open", "created", "employee", "employment", "caller"),
      // The overview: what is overdue, what waits for an outage, and the active people of the limits.
      query("due", "outage", "state"),
      read(secrets.callers),
      start(...workflowNames),
    ],
    "scheduler-handler": [
      items("GetItem", "UpdateItem", "DeleteItem"),
      // The hires of an employee decide whether the payload of a change is still needed.
      query("due", "payload", "outage", "employment", "notice"),
      // The probes of an outage call the platform and read its secret.
      tokenItem,
      read(secrets.community),
      start(...durableNames),
      executions(["GetDurableExecution"], ...durableNames),
    ],
    "doctor-handler": [
      // It looks for an item that does not exist, and reserves its calls to the platform. No record of ours is in its
      // reach, and no token.
      ...onlyItems(
        ["doctor", "rate-limiter"],
        items("GetItem", "UpdateItem"),
        allow("dynamodb", ["GetItem"], [tokens.tableArn]),
      ),
      read(secrets.community),
      read(secrets.callers),
      read(secrets.subscribers),
      read(secrets.sources),
    ],
  };
}

function allow(service: string, actions: string[], resources: string[]) {
  return new PolicyStatement({
    actions: actions.map((action) => `${service}:${action}`),
    resources,
  });
}

/** Limits statements for tables to the items with these ids. */
function onlyItems(ids: string[], ...statements: PolicyStatement[]) {
  for (const statement of statements)
    statement.addCondition("ForAllValues:StringEquals", {
      "dynamodb:LeadingKeys": ids,
    });
  return statements;
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
