import { describe, expect, test } from "vitest";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import {
  shippedTemplate,
  type StackTemplate,
  templateWithAllOptions,
} from "../template.ts";

const template = shippedTemplate();
const discarding = templateWithAllOptions();

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
          Properties.TableName === `${from.stack.stackName}-${name}`,
      )!;

  test("has the partition key, the indexes and the TTL attribute of its definition", () => {
    const { Properties } = find(template);
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
          Projection,
        ],
      ),
    ).toEqual(
      indexes.map((index) => [
        index.name,
        index.partitionKey,
        index.sortKey,
        "projected" in index
          ? { ProjectionType: "INCLUDE", NonKeyAttributes: index.projected }
          : { ProjectionType: "KEYS_ONLY" },
      ]),
    );
  });

  test("has point-in-time recovery and deletion protection, and is retained when the stack is deleted", () => {
    const table = find(template);
    expect(table.DeletionPolicy).toBe("Retain");
    expect(table.UpdateReplacePolicy).toBe("Retain");
    expect(table.Properties.Replicas).toMatchObject([
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ]);
  });

  test("is deleted with the stack if keepData is false", () => {
    const table = find(discarding);
    expect(table.DeletionPolicy).toBe("Delete");
    expect(table.Properties.Replicas).toMatchObject([
      { DeletionProtectionEnabled: false },
    ]);
  });
});

describe("the secrets", () => {
  test("have fixed names and no value, so no deployment changes a stored value", () => {
    const secrets = template.all<{ Name: string }>(
      "AWS::SecretsManager::Secret",
    );
    expect(secrets.map(({ Properties }) => Properties.Name).sort()).toEqual([
      "community-automation/callers",
      "community-automation/community",
      "community-automation/sources",
      "community-automation/subscribers",
    ]);
    for (const { Properties, DeletionPolicy } of secrets) {
      expect(DeletionPolicy).toBe("RetainExceptOnCreate");
      expect(Properties).not.toHaveProperty("SecretString");
      expect(Properties).not.toHaveProperty("GenerateSecretString");
    }
  });

  test("are deleted with the stack if keepData is false", () => {
    for (const one of discarding.all("AWS::SecretsManager::Secret"))
      expect(one.DeletionPolicy).toBe("Delete");
  });
});

// The rule sets require encryption and TLS of each queue.
test("the queues keep messages for two weeks", () => {
  const queues = template.all<{ QueueName: string }>("AWS::SQS::Queue");
  for (const { Properties } of queues)
    expect(Properties).toMatchObject({ MessageRetentionPeriod: 14 * 86_400 });
});

test("every log group has the configured retention and is deleted with the stack", () => {
  const logs = discarding.all<{
    RetentionInDays: number;
  }>("AWS::Logs::LogGroup");
  expect(logs).not.toEqual([]);
  for (const { Properties, DeletionPolicy } of logs) {
    expect(Properties.RetentionInDays).toBe(30);
    expect(DeletionPolicy).toBe("Delete");
  }
});
