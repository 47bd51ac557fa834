import { beforeAll, expect, test } from "vitest";
import { nameOf } from "../../../../infra/aws/names.ts";
import {
  type FunctionName,
  functionNames,
} from "../../../../infra/functions.ts";
import { shippedTemplate, type StackTemplate } from "../template.ts";
import { grantsOf, type Policy } from "../grants-of.ts";

let made: StackTemplate;
beforeAll(() => {
  made = shippedTemplate();
});

const arn = (service: string, resource: string) =>
  `arn:aws:${service}:us-east-1:000000000000:${resource}`;
const store = arn("dynamodb", "table/community-automation-store");
const tokens = arn("dynamodb", "table/community-automation-tokens");
const failures = arn("sqs", "community-automation-failures");
const secret = (name: string) =>
  arn("secretsmanager", `secret:community-automation/${name}`);
const live = (workflow: string) =>
  arn("lambda", `function:${nameOf(workflow)}:live`);
const executionsOf = (workflow: string) =>
  arn("lambda", `function:${nameOf(workflow)}:*`);
const workflows = [
  "offboarding-workflow",
  "onboarding-workflow",
  "status-relay-workflow",
];

/** To the failure destination. */
const report = ["GetQueueAttributes", "GetQueueUrl", "SendMessage"].map(
  (action) => `sqs:${action} ${failures}`,
);
const item = (...actions: string[]) =>
  actions.map((action) => `dynamodb:${action} ${store}`);
const ask = (index: string) => `dynamodb:Query ${store}/index/${index}`;
const receiver = (workflow: string) => [
  ...item("GetItem", "PutItem", "DeleteItem"),
  `secretsmanager:GetSecretValue ${secret("callers")}`,
  `lambda:InvokeFunction ${live(workflow)}`,
  ...report,
];
const workflow = (name: string) => [
  ...item("GetItem", "PutItem", "UpdateItem", "DeleteItem"),
  `dynamodb:GetItem ${tokens}`,
  `dynamodb:UpdateItem ${tokens}`,
  `secretsmanager:GetSecretValue ${secret("community")}`,
  `lambda:CheckpointDurableExecution ${executionsOf(name)}`,
  `lambda:GetDurableExecutionState ${executionsOf(name)}`,
  `sqs:SendMessage ${failures}`,
];

/** Beside writing its log and its traces. */
const expected: Record<FunctionName, string[]> = {
  "onboarding-receiver": receiver("onboarding-workflow"),
  "offboarding-receiver": receiver("offboarding-workflow"),
  "status-relay-receiver": [
    ...receiver("status-relay-workflow"),
    ...item("UpdateItem"),
  ],
  "onboarding-workflow": [
    ...workflow("onboarding-workflow"),
    ask("employment"),
  ],
  "offboarding-workflow": [
    ...workflow("offboarding-workflow"),
    ask("employee"),
    ask("employment"),
    ask("state"),
  ],
  "status-relay-workflow": workflow("status-relay-workflow"),
  "operations-api": [
    ...item("GetItem", "UpdateItem"),
    ask("employee"),
    `secretsmanager:GetSecretValue ${secret("callers")}`,
    ...workflows.map((name) => `lambda:InvokeFunction ${live(name)}`),
  ],
  "scheduler-handler": [
    ...item("GetItem", "UpdateItem"),
    ask("due"),
    ...workflows.map((name) => `lambda:InvokeFunction ${live(name)}`),
    ...workflows.map(
      (name) => `lambda:GetDurableExecution ${executionsOf(name)}`,
    ),
    ...report,
  ],
};

test.each(functionNames)("%s may do exactly what its code does", (name) => {
  const log = arn("logs", `log-group:/aws/lambda/${nameOf(name)}:all-streams`);
  expect(grantsOf(made, name).sort()).toEqual(
    [
      ...expected[name],
      `logs:CreateLogStream ${log}`,
      `logs:PutLogEvents ${log}`,
      "xray:PutTelemetryRecords *",
      "xray:PutTraceSegments *",
    ].sort(),
  );
});

test("each function has a role of its own, without managed policies, that only Lambda takes on", () => {
  const roles = made
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

test("nobody may do everything with anything", () => {
  const statements = made
    .all<Policy>("AWS::IAM::Policy")
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  for (const { Action } of statements)
    expect([Action].flat().join()).not.toContain("*");
});
