import { expect, test } from "vitest";
import { defineGrants } from "../../../../infra/aws/deployment/grants.ts";
import { resourceNameOf } from "../../../../infra/aws/resource-names.ts";
import {
  durableNames,
  type FunctionName,
  functionNames,
} from "../../../../infra/aws/deployment/functions.ts";
import { recordOf } from "../../../../infra/aws/deployment/record-of.ts";
import { shippedTemplate } from "../template.ts";
import { type Policy, readGrants } from "../read-grants.ts";

const template = shippedTemplate();

const arn = (service: string, resource: string) =>
  `arn:aws:${service}:us-east-1:000000000000:${resource}`;
const failures = arn("sqs", "community-automation-failures");
const repeated = arn("sqs", "community-automation-repeated");

/** The calls of our code. The local services refuse all other calls. */
const grants = defineGrants(
  {
    table: (name) => arn("dynamodb", `table/community-automation-${name}`),
    secret: (name) =>
      arn("secretsmanager", `secret:community-automation/${name}`),
    live: (name) => arn("lambda", `function:${resourceNameOf(name)}:live`),
    executions: (name) => arn("lambda", `function:${resourceNameOf(name)}:*`),
    bus: () => arn("events", "event-bus/community-automation"),
  },
  { lists: false },
);

/** The permissions that the CDK adds for the failure destination. */
const failureDestination = (queue: string) =>
  ["GetQueueAttributes", "GetQueueUrl", "SendMessage"].map(
    (action) => `sqs:${action} ${queue}`,
  );
const queues: Partial<Record<FunctionName, string[]>> = {
  "events-receiver": failureDestination(failures),
  "scheduler-handler": failureDestination(repeated),
  ...recordOf(durableNames, () => [`sqs:SendMessage ${repeated}`]),
};

test.each(functionNames)(
  "%s may call what its code calls, write its own log and traces, and record events that failed",
  (name) => {
    const log = arn(
      "logs",
      `log-group:/aws/lambda/${resourceNameOf(name)}:all-streams`,
    );
    expect(readGrants(template, name).sort()).toEqual(
      [
        ...grants[name].flatMap(({ actions, resources }) =>
          actions.flatMap((action) =>
            resources.map((resource) => `${action} ${resource}`),
          ),
        ),
        ...(queues[name] ?? []),
        `logs:CreateLogStream ${log}`,
        `logs:PutLogEvents ${log}`,
        "xray:PutTelemetryRecords *",
        "xray:PutTraceSegments *",
      ].sort(),
    );
  },
);

test("the doctor reaches only the item of the rate limiter and one that does not exist", () => {
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

test("no policy allows an action with a wildcard", () => {
  const statements = template
    .all<Policy>("AWS::IAM::Policy")
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  for (const { Action } of statements)
    expect([Action].flat().join()).not.toContain("*");
});
