import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { nameOf } from "../../../../infra/aws/resource-names.ts";
import { deploymentSettings } from "../../../../infra/deployment-settings.ts";
import { functionNames } from "../../../../infra/functions.ts";
import {
  createTemplate,
  shippedTemplate,
  type StackTemplate,
} from "../template.ts";

type Named = { FunctionName: string; ReservedConcurrentExecutions?: number };

const kmsKeyArn =
  "arn:aws:kms:us-east-1:000000000000:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const certificateArn =
  "arn:aws:acm:us-east-1:000000000000:certificate/1234abcd-12ab-34cd-56ef-1234567890ab";

/** A template with all options that the shipped settings leave out. */
let template: StackTemplate;
beforeAll(() => {
  template = createTemplate({
    prefix: "hr-staging",
    terminationProtection: true,
    reservedConcurrency: { "onboarding-receiver": 20, "operations-api": 2 },
    kmsKeyArn,
    customDomain: {
      name: "hooks.example.com",
      certificateArn,
      isOnlyAddress: true,
    },
  });
});

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
    ["x".repeat(43), "at most 42 characters"],
  ])("is not %j", (prefix, message) => {
    const { schema } = deploymentSettings.prefix.value;
    expect(JSON.stringify(z.safeParse(schema, prefix).error)).toContain(
      message,
    );
  });

  test("may be so long that the longest name of a function has the 64 characters that Lambda accepts", () => {
    const { schema } = deploymentSettings.prefix.value;
    const longest = "x".repeat(42);
    expect(z.safeParse(schema, longest).success).toBe(true);
    const lengths = functionNames.map(
      (name) => longest.length + nameOf(name).length - nameOf("").length + 1,
    );
    expect(Math.max(...lengths)).toBe(64);
  });
});

test("termination protection is an option", () => {
  expect(template.stack.terminationProtection).toBe(true);
  expect(shippedTemplate().stack.terminationProtection).toBe(false);
});

test("only the functions of reservedConcurrency have reserved concurrency", () => {
  const reserved = template
    .all<Named>("AWS::Lambda::Function")
    .map(({ Properties }) => Properties)
    .filter((one) => one.ReservedConcurrentExecutions !== undefined)
    .map((one) => [one.FunctionName, one.ReservedConcurrentExecutions]);
  expect(Object.fromEntries(reserved)).toEqual({
    "hr-staging-onboarding-receiver": 20,
    "hr-staging-operations-api": 2,
  });
});

describe("a key of the customer", () => {
  type Encrypted = {
    KmsKeyId?: string;
    KmsMasterKeyId?: string;
    Replicas?: { SSESpecification: { KMSMasterKeyId: string } }[];
  };

  test.each([
    ["AWS::DynamoDB::GlobalTable", 2],
    ["AWS::SecretsManager::Secret", 2],
    ["AWS::Logs::LogGroup", 9],
    ["AWS::SQS::Queue", 3],
    ["AWS::SNS::Topic", 1],
  ])("encrypts each %s", (type, count) => {
    const keys = template
      .all<Encrypted>(type)
      .map(({ Properties: { KmsKeyId, KmsMasterKeyId, Replicas } }) => [
        KmsKeyId ??
          KmsMasterKeyId ??
          Replicas?.[0]?.SSESpecification.KMSMasterKeyId,
      ]);
    expect(keys).toEqual(Array(count).fill([kmsKeyArn]));
  });

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

  test("is in no template without the setting", () => {
    expect(JSON.stringify(shippedTemplate().json)).not.toMatch(/kms/i);
  });
});

describe("a custom domain", () => {
  test("is mapped to the API with its certificate, and is the address of the webhooks", () => {
    const [domain] = template.all("AWS::ApiGatewayV2::DomainName");
    expect(domain?.Properties).toMatchObject({
      DomainName: "hooks.example.com",
      DomainNameConfigurations: [
        { CertificateArn: certificateArn, EndpointType: "REGIONAL" },
      ],
    });
    expect(template.all("AWS::ApiGatewayV2::ApiMapping")).toHaveLength(1);
    expect(template.json.Outputs["Webhooks"]?.Value).toEqual({
      "Fn::Join": ["", ["https://", { Ref: domain?.id }]],
    });
    expect(template.json.Outputs).toHaveProperty("DomainTarget");
  });

  test("turns off the default address if it is the only one", () => {
    const [api] = template.all("AWS::ApiGatewayV2::Api");
    expect(api?.Properties).toMatchObject({ DisableExecuteApiEndpoint: true });
    const [shipped] = shippedTemplate().all("AWS::ApiGatewayV2::Api");
    expect(shipped?.Properties).toMatchObject({
      DisableExecuteApiEndpoint: false,
    });
  });
});
