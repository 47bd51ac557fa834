import {
  type AnyDurableName,
  type AnyFunctionName,
  type ReceiverName,
  type WorkflowName,
  durableNames,
  workflowNames,
  workflowOfReceiver,
} from "./function-names.ts";
import type { tables } from "./tables.ts";

type TableName = keyof typeof tables;
export type SecretName = "callers" | "community" | "sources" | "subscribers";
type ItemAction =
  "GetItem" | "BatchGetItem" | "PutItem" | "UpdateItem" | "DeleteItem";
type IndexName = (typeof tables)["store"]["indexes"][number]["name"];

/** What IAM allows a function: each of these actions on each of these resources. */
export type Grant = {
  /** Such as `dynamodb:GetItem`. */
  actions: readonly string[];
  /** ARNs. The only wildcard is `*` at the end. */
  resources: readonly string[];
  /** The ids of the only items that it reaches. @default all items of the table */
  onlyItems?: readonly string[];
};

/** The ARNs of the resources of a deployment. */
export type Arns = {
  table: (name: TableName) => string;
  secret: (name: SecretName) => string;
  /** A function by its alias. */
  live: (name: AnyDurableName) => string;
  /** All executions of a function. */
  executions: (name: AnyDurableName) => string;
  bus: () => string;
};

/**
 * The permissions of each function, except those to write its own log and traces: exactly the actions that its code
 * calls, on exactly the resources that it uses. Without `lists`, its functions are not deployed, and none starts them.
 */
export function defineGrants(
  arns: Arns,
  { lists }: { lists: boolean },
): Record<AnyFunctionName, Grant[]> {
  const store = arns.table("store");
  const tokens = arns.table("tokens");
  const items = (...actions: ItemAction[]) =>
    allow("dynamodb", actions, [store]);
  const tokenItem = allow("dynamodb", ["GetItem", "UpdateItem"], [tokens]);
  const query = (...indexes: IndexName[]) =>
    allow(
      "dynamodb",
      ["Query"],
      indexes.map((index) => `${store}/index/${index}`),
    );
  const read = (...secrets: SecretName[]) =>
    allow("secretsmanager", ["GetSecretValue"], secrets.map(arns.secret));
  const start = (...workflows: AnyDurableName[]) =>
    allow("lambda", ["InvokeFunction"], workflows.map(arns.live));
  const runs = (name: AnyDurableName) =>
    allow(
      "lambda",
      ["CheckpointDurableExecution", "GetDurableExecutionState"],
      [arns.executions(name)],
    );

  const receiver = (name: ReceiverName, ...moreActions: ItemAction[]) => {
    const onlyWorkflow = workflowOfReceiver[name];
    return [
      items("GetItem", "PutItem", ...moreActions),
      read("callers"),
      start(...(onlyWorkflow ? [onlyWorkflow] : workflowNames)),
    ];
  };
  const workflow = (name: WorkflowName, ...indexes: IndexName[]) => [
    items("GetItem", "UpdateItem"),
    ...(indexes.length > 0 ? [query(...indexes)] : []),
    tokenItem,
    read("community"),
    runs(name),
  ];

  const listsWorkflow = lists ? (["lists-workflow"] as const) : [];

  return {
    "onboarding-receiver": receiver("onboarding-receiver"),
    "offboarding-receiver": receiver("offboarding-receiver"),
    "profile-update-receiver": receiver("profile-update-receiver"),
    // The update marks an operation whose reply is still to be sent to the chat.
    "status-relay-receiver": receiver("status-relay-receiver", "UpdateItem"),
    "events-receiver": receiver("events-receiver"),
    // Index `state`: the active employees, for the limits. Index `employee`: the operations of a leaver, to erase data.
    "employment-workflow": [
      ...workflow("employment-workflow", "employee", "state"),
      items("PutItem", "DeleteItem"),
    ],
    "status-relay-workflow": workflow("status-relay-workflow"),
    // It stores and starts the events that a record means, like a receiver. It does not call the platform.
    "events-workflow": [
      items("GetItem", "PutItem", "UpdateItem"),
      query("employee"),
      tokenItem,
      read("callers", "sources"),
      start("employment-workflow"),
      runs("events-workflow"),
    ],
    // A preview changes nothing. The query counts active employees for the limits.
    "events-preview": [items("GetItem"), query("state"), read("callers")],
    // It deletes leases and complete deliveries. It puts deliveries, and notes of subscribers that answered 410.
    "notifications-workflow": [
      items("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
      query("notice", "open"),
      read("subscribers"),
      allow("events", ["PutEvents"], [arns.bus()]),
      runs("notifications-workflow"),
    ],
    "operations-api": [
      items("GetItem", "UpdateItem"),
      query("open", "created", "warned", "employee", "caller"),
      // The overview: what is overdue, what waits for an outage, and the active people of the limits.
      query("due", "outage", "state"),
      read("callers"),
      start(...workflowNames),
    ],
    // It keeps and lists users, and counts what is at work. Like a receiver, it does not call the platform.
    "scim-receiver": [
      items("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
      query("caller", "open"),
      read("callers"),
      start("employment-workflow"),
    ],
    // The delete ends the lease of a round of notices whose workflow could not be started.
    "scheduler-handler": [
      items("GetItem", "UpdateItem", "DeleteItem"),
      query("due", "payload", "outage", "notice"),
      // The probes of an outage call the platform and read its secret.
      tokenItem,
      read("community"),
      start(...durableNames, ...listsWorkflow),
      allow(
        "lambda",
        ["GetDurableExecution"],
        [...workflowNames, ...listsWorkflow].map(arns.executions),
      ),
    ],
    "doctor-handler": [
      // It looks for an item that does not exist, and reserves its calls to the platform. It can reach no other item
      // and no token.
      ...onlyItems(
        ["doctor", "rate-limiter"],
        items("GetItem", "UpdateItem"),
        allow("dynamodb", ["GetItem"], [tokens]),
      ),
      read("community", "callers", "subscribers", "sources"),
    ],
    // It stores uploads, and lists plans among the items that have a creation time.
    "lists-api": [
      items("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
      query("created"),
      read("callers"),
      start("lists-workflow"),
    ],
    // It reads employees, people and all records of a source, and accepts events like a receiver. The queries find the
    // employees of a state, and what is accepted about one. Reads are sent in batches, except after a failed write.
    "lists-workflow": [
      items("BatchGetItem", "GetItem", "PutItem", "UpdateItem", "DeleteItem"),
      query("state", "employee"),
      tokenItem,
      read("community", "callers", "sources"),
      start("employment-workflow", "lists-workflow"),
      runs("lists-workflow"),
    ],
  };
}

function allow(
  service: string,
  actions: readonly string[],
  resources: readonly string[],
): Grant {
  return {
    actions: actions.map((action) => `${service}:${action}`),
    resources,
  };
}

/** Limits grants for tables to the items with these ids. */
function onlyItems(ids: readonly string[], ...grants: Grant[]): Grant[] {
  return grants.map((grant) => ({ ...grant, onlyItems: ids }));
}
