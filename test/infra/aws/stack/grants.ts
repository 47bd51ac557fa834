import { beforeAll, expect, test } from "vitest";
import { resourceNameOf } from "../../../../infra/aws/resource-names.ts";
import {
  type FunctionName,
  functionNames,
} from "../../../../infra/functions.ts";
import { shippedTemplate, type StackTemplate } from "../template.ts";
import { readGrants, type Policy } from "../read-grants.ts";

let template: StackTemplate;
beforeAll(() => {
  template = shippedTemplate();
});

const arn = (service: string, resource: string) =>
  `arn:aws:${service}:us-east-1:000000000000:${resource}`;
const store = arn("dynamodb", "table/community-automation-store");
const tokens = arn("dynamodb", "table/community-automation-tokens");
const failures = arn("sqs", "community-automation-failures");
const repeated = arn("sqs", "community-automation-repeated");
const secret = (name: string) =>
  arn("secretsmanager", `secret:community-automation/${name}`);
const live = (workflow: string) =>
  arn("lambda", `function:${resourceNameOf(workflow)}:live`);
const executionsOf = (workflow: string) =>
  arn("lambda", `function:${resourceNameOf(workflow)}:*`);
const workflows = [
  "events-workflow",
  "offboarding-workflow",
  "onboarding-workflow",
  "profile-update-workflow",
  "status-relay-workflow",
];
const durable = [...workflows, "notifications-workflow"];

/** The permissions that the CDK adds for the failure destination. */
const failureDestination = (queue: string) =>
  ["GetQueueAttributes", "GetQueueUrl", "SendMessage"].map(
    (action) => `sqs:${action} ${queue}`,
  );
const item = (...actions: string[]) =>
  actions.map((action) => `dynamodb:${action} ${store}`);
const query = (index: string) => `dynamodb:Query ${store}/index/${index}`;
const receiver = (...started: string[]) => [
  ...item("GetItem", "PutItem"),
  `secretsmanager:GetSecretValue ${secret("callers")}`,
  ...started.map((workflow) => `lambda:InvokeFunction ${live(workflow)}`),
];
const workflow = (name: string) => [
  ...item("GetItem", "UpdateItem", "DeleteItem"),
  `dynamodb:GetItem ${tokens}`,
  `dynamodb:UpdateItem ${tokens}`,
  `secretsmanager:GetSecretValue ${secret("community")}`,
  `lambda:CheckpointDurableExecution ${executionsOf(name)}`,
  `lambda:GetDurableExecutionState ${executionsOf(name)}`,
  `sqs:SendMessage ${repeated}`,
];

/** All permissions, except those to write the log and the traces. */
const expected: Record<FunctionName, string[]> = {
  "onboarding-receiver": [
    ...receiver("onboarding-workflow"),
    ...item("DeleteItem", "UpdateItem"),
  ],
  "offboarding-receiver": [
    ...receiver("offboarding-workflow"),
    ...item("UpdateItem"),
  ],
  "profile-update-receiver": [
    ...receiver("profile-update-workflow"),
    ...item("DeleteItem"),
  ],
  "status-relay-receiver": [
    ...receiver("status-relay-workflow"),
    ...item("DeleteItem", "UpdateItem"),
  ],
  "onboarding-workflow": [
    ...workflow("onboarding-workflow"),
    ...item("PutItem"),
    query("employment"),
    query("state"),
  ],
  "offboarding-workflow": [
    ...workflow("offboarding-workflow"),
    ...item("PutItem"),
    query("employee"),
    query("employment"),
    query("state"),
  ],
  "profile-update-workflow": [
    ...workflow("profile-update-workflow"),
    ...item("PutItem"),
    query("employment"),
    query("state"),
  ],
  "status-relay-workflow": workflow("status-relay-workflow"),
  "events-workflow": [
    ...item("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
    query("employment"),
    `dynamodb:GetItem ${tokens}`,
    `dynamodb:UpdateItem ${tokens}`,
    `secretsmanager:GetSecretValue ${secret("callers")}`,
    `secretsmanager:GetSecretValue ${secret("sources")}`,
    ...["onboarding", "offboarding", "profile-update"].map(
      (name) => `lambda:InvokeFunction ${live(`${name}-workflow`)}`,
    ),
    `lambda:CheckpointDurableExecution ${executionsOf("events-workflow")}`,
    `lambda:GetDurableExecutionState ${executionsOf("events-workflow")}`,
    `sqs:SendMessage ${repeated}`,
  ],
  "notifications-workflow": [
    ...item("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
    query("notice"),
    query("open"),
    `secretsmanager:GetSecretValue ${secret("subscribers")}`,
    `events:PutEvents ${arn("events", "event-bus/community-automation")}`,
    `lambda:CheckpointDurableExecution ${executionsOf("notifications-workflow")}`,
    `lambda:GetDurableExecutionState ${executionsOf("notifications-workflow")}`,
    `sqs:SendMessage ${repeated}`,
  ],
  "events-receiver": [
    ...receiver(...workflows),
    ...item("DeleteItem", "UpdateItem"),
    ...failureDestination(failures),
  ],
  "events-preview": [
    ...item("GetItem"),
    query("state"),
    `secretsmanager:GetSecretValue ${secret("callers")}`,
  ],
  "operations-api": [
    ...item("GetItem", "UpdateItem", "DeleteItem"),
    query("open"),
    query("created"),
    query("employee"),
    query("caller"),
    query("employment"),
    query("due"),
    query("outage"),
    query("state"),
    `secretsmanager:GetSecretValue ${secret("callers")}`,
    ...workflows.map((name) => `lambda:InvokeFunction ${live(name)}`),
  ],
  "scheduler-handler": [
    ...item("GetItem", "UpdateItem", "DeleteItem"),
    query("due"),
    query("payload"),
    query("outage"),
    query("employment"),
    query("notice"),
    `dynamodb:GetItem ${tokens}`,
    `dynamodb:UpdateItem ${tokens}`,
    `secretsmanager:GetSecretValue ${secret("community")}`,
    ...durable.map((name) => `lambda:InvokeFunction ${live(name)}`),
    ...durable.map(
      (name) => `lambda:GetDurableExecution ${executionsOf(name)}`,
    ),
    ...failureDestination(repeated),
  ],
  "doctor-handler": [
    ...item("GetItem", "UpdateItem"),
    `dynamodb:GetItem ${tokens}`,
    `secretsmanager:GetSecretValue ${secret("community")}`,
    `secretsmanager:GetSecretValue ${secret("callers")}`,
    `secretsmanager:GetSecretValue ${secret("subscribers")}`,
    `secretsmanager:GetSecretValue ${secret("sources")}`,
  ],
};

test.each(functionNames)(
  "%s has exactly the permissions that its code needs",
  (name) => {
    const log = arn(
      "logs",
      `log-group:/aws/lambda/${resourceNameOf(name)}:all-streams`,
    );
    expect(readGrants(template, name).sort()).toEqual(
      [
        ...expected[name],
        `logs:CreateLogStream ${log}`,
        `logs:PutLogEvents ${log}`,
        "xray:PutTelemetryRecords *",
        "xray:PutTraceSegments *",
      ].sort(),
    );
  },
);

test("the doctor reaches no item of the tables except the one of the rate limiter and one that does not exist", () => {
  const statements = template
    .all<Policy>("AWS::IAM::Policy")
    .filter(({ id }) => id.startsWith("Functionsdoctorhandler"))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().join().includes("dynamodb:"));
  const Condition = {
    "ForAllValues:StringEquals": {
      "dynamodb:LeadingKeys": ["doctor", "rate-limiter"],
    },
  };
  expect(statements).toMatchObject([{ Condition }, { Condition }]);
});

test("each function has its own role, which has no managed policies and which only Lambda can assume", () => {
  const roles = template
    .all<{
      ManagedPolicyArns?: unknown;
      AssumeRolePolicyDocument: { Statement: unknown };
    }>("AWS::IAM::Role")
    .filter(({ id }) => id.startsWith("Functions"));
  expect(roles).toHaveLength(functionNames.length);
  for (const { Properties } of roles) {
    expect(Properties.ManagedPolicyArns).toBeUndefined();
    expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: "sts:AssumeRole",
        Effect: "Allow",
        Principal: { Service: "lambda.amazonaws.com" },
      },
    ]);
  }
});

test("no policy allows an action with a wildcard", () => {
  const statements = template
    .all<Policy>("AWS::IAM::Policy")
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  for (const { Action } of statements)
    expect([Action].flat().join()).not.toContain("*");
});
