import { beforeAll, describe, expect, test } from "vitest";
import { tables } from "../../../../infra/tables.ts";
import {
  createTemplate,
  shippedTemplate,
  type StackTemplate,
} from "../template.ts";

let made: StackTemplate;
let discarding: StackTemplate;
beforeAll(() => {
  made = shippedTemplate();
  discarding = createTemplate({ keepData: false });
});

type Index = {
  IndexName: string;
  KeySchema: { AttributeName: string }[];
  Projection: { ProjectionType: string };
};
type Table = {
  TableName: string;
  KeySchema: unknown;
  BillingMode: string;
  TimeToLiveSpecification: unknown;
  GlobalSecondaryIndexes?: Index[];
  Replicas: Record<string, unknown>[];
};

describe.each(Object.values(tables))("table $name", (definition) => {
  const { name, partitionKey, ttlAttribute } = definition;
  const indexes = "indexes" in definition ? definition.indexes : [];
  const find = (from: StackTemplate) =>
    from
      .all<Table>("AWS::DynamoDB::GlobalTable")
      .find(
        ({ Properties }) =>
          Properties.TableName === `community-automation-${name}`,
      )!;

  test("is as it is on one machine: its key, its indexes of keys alone, its end of life", () => {
    const { Properties } = find(made);
    expect(Properties).toMatchObject({
      KeySchema: [{ AttributeName: partitionKey, KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
      TimeToLiveSpecification: { AttributeName: ttlAttribute, Enabled: true },
    });
    expect(
      (Properties.GlobalSecondaryIndexes ?? []).map(
        ({ IndexName, KeySchema, Projection }) => [
          IndexName,
          ...KeySchema.map(({ AttributeName }) => AttributeName),
          Projection.ProjectionType,
        ],
      ),
    ).toEqual(
      indexes.map((index) => [
        index.name,
        index.partitionKey,
        index.sortKey,
        "KEYS_ONLY",
      ]),
    );
  });

  test("can be brought back to any second, and is not deleted by accident or with the stack", () => {
    const table = find(made);
    expect(table.DeletionPolicy).toBe("Retain");
    expect(table.UpdateReplacePolicy).toBe("Retain");
    expect(table.Properties.Replicas).toMatchObject([
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ]);
  });

  test("goes with the stack where the deployment says so", () => {
    const table = find(discarding);
    expect(table.DeletionPolicy).toBe("Delete");
    expect(table.Properties.Replicas).toMatchObject([
      { DeletionProtectionEnabled: false },
    ]);
  });
});

describe("the secrets", () => {
  test("have exact names and no value, so that no deployment changes what is in them", () => {
    const secrets = made.all<{ Name: string }>("AWS::SecretsManager::Secret");
    expect(secrets.map(({ Properties }) => Properties.Name).sort()).toEqual([
      "community-automation/callers",
      "community-automation/community",
    ]);
    for (const { Properties, DeletionPolicy } of secrets) {
      expect(DeletionPolicy).toBe("RetainExceptOnCreate");
      expect(Properties).not.toHaveProperty("SecretString");
      expect(Properties).not.toHaveProperty("GenerateSecretString");
    }
  });

  test("go with the stack where the deployment says so", () => {
    for (const one of discarding.all("AWS::SecretsManager::Secret"))
      expect(one.DeletionPolicy).toBe("Delete");
  });
});

test("queues are encrypted, speak TLS alone, and keep events for two weeks", () => {
  const queues = made.all<{ QueueName: string }>("AWS::SQS::Queue");
  expect(queues.map(({ Properties }) => Properties.QueueName).sort()).toEqual([
    "community-automation-failures",
    "community-automation-undelivered",
  ]);
  for (const { Properties } of queues)
    expect(Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 86_400,
    });
  const policies = made.all<{ PolicyDocument: { Statement: unknown[] } }>(
    "AWS::SQS::QueuePolicy",
  );
  expect(policies).toHaveLength(queues.length);
  for (const { Properties } of policies)
    expect(Properties.PolicyDocument.Statement[0]).toMatchObject({
      Effect: "Deny",
      Principal: { AWS: "*" },
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    });
});

test("every log is kept for as long as the deployment says, and no longer than the stack", () => {
  const logs = createTemplate({ logRetentionDays: 30 }).all<{
    RetentionInDays: number;
  }>("AWS::Logs::LogGroup");
  expect(logs).toHaveLength(9);
  for (const { Properties, DeletionPolicy } of logs) {
    expect(Properties.RetentionInDays).toBe(30);
    expect(DeletionPolicy).toBe("Delete");
  }
});
