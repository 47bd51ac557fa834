import { type App, CfnOutput, Stack, Tags } from "aws-cdk-lib";
import type { Context } from "./deployment/context.ts";
import { defineAlarms } from "./alarms.ts";
import { createDashboard } from "./dashboard.ts";
import { encryptWithKey } from "./encrypt-with-key.ts";
import { createEventBus } from "./event-bus.ts";
import { createFunctions } from "./functions.ts";
import { createGradualDeployment } from "./gradual-deployment.ts";
import { createHttpApi } from "./http-api.ts";
import { createMetrics } from "./metrics.ts";
import { createMonitoring } from "./monitoring.ts";
import { product } from "./deployment/product.ts";
import { createQueues } from "./queues.ts";
import { createSchedules } from "./schedules.ts";
import { createSecrets } from "./secrets.ts";
import { createTables } from "./tables.ts";

/** Creates the only stack of a deployment, in the account and region that the CDK command line is signed in to. */
export function createStack(app: App, context: Context): Stack {
  const stack = new Stack(app, product, {
    stackName: context.prefix,
    terminationProtection: context.terminationProtection,
    description:
      "Onboarding, offboarding and status relay for the community platform",
  });
  Tags.of(stack).add("project", product);

  const tables = createTables(stack, context.keepData);
  const secrets = createSecrets(stack, context.keepData);
  const queues = createQueues(stack);
  const functions = createFunctions(stack, {
    context,
    tables,
    secrets,
    queues,
  });
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
    SubscribersSecret: secrets.subscribers.name,
    AlarmTopic: topic.topicArn,
    /** What `doctor` of the command line invokes. */
    Doctor: functions["doctor-handler"].fn.functionName,
  };
  for (const [name, value] of Object.entries(outputs))
    new CfnOutput(stack, name, { value });
  return stack;
}
