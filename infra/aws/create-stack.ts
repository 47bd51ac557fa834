import {
  App,
  CfnOutput,
  Stack,
  Tags,
  Annotations,
  Validations,
  Aws,
} from "aws-cdk-lib";
import type { Context } from "./deployment/context.ts";
import { createMonitoring, defineAlarms } from "./alarms.ts";
import { createDashboard } from "./dashboard.ts";
import { createEventBus, createSchedules } from "./events.ts";
import { createFunctions } from "./functions.ts";
import { createGradualDeployment } from "./gradual-deployment.ts";
import { createHttpApi } from "./http-api.ts";
import { createMetrics } from "./metrics.ts";
import { product } from "./deployment/product.ts";
import { createQueues } from "./queues.ts";
import { createSecrets } from "./secrets.ts";
import { createTables } from "./tables.ts";
import { CURRENTLY_RECOMMENDED_FLAGS } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { resourceNameOf } from "./resource-names.ts";
import { CfnGlobalTable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { CfnTopic } from "aws-cdk-lib/aws-sns";
import { CfnQueue } from "aws-cdk-lib/aws-sqs";

/** Creates the only stack of a deployment, in the account and region that the CDK command line is signed in to. */
export function createStack(app: App, context: Context): Stack {
  // The id is what the CDK asks about before it deletes the stack.
  const stack = new Stack(app, context.prefix, {
    terminationProtection: context.terminationProtection,
    description:
      "Onboarding, offboarding and status relay for the community platform",
  });
  Tags.of(stack).add("project", product);

  const tables = createTables(stack, context.keepData);
  const secrets = createSecrets(stack, context.keepData);
  const queues = createQueues(stack);
  const functions = createFunctions(stack, context, tables, secrets, queues);
  const { api, stage, accessLog, domain } = createHttpApi(
    stack,
    functions,
    context,
  );
  const bus = createEventBus(stack, functions, queues, context.eventSources);
  createSchedules(stack, functions, queues, context.schedules);
  createMetrics(stack, functions, accessLog);
  const { topic, alarms } = createMonitoring(
    stack,
    defineAlarms(functions, queues, stage),
    context.alarmEmail,
  );
  createDashboard(stack, functions, queues, stage, alarms);

  if (context.kmsKeyArn !== "") encryptWithKey(stack, context.kmsKeyArn);

  if (context.gradualDeployment !== "none")
    createGradualDeployment(stack, functions, context.gradualDeployment);

  const outputs = {
    /** The base URL of all webhooks. */
    Webhooks: domain ? `https://${domain.name}` : api.apiEndpoint,
    ...(domain && { DomainTarget: domain.regionalDomainName }),
    EventBus: bus.eventBusArn,
    CallersSecret: secrets.callers.name,
    CommunitySecret: secrets.community.name,
    SourcesSecret: secrets.sources.name,
    SubscribersSecret: secrets.subscribers.name,
    AlarmTopic: topic.topicArn,
    /** What `doctor` of the command line invokes. */
    Doctor: functions["doctor-handler"].fn.functionName,
  };
  for (const [name, value] of Object.entries(outputs))
    new CfnOutput(stack, name, { value });
  return stack;
}

/**
 * Creates the CDK app of a deployment. The bundles must be in `dist/`. Three rule sets check the template: the CDK's
 * rules for CloudFormation, and two packs of good practice (cdk-nag). A violation of any rule fails the synthesis.
 *
 * @param outdir - folder for the template. @default the folder that the CDK command line passes
 */
export function createApp(context: Context, outdir?: string): App {
  const app = new App({
    // The flags of a new CDK project are set in code, so a test without the CDK command line gets the same template.
    context: CURRENTLY_RECOMMENDED_FLAGS,
    analyticsReporting: false,
    ...(outdir !== undefined && { outdir }),
  });
  const stack = createStack(app, context);
  if (new URL(context.baseUrl).hostname.endsWith("example.com"))
    Annotations.of(stack).addWarningV2(
      "example-platform",
      "The settings still name the example platform: change baseUrl and authUrl in cdk.json before you deploy.",
    );
  if (context.alarmEmail === "")
    Annotations.of(stack).addWarningV2(
      "no-alarm-email",
      `No address gets a message when an alarm starts: set alarmEmail in cdk.json, or subscribe to the topic ${resourceNameOf("alarms", stack)} after the deployment.`,
    );
  Validations.of(app).addPlugins(
    new AwsSolutionsChecks(app, { verbose: true }),
    new ServerlessChecks(app, { verbose: true }),
  );
  return app;
}

/**
 * Encrypts all resources of the stack that keep data with a key of the customer, and lets the roles of the stack use the
 * key through these services. The stack cannot change the policy of the key (docs/operating.md).
 */
function encryptWithKey(stack: Stack, keyArn: string): void {
  for (const resource of stack.node.findAll()) {
    if (resource instanceof CfnGlobalTable) {
      resource.sseSpecification = { sseEnabled: true, sseType: "KMS" };
      // A key belongs to one region, so the only replica names it.
      resource.addPropertyOverride(
        "Replicas.0.SSESpecification.KMSMasterKeyId",
        keyArn,
      );
    }
    if (resource instanceof CfnSecret) resource.kmsKeyId = keyArn;
    if (resource instanceof CfnLogGroup) resource.kmsKeyId = keyArn;
    if (resource instanceof CfnTopic) resource.kmsMasterKeyId = keyArn;
    if (resource instanceof CfnQueue) {
      resource.kmsMasterKeyId = keyArn;
      resource.sqsManagedSseEnabled = false;
    }
    if (resource instanceof Role) resource.addToPolicy(permissionToUse(keyArn));
  }
}

function permissionToUse(keyArn: string): PolicyStatement {
  const services = ["dynamodb", "secretsmanager", "sqs"];
  return new PolicyStatement({
    actions: ["kms:Decrypt", "kms:GenerateDataKey"],
    resources: [keyArn],
    conditions: {
      StringEquals: {
        "kms:ViaService": services.map(
          (service) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`,
        ),
      },
    },
  });
}
