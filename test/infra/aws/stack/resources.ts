import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import {
  durableNames,
  functionNames,
  httpFunctionNames,
  routes,
} from "../../../../infra/aws/deployment/functions.ts";
import { readContext } from "../../../../infra/aws/deployment/context.ts";
import {
  scheduledEvent,
  schedulesSchema,
} from "../../../../infra/aws/deployment/schedules.ts";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import { rows } from "../../../fixtures/rows.ts";
import { certificateArn, kmsKeyArn } from "../all-options.ts";
import {
  type Resource,
  shippedTemplate,
  templateWith,
  templateWithAllOptions,
} from "../template.ts";

const schedules = schedulesSchema.parse([
  {
    name: "stand-up",
    expression: "cron(0 9 ? * MON-FRI *)",
    zone: "Europe/Zurich",
    event: {
      type: "status.set",
      data: { employeeId: "E-1", text: "stand-up" },
    },
  },
]);
const pulls = schedulesSchema.parse([
  { name: "hr", expression: "rate(1 hour)", zone: "UTC", pull: "hibob" },
]);
const eventSources = ["com.example.hr", "com.example.it"];
const templates = {
  "cdk.json": shippedTemplate(),
  "all options": templateWithAllOptions(),
  events: templateWith({ schedules, eventSources }),
  "no sources": templateWith({ eventSources: [] }),
  lists: templateWith({ lists: true }),
  pull: templateWith({ lists: true, schedules: pulls }),
};
/** Title, settings, the type of the resources (perhaps with a pattern of their names), and what each of them has. */
type Row = [string, keyof typeof templates, string, object];

const Properties = (properties: object) => ({ Properties: properties });
const twoWeeks = { MessageRetentionPeriod: 14 * 86_400 };
const recovery = {
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
};
const keptReplicas = {
  Replicas: [{ DeletionProtectionEnabled: true, ...recovery }],
};
const encryptedReplicas = {
  Replicas: [
    {
      DeletionProtectionEnabled: false,
      SSESpecification: { KMSMasterKeyId: kmsKeyArn },
    },
  ],
};
const throttles = (ThrottlingRateLimit: number, ThrottlingBurstLimit: number) =>
  Properties({
    StageName: "$default",
    DefaultRouteSettings: { ThrottlingRateLimit, ThrottlingBurstLimit },
  });

const account = "us-east-1:000000000000";
const functionArn = (name: string) =>
  `arn:aws:lambda:${account}:function:community-automation-${name}`;
const queueArn = (name: string) =>
  `arn:aws:sqs:${account}:community-automation-${name}`;
const topic = `arn:aws:sns:${account}:community-automation-alarms`;
const exactly = (value: unknown): unknown =>
  expect.toSatisfy((found) => isDeepStrictEqual(found, value));
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const without = (name: string): unknown =>
  expect.not.objectContaining({ [name]: expect.anything() as unknown });
const retries = (
  MaximumRetryAttempts: number,
  MaximumEventAgeInSeconds: number,
) => ({ RetryPolicy: { MaximumRetryAttempts, MaximumEventAgeInSeconds } });
const sendsTo = (name: string, queue: string, policy: object) => ({
  Arn: functionArn(name),
  DeadLetterConfig: { Arn: queueArn(queue) },
  ...policy,
});
const failsTo = (queue: string) =>
  Properties({
    DestinationConfig: { OnFailure: { Destination: queueArn(queue) } },
  });
const watches = (metric: string, dimensions: object) => {
  const [Namespace, MetricName] = metric.split(" ");
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({
    Name,
    Value: Value as unknown,
  }));
  return Properties({ Namespace, MetricName, Dimensions });
};
const sourcesStatement = {
  Effect: "Allow",
  Principal: { AWS: "arn:aws:iam::000000000000:root" },
  Action: "events:PutEvents",
  Resource: `arn:aws:events:${account}:event-bus/community-automation`,
  Condition: { "ForAllValues:StringEquals": { "events:source": eventSources } },
};
const minuteSchedule = {
  GroupName: "community-automation",
  ScheduleExpression: "rate(1 minute)",
  FlexibleTimeWindow: { Mode: "OFF" },
  Target: sendsTo("scheduler-handler", "repeated", retries(1, 60)),
};
const standUpSchedule = {
  ScheduleExpression: "cron(0 9 ? * MON-FRI *)",
  ScheduleExpressionTimezone: "Europe/Zurich",
  FlexibleTimeWindow: { Mode: "OFF" },
  Target: {
    ...sendsTo("events-receiver", "undelivered", retries(20, 3_600)),
    Input: JSON.stringify(scheduledEvent(schedules[0]!)),
  },
};
const statements = (...all: object[]) =>
  Properties({ PolicyDocument: { Statement: exactly(all) } });
const scheduleStatements = [
  {
    Action: "lambda:InvokeFunction",
    Effect: "Allow",
    Resource: ["events-receiver", "scheduler-handler"].map(functionArn),
  },
  {
    Action: "sqs:SendMessage",
    Effect: "Allow",
    Resource: ["repeated", "undelivered"].map(queueArn),
  },
];
const lambdaTrust = [
  {
    Action: "sts:AssumeRole",
    Effect: "Allow",
    Principal: { Service: "lambda.amazonaws.com" },
  },
];
const topicStatements = [
  { Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } },
  {
    Effect: "Allow",
    Principal: { Service: "cloudwatch.amazonaws.com" },
    Action: "sns:Publish",
    Resource: topic,
    Condition: { StringEquals: { "aws:SourceAccount": "000000000000" } },
  },
];
const keyStatement = {
  Action: ["kms:Decrypt", "kms:GenerateDataKey"],
  Resource: kmsKeyArn,
  Condition: {
    StringEquals: {
      "kms:ViaService": ["dynamodb", "secretsmanager", "sqs"].map(
        (service) => `${service}.us-east-1.amazonaws.com`,
      ),
    },
  },
};
const oneOf = (statement: object): unknown =>
  expect.arrayContaining([expect.objectContaining(statement)]);
const operatorRoutes = [
  "/operations",
  "/operations/{path+}",
  "/overview",
  "/problems",
  "/employees",
  "/employees/{path+}",
].map((path) => `ANY ${path}`);
const operatorLimit = { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 };
const durableConfig = {
  ExecutionTimeout: 7 * 86_400,
  RetentionPeriodInDays: 14,
};

/** The rule sets check encryption and TLS. */
const resources = rows<Row>`
  a table stays without the stack, and its earlier states can be restored | cdk.json    | AWS::DynamoDB::GlobalTable       | ${{ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain", ...Properties({ BillingMode: "PAY_PER_REQUEST", ...keptReplicas }) }}
  keepData=false deletes a table with the stack   | all options | AWS::DynamoDB::GlobalTable       | ${{ DeletionPolicy: "Delete", ...Properties(encryptedReplicas) }}
  a secret is kept                                | cdk.json    | AWS::SecretsManager::Secret      | ${{ DeletionPolicy: "RetainExceptOnCreate" }}
  the template has no value of a secret           | cdk.json    | AWS::SecretsManager::Secret      | ${{ Properties: without("SecretString") }}
  AWS generates no value of a secret              | cdk.json    | AWS::SecretsManager::Secret      | ${{ Properties: without("GenerateSecretString") }}
  keepData=false deletes a secret with the stack  | all options | AWS::SecretsManager::Secret      | ${{ DeletionPolicy: "Delete", ...Properties({ KmsKeyId: kmsKeyArn }) }}
  a queue keeps messages for two weeks            | cdk.json    | AWS::SQS::Queue                  | ${Properties(twoWeeks)}
  kmsKeyArn encrypts a queue                      | all options | AWS::SQS::Queue                  | ${Properties({ KmsMasterKeyId: kmsKeyArn })}
  kmsKeyArn encrypts the topic                    | all options | AWS::SNS::Topic                  | ${Properties({ KmsMasterKeyId: kmsKeyArn })}
  a log keeps its lines for logRetentionDays      | all options | AWS::Logs::LogGroup              | ${{ DeletionPolicy: "Delete", ...Properties({ RetentionInDays: 30, KmsKeyId: kmsKeyArn }) }}
  alarmEmail gets the alarms                      | all options | AWS::SNS::Subscription           | ${Properties({ Protocol: "email", Endpoint: "it@example.com" })}
  a function runs on the Node of the tests        | cdk.json    | AWS::Lambda::Function            | ${Properties({ Runtime: `nodejs${process.versions.node.split(".")[0]}.x` })}
  a version stays, as an execution ends with the version that it began with | cdk.json | AWS::Lambda::Version | ${{ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" }}
  an event that failed has two more attempts      | cdk.json    | AWS::Lambda::EventInvokeConfig   | ${Properties({ Qualifier: "$LATEST", MaximumRetryAttempts: 2 })}
  a function gets requests in payload format 2.0  | cdk.json    | AWS::ApiGatewayV2::Integration   | ${Properties({ PayloadFormatVersion: "2.0" })}
  the throttle is far above a company's burst     | cdk.json    | AWS::ApiGatewayV2::Stage         | ${throttles(500, 1_000)}
  requestsPerSecond and requestBurst change the throttle | all options | AWS::ApiGatewayV2::Stage         | ${throttles(20, 40)}
  the API has its default address                 | cdk.json    | AWS::ApiGatewayV2::Api           | ${Properties({ DisableExecuteApiEndpoint: false })}
  isOnlyAddress turns the default address off     | all options | AWS::ApiGatewayV2::Api           | ${Properties({ DisableExecuteApiEndpoint: true })}
  a custom domain has its certificate             | all options | AWS::ApiGatewayV2::DomainName    | ${Properties({ DomainName: "hooks.example.com", DomainNameConfigurations: [{ CertificateArn: certificateArn, EndpointType: "REGIONAL" }] })}
  a gradual deployment takes half an hour, and is rolled back when an alarm rings | all options | AWS::CodeDeploy::DeploymentGroup | ${Properties({ DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent30Minutes", AutoRollbackConfiguration: { Enabled: true, Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"] } })}
  the bus accepts events of the declared sources from this account | events | AWS::Events::EventBusPolicy | ${Properties({ Statement: exactly({ Sid: "cdk-DeclaredSources", ...sourcesStatement }) })}
  a rule sends each event of the sources to the receiver, or to a queue | events | AWS::Events::Rule | ${Properties({ EventBusName: "community-automation", EventPattern: exactly({ source: eventSources }), Targets: [sendsTo("events-receiver", "undelivered", retries(24, 21_600))] })}
  the scheduler runs every minute                 | events      | AWS::Scheduler::Schedule scheduler$ | ${Properties(minuteSchedule)}
  a declared event is sent at its time in its zone | events     | AWS::Scheduler::Schedule stand-up   | ${Properties(standUpSchedule)}
  a schedule may only invoke the receiver and the scheduler, and fill queues | events | AWS::IAM::Policy ^Schedules | ${statements(...scheduleStatements)}
  a pull invokes the workflow of lists by its alias | pull      | AWS::Scheduler::Schedule ^hr$    | ${Properties({ Target: { Arn: matching(/listsworkflow.*Aliaslive/), Input: matching(/"pull":"hibob"/) } })}
  a pull may invoke the workflow of lists         | pull        | AWS::IAM::Policy ^Schedules      | ${Properties({ PolicyDocument: { Statement: oneOf({ Resource: expect.arrayContaining([matching(/listsworkflow.*Aliaslive/)]) as unknown }) } })}
  a schedule without a pull may not invoke lists  | lists       | AWS::IAM::Policy ^Schedules      | ${Properties({ PolicyDocument: { Statement: expect.toSatisfy((all) => !JSON.stringify(all).includes("lists")) as unknown } })}
  only a named route or rule may invoke a function, and none a workflow | events | AWS::Lambda::Permission | ${Properties({ Principal: matching(/^(apigateway|events)\.amazonaws\.com$/), SourceArn: matching(/./), FunctionName: matching(/^(?!.*workflow)/) })}
  variables carry the settings of the deployment  | cdk.json    | AWS::Lambda::Function employment-workflow$ | ${Properties({ Environment: { Variables: { BASE_URL: readContext().baseUrl, GRACE_DAYS: "7", MIN_GRACE_DAYS: "1", DELETION_LIMIT_PERCENT: "5", SETTINGS_FILE: "settings.json" } } })}
  without data, the alarm scheduler-stopped rings | lists  | AWS::CloudWatch::Alarm ^scheduler-stopped$ | ${Properties({ TreatMissingData: "breaching" })}
  without data, no other alarm rings              | lists       | AWS::CloudWatch::Alarm ^(?!scheduler-stopped$) | ${Properties({ TreatMissingData: matching(/^(?!breaching)/) })}
  the alarm of failures counts what arrives in its queue | cdk.json | AWS::CloudWatch::Alarm ^failures$ | ${watches("AWS/SQS NumberOfMessagesSent", { QueueName: "community-automation-failures" })}
  the alarm of undelivered counts what arrives in its queue | cdk.json | AWS::CloudWatch::Alarm ^undelivered$ | ${watches("AWS/SQS NumberOfMessagesSent", { QueueName: "community-automation-undelivered" })}
  an alarm counts the errors of the API           | cdk.json    | AWS::CloudWatch::Alarm ^answers-5xx$ | ${watches("AWS/ApiGateway 5xx", { ApiId: matching(/./), Stage: "$default" })}
  an alarm counts throttles                       | cdk.json    | AWS::CloudWatch::Alarm ^throttled$ | ${Properties({ Namespace: "AWS/Lambda", MetricName: "Throttles" })}
  the throttles are those of all functions        | cdk.json    | AWS::CloudWatch::Alarm ^throttled$ | ${{ Properties: without("Dimensions") }}
  an alarm counts the runs of the scheduler       | cdk.json    | AWS::CloudWatch::Alarm ^scheduler-stopped$ | ${watches("AWS/Lambda Invocations", { FunctionName: "community-automation-scheduler-handler" })}
  an alarm of a queue rings for one minute of the last twenty | cdk.json | AWS::CloudWatch::Alarm ^(failures|undelivered)$ | ${Properties({ Period: 60, EvaluationPeriods: 20, DatapointsToAlarm: 1 })}
  the workflow of lists may start itself          | lists       | AWS::Lambda::Function lists-workflow$ | ${Properties({ RecursiveLoop: "Allow" })}
  no other function may start itself              | lists       | AWS::Lambda::Function ^(?!.*lists-workflow$) | ${{ Properties: without("RecursiveLoop") }}
  a workflow is durable, and has a dead-letter queue | cdk.json    | AWS::Lambda::Function workflow$  | ${Properties({ DurableConfig: exactly(durableConfig), DeadLetterConfig: { TargetArn: queueArn("repeated") } })}
  no other function is durable                    | cdk.json    | AWS::Lambda::Function ^(?!.*workflow) | ${{ Properties: without("DurableConfig") }}
  a workflow has the alias live                   | cdk.json    | AWS::Lambda::Alias               | ${Properties({ Name: "live" })}
  an event that failed goes to failures           | cdk.json    | AWS::Lambda::EventInvokeConfig events-receiver$ | ${failsTo("failures")}
  a run of the scheduler that failed goes to repeated | cdk.json | AWS::Lambda::EventInvokeConfig scheduler-handler$ | ${failsTo("repeated")}
  only Lambda can assume the role of a function   | cdk.json    | AWS::IAM::Role ^Functions        | ${Properties({ AssumeRolePolicyDocument: { Statement: exactly(lambdaTrust) } })}
  a role of a function has no managed policies    | cdk.json    | AWS::IAM::Role ^Functions        | ${{ Properties: without("ManagedPolicyArns") }}
  the topic takes messages over TLS, from alarms of this account | cdk.json | AWS::SNS::TopicPolicy | ${Properties({ PolicyDocument: { Statement: topicStatements } })}
  httpMemoryMb is the memory behind the HTTP API  | all options | AWS::Lambda::Function -(receiver|api|preview)$ | ${Properties({ MemorySize: 301 })}
  workflowMemoryMb is that of workflows and the doctor | all options | AWS::Lambda::Function (-workflow|doctor-handler)$ | ${Properties({ MemorySize: 302 })}
  schedulerMemoryMb is that of the scheduler      | all options | AWS::Lambda::Function scheduler-handler$ | ${Properties({ MemorySize: 303 })}
  reservedConcurrency is that of a receiver       | all options | AWS::Lambda::Function onboarding-receiver$ | ${Properties({ ReservedConcurrentExecutions: 20 })}
  reservedConcurrency is that of an API           | all options | AWS::Lambda::Function operations-api$ | ${Properties({ ReservedConcurrentExecutions: 2 })}
  no other function has reserved concurrency      | all options | AWS::Lambda::Function ^(?!.*(onboarding-receiver|operations-api)$) | ${{ Properties: without("ReservedConcurrentExecutions") }}
  a role may use the key through the services that keep data | all options | AWS::IAM::Policy | ${Properties({ PolicyDocument: { Statement: oneOf(keyStatement) } })}
  the operators' API has a throttle of its own    | all options | AWS::ApiGatewayV2::Stage         | ${Properties({ RouteSettings: exactly(Object.fromEntries(operatorRoutes.map((route) => [route, operatorLimit]))) })}
  a gradual deployment invokes only an alias      | all options | AWS::ApiGatewayV2::Integration   | ${Properties({ IntegrationUri: matching(/^(?!arn:)/) })}
  a gradual deployment retries the events of the alias | all options | AWS::Lambda::EventInvokeConfig events-receiver$ | ${Properties({ Qualifier: { "Fn::Select": [7, { "Fn::Split": [":", matching(/Aliaslive/)] }] } })}
  a gradual deployment gives the scheduler no alias | all options | AWS::Lambda::EventInvokeConfig scheduler-handler$ | ${Properties({ Qualifier: "$LATEST" })}
`;

const nameFields =
  "DeploymentGroupName FunctionName RouteKey Name AlarmName".split(" ");

/** The name of a resource without the prefix of the deployment, or its id. */
function nameOf({ id, Properties: fields }: Resource): string {
  const given = nameFields
    .map((name) => fields[name])
    .find((value) => typeof value === "string");
  return (given ?? id).replace(/^(community-automation|hr-staging)[-/]/, "");
}

const resourcesOf = (settings: keyof typeof templates, type: string) =>
  templates[settings].all<Record<string, unknown>>(type);

test.each(resources)("%s (%s, %s)", (_, settings, named, expected) => {
  const [type = "", name = ""] = named.split(" ");
  const found = resourcesOf(settings, type).filter((one) =>
    RegExp(name).test(nameOf(one)),
  );
  expect(found).not.toEqual([]);
  for (const one of found) expect(one).toMatchObject(expected);
});

const optional = ["lists-api", "scim-receiver"];
const shippedRoutes = routes
  .filter((route) => !optional.includes(route.function))
  .map(({ path }) => `ANY ${path}`);

test.each(rows<[keyof typeof templates, string, readonly string[]]>`
  cdk.json    | AWS::Lambda::Function            | ${functionNames}
  cdk.json    | AWS::Lambda::Alias               | ${durableNames}
  cdk.json    | AWS::Lambda::EventInvokeConfig   | ${["events-receiver", "scheduler-handler"]}
  cdk.json    | AWS::SecretsManager::Secret      | ${["callers", "community", "sources", "subscribers"]}
  cdk.json    | AWS::ApiGatewayV2::Route         | ${shippedRoutes}
  cdk.json    | AWS::SNS::Subscription           | ${[]}
  cdk.json    | AWS::CodeDeploy::Application     | ${[]}
  no sources  | AWS::Events::EventBus            | ${["community-automation"]}
  no sources  | AWS::Events::EventBusPolicy      | ${[]}
  no sources  | AWS::Events::Rule                | ${[]}
  all options | AWS::Events::EventBus            | ${["hr-staging"]}
  all options | AWS::Scheduler::ScheduleGroup    | ${["hr-staging"]}
  all options | AWS::CodeDeploy::DeploymentGroup | ${httpFunctionNames}
`)("with the settings %s, the names of %s are %j", (settings, type, names) => {
  const found = resourcesOf(settings, type).map(nameOf);
  expect(found.toSorted()).toEqual([...names].toSorted());
});

test("the shipped settings create no key", () => {
  expect(JSON.stringify(templates["cdk.json"].json)).not.toMatch(/kms/i);
});

test("the stage is created after the routes that it throttles", () => {
  const [stage] = resourcesOf("all options", "AWS::ApiGatewayV2::Stage");
  const routed = resourcesOf("all options", "AWS::ApiGatewayV2::Route");
  const created = routed.filter(({ id }) => stage?.DependsOn?.includes(id));
  expect(created.map(nameOf).toSorted()).toEqual(operatorRoutes.toSorted());
});

test("the access log is JSON and contains no path, query, header or body", () => {
  const [stage] = templates["cdk.json"].propertiesOf<{
    AccessLogSettings: { Format: string };
  }>("AWS::ApiGatewayV2::Stage");
  const format = JSON.parse(stage!.AccessLogSettings.Format) as object;
  for (const value of Object.values(format))
    expect(value).toMatch(
      /^\$context\.(?:error\.responseType|httpMethod|identity\.sourceIp|(?:integration|request|response|route|status)\w*)$/,
    );
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
