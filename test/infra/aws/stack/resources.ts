import { expect, test } from "vitest";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import { rows } from "../../../fixtures/rows.ts";
import { certificateArn, kmsKeyArn } from "../all-options.ts";
import { shippedTemplate, templateWithAllOptions } from "../template.ts";

const templates = {
  "cdk.json": shippedTemplate(),
  "all options": templateWithAllOptions(),
};
type Row = [string, keyof typeof templates, string, object];

const Properties = (properties: object) => ({ Properties: properties });
const twoWeeks = { MessageRetentionPeriod: 14 * 86_400 };
const recovers = {
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
};
const kept = { Replicas: [{ DeletionProtectionEnabled: true, ...recovers }] };
const sealed = {
  Replicas: [
    {
      DeletionProtectionEnabled: false,
      SSESpecification: { KMSMasterKeyId: kmsKeyArn },
    },
  ],
};
const limits = (ThrottlingRateLimit: number, ThrottlingBurstLimit: number) =>
  Properties({
    StageName: "$default",
    DefaultRouteSettings: { ThrottlingRateLimit, ThrottlingBurstLimit },
  });

/** What every resource of a type has. The rule sets require encryption and TLS of each queue. */
const resources = rows<Row>`
  a table is kept with its past                   | cdk.json    | AWS::DynamoDB::GlobalTable       | ${{ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain", ...Properties({ BillingMode: "PAY_PER_REQUEST", ...kept }) }}
  keepData=false deletes a table with the stack   | all options | AWS::DynamoDB::GlobalTable       | ${{ DeletionPolicy: "Delete", ...Properties(sealed) }}
  a secret is kept                                | cdk.json    | AWS::SecretsManager::Secret      | ${{ DeletionPolicy: "RetainExceptOnCreate" }}
  keepData=false deletes a secret with the stack  | all options | AWS::SecretsManager::Secret      | ${{ DeletionPolicy: "Delete", ...Properties({ KmsKeyId: kmsKeyArn }) }}
  a queue keeps messages for two weeks            | cdk.json    | AWS::SQS::Queue                  | ${Properties(twoWeeks)}
  kmsKeyArn encrypts a queue                      | all options | AWS::SQS::Queue                  | ${Properties({ KmsMasterKeyId: kmsKeyArn })}
  kmsKeyArn encrypts the topic                    | all options | AWS::SNS::Topic                  | ${Properties({ KmsMasterKeyId: kmsKeyArn })}
  a log ends after logRetentionDays               | all options | AWS::Logs::LogGroup              | ${{ DeletionPolicy: "Delete", ...Properties({ RetentionInDays: 30, KmsKeyId: kmsKeyArn }) }}
  alarmEmail gets the alarms                      | all options | AWS::SNS::Subscription           | ${Properties({ Protocol: "email", Endpoint: "it@example.com" })}
  a function runs on the Node of the tests        | cdk.json    | AWS::Lambda::Function            | ${Properties({ Runtime: `nodejs${process.versions.node.split(".")[0]}.x` })}
  a version stays, as an execution ends with the version that it began with | cdk.json | AWS::Lambda::Version | ${{ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" }}
  an event has two more attempts                  | cdk.json    | AWS::Lambda::EventInvokeConfig   | ${Properties({ Qualifier: "$LATEST", MaximumRetryAttempts: 2 })}
  a function gets requests in payload format 2.0  | cdk.json    | AWS::ApiGatewayV2::Integration   | ${Properties({ PayloadFormatVersion: "2.0" })}
  the throttle is far above a company's burst     | cdk.json    | AWS::ApiGatewayV2::Stage         | ${limits(500, 1_000)}
  requestsPerSecond and requestBurst change it    | all options | AWS::ApiGatewayV2::Stage         | ${limits(20, 40)}
  the API has its default address                 | cdk.json    | AWS::ApiGatewayV2::Api           | ${Properties({ DisableExecuteApiEndpoint: false })}
  isOnlyAddress turns the default address off     | all options | AWS::ApiGatewayV2::Api           | ${Properties({ DisableExecuteApiEndpoint: true })}
  a custom domain has its certificate             | all options | AWS::ApiGatewayV2::DomainName    | ${Properties({ DomainName: "hooks.example.com", DomainNameConfigurations: [{ CertificateArn: certificateArn, EndpointType: "REGIONAL" }] })}
  a gradual deployment takes half an hour, and is rolled back when an alarm rings | all options | AWS::CodeDeploy::DeploymentGroup | ${Properties({ DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent30Minutes", AutoRollbackConfiguration: { Enabled: true, Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"] } })}
`;

test.each(resources)("%s (%s, %s)", (_, settings, type, expected) => {
  const found = templates[settings].all(type);
  expect(found).not.toEqual([]);
  for (const one of found) expect(one).toMatchObject(expected);
});

test("the shipped settings create no key, subscription or gradual deployment", () => {
  const { json, all } = templates["cdk.json"];
  expect(JSON.stringify(json)).not.toMatch(/kms/i);
  expect(all("AWS::SNS::Subscription")).toEqual([]);
  expect(all("AWS::CodeDeploy::Application")).toEqual([]);
});

test("the secrets have fixed names and no value, so no deployment changes a stored value", () => {
  const secrets = templates["cdk.json"].propertiesOf<{ Name: string }>(
    "AWS::SecretsManager::Secret",
  );
  expect(secrets.map(({ Name }) => Name).sort()).toEqual([
    "community-automation/callers",
    "community-automation/community",
    "community-automation/sources",
    "community-automation/subscribers",
  ]);
  for (const one of secrets) {
    expect(one).not.toHaveProperty("SecretString");
    expect(one).not.toHaveProperty("GenerateSecretString");
  }
});

type Table = {
  TableName: string;
  KeySchema: { AttributeName: string }[];
  TimeToLiveSpecification: unknown;
  GlobalSecondaryIndexes?: {
    IndexName: string;
    KeySchema: { AttributeName: string }[];
    Projection: object;
  }[];
};
const namesOf = (keys: { AttributeName: string }[]) =>
  keys.map(({ AttributeName }) => AttributeName);

test.each(Object.values(tables))(
  "the table $name has the partition key, the indexes and the TTL attribute of its definition",
  ({ name, partitionKey, ttlAttribute, ...definition }) => {
    const indexes = "indexes" in definition ? definition.indexes : [];
    const table = templates["cdk.json"]
      .propertiesOf<Table>("AWS::DynamoDB::GlobalTable")
      .find((one) => one.TableName === `community-automation-${name}`);
    expect(namesOf(table?.KeySchema ?? [])).toEqual([partitionKey]);
    expect(table?.TimeToLiveSpecification).toEqual({
      AttributeName: ttlAttribute,
      Enabled: true,
    });
    expect(
      (table?.GlobalSecondaryIndexes ?? []).map(
        ({ IndexName, KeySchema, Projection }) => [
          IndexName,
          ...namesOf(KeySchema),
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
  },
);
