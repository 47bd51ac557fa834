import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { resourceNameOf } from "../../../../infra/aws/resource-names.ts";
import { deploymentSettings } from "../../../../infra/aws/deployment/deployment-settings.ts";
import { rollbackAlarms } from "../../../../infra/aws/gradual-deployment.ts";
import {
  durableNames,
  functionNames,
  httpFunctionNames,
} from "../../../../infra/aws/deployment/functions.ts";
import { kmsKeyArn } from "../all-options.ts";
import { shippedTemplate, templateWithAllOptions } from "../template.ts";

type Named = { FunctionName: string; ReservedConcurrentExecutions?: number };

/** A template with all options that the shipped settings leave out. */
const template = templateWithAllOptions();

describe("the prefix", () => {
  test("begins the name of each resource, so that two deployments fit into one account", () => {
    // The tag names the project, which is the same for all deployments.
    const withoutTags = (key: string, value: unknown) =>
      key === "Tags" ? undefined : value;
    const conflicts = Object.entries(template.json.Resources).filter(
      ([, { Properties }]) =>
        /community-automation/.test(
          JSON.stringify(Properties ?? {}, withoutTags),
        ),
    );
    expect(conflicts.map(([id]) => id)).toEqual([]);
    expect(template.stack.stackName).toBe("hr-staging");
  });

  test("is the name of the stack, the event bus and the group of schedules", () => {
    const names = ["AWS::Events::EventBus", "AWS::Scheduler::ScheduleGroup"]
      .flatMap((type) => template.all<{ Name: string }>(type))
      .map(({ Properties }) => Properties.Name);
    expect(names).toEqual(["hr-staging", "hr-staging"]);
  });

  test.each([
    ["Staging", "lower-case letters"],
    ["staging-", "lower-case letters"],
    ["1st", "lower-case letters"],
    ["x".repeat(41), "at most 40 lower-case letters"],
  ])("must not be %j", (prefix, message) => {
    const { schema } = deploymentSettings.prefix.value;
    expect(JSON.stringify(z.safeParse(schema, prefix).error)).toContain(
      message,
    );
  });

  test("may be so long that the longest name of a function has the 64 characters that Lambda accepts", () => {
    const { schema } = deploymentSettings.prefix.value;
    const longest = "x".repeat(40);
    expect(z.safeParse(schema, longest).success).toBe(true);
    const lengths = functionNames.map(
      (name) =>
        longest.length +
        resourceNameOf(name).length -
        resourceNameOf("").length +
        1,
    );
    expect(Math.max(...lengths)).toBe(64);
  });
});

test("termination protection is an option", () => {
  expect(template.stack.terminationProtection).toBe(true);
  expect(shippedTemplate().stack.terminationProtection).toBe(false);
});

test("httpMemoryMb, workflowMemoryMb and schedulerMemoryMb decide the memory of each function", () => {
  const sizes = new Map(
    template
      .all<{ FunctionName: string; MemorySize: number }>(
        "AWS::Lambda::Function",
      )
      .map(({ Properties }) => [
        Properties.FunctionName.replace("hr-staging-", ""),
        Properties.MemorySize,
      ]),
  );
  for (const name of httpFunctionNames) expect(sizes.get(name)).toBe(301);
  for (const name of [...durableNames, "doctor-handler"])
    expect(sizes.get(name)).toBe(302);
  expect(sizes.get("scheduler-handler")).toBe(303);
});

test("only the functions of reservedConcurrency have reserved concurrency", () => {
  const reserved = template
    .propertiesOf<Named>("AWS::Lambda::Function")
    .filter((one) => one.ReservedConcurrentExecutions !== undefined)
    .map((one) => [one.FunctionName, one.ReservedConcurrentExecutions]);
  expect(Object.fromEntries(reserved)).toEqual({
    "hr-staging-onboarding-receiver": 20,
    "hr-staging-operations-api": 2,
  });
});

describe("a key of the customer", () => {
  test("may be used by each role of the stack, and only through the services that keep data", () => {
    const policies = template.all<{
      PolicyDocument: { Statement: { Action: unknown }[] };
    }>("AWS::IAM::Policy");
    const uses = policies.map(
      ({ Properties }) =>
        Properties.PolicyDocument.Statement.filter(({ Action }) =>
          String(Action).includes("kms:"),
        )[0],
    );
    expect(uses).toHaveLength(functionNames.length + 1);
    for (const use of uses)
      expect(use).toMatchObject({
        Action: ["kms:Decrypt", "kms:GenerateDataKey"],
        Resource: kmsKeyArn,
        Condition: {
          StringEquals: {
            "kms:ViaService": [
              "dynamodb.us-east-1.amazonaws.com",
              "secretsmanager.us-east-1.amazonaws.com",
              "sqs.us-east-1.amazonaws.com",
            ],
          },
        },
      });
  });
});

test("a custom domain is mapped to the API, and is the address of the webhooks", () => {
  const [domain] = template.all("AWS::ApiGatewayV2::DomainName");
  expect(template.all("AWS::ApiGatewayV2::ApiMapping")).toHaveLength(1);
  expect(template.json.Outputs["Webhooks"]?.Value).toEqual({
    "Fn::Join": ["", ["https://", { Ref: domain?.id }]],
  });
  expect(template.json.Outputs).toHaveProperty("DomainTarget");
});

describe("a gradual deployment", () => {
  const arn = (name: string) =>
    `arn:aws:lambda:us-east-1:000000000000:function:hr-staging-${name}`;

  test("moves the alias of each function behind the HTTP API, and watches their alarms", () => {
    const groups = template.all<{
      DeploymentGroupName: string;
      AlarmConfiguration: { Alarms: { Name: string }[] };
    }>("AWS::CodeDeploy::DeploymentGroup");
    expect(
      groups.map(({ Properties }) => Properties.DeploymentGroupName).sort(),
    ).toEqual(httpFunctionNames.map((name) => `hr-staging-${name}`).sort());
    const alarms = template
      .propertiesOf<{ AlarmName: string }>("AWS::CloudWatch::Alarm")
      .map((one) => one.AlarmName);
    for (const { Properties } of groups) {
      const { Alarms } = Properties.AlarmConfiguration;
      const watched = Alarms.map(({ Name }) => Name);
      expect(watched).toHaveLength(rollbackAlarms.length);
      expect(alarms).toEqual(expect.arrayContaining(watched));
    }
  });

  test("can be rolled back by each of its alarms in the half hour before all requests go to the new version", () => {
    const watched = template
      .propertiesOf<{
        AlarmName: string;
        Period: number;
        EvaluationPeriods: number;
      }>("AWS::CloudWatch::Alarm")
      .filter(({ AlarmName }) =>
        rollbackAlarms.includes(AlarmName.replace("hr-staging-", "")),
      );
    expect(watched).toHaveLength(rollbackAlarms.length);
    // The new version is slow from the middle of a period on.
    for (const { Period, EvaluationPeriods } of watched)
      expect((EvaluationPeriods + 1) * Period).toBeLessThan(30 * 60);
  });

  test("lets API Gateway, the event bus and Scheduler invoke only the alias", () => {
    const aliases = template
      .propertiesOf<{ FunctionName: string }>("AWS::Lambda::Alias")
      .map((one) => one.FunctionName);
    for (const name of httpFunctionNames)
      expect(aliases).toContain(`hr-staging-${name}`);
    const invoked = [
      ...template
        .propertiesOf<{ IntegrationUri: string }>(
          "AWS::ApiGatewayV2::Integration",
        )
        .map((one) => one.IntegrationUri),
      ...template
        .all<{ Targets: { Arn: string }[] }>("AWS::Events::Rule")
        .flatMap(({ Properties }) => Properties.Targets.map(({ Arn }) => Arn)),
    ];
    for (const one of invoked) expect(one).not.toMatch(/^arn:/);
    expect(invoked).not.toContain(arn("onboarding-receiver"));
  });

  test("keeps the failure destination of the events receiver with the alias", () => {
    const configs = template.all<{ Qualifier: string; FunctionName: string }>(
      "AWS::Lambda::EventInvokeConfig",
    );
    const qualifiers = configs.map(({ Properties }) => [
      Properties.FunctionName.replace("hr-staging-", ""),
      Properties.Qualifier === "$LATEST" ? "$LATEST" : "alias",
    ]);
    expect(Object.fromEntries(qualifiers)).toEqual({
      "events-receiver": "alias",
      "scheduler-handler": "$LATEST",
    });
  });
});
