import { Duration, Stack } from "aws-cdk-lib";
import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Functions } from "./functions.ts";
import { type AlarmDefinition, metricsOf } from "./metrics.ts";
import type { Queues } from "./queues.ts";
import { resourceNameOf } from "./resource-names.ts";
import { suppressRules } from "./suppress-rules.ts";

type Watched = AlarmDefinition & { metric: IMetric };

/**
 * The minutes that an alarm of a queue looks at. After six hours without messages, SQS may deliver its metrics up to 15
 * minutes late.
 */
const queueMinutes = 20;

/** All alarms of the deployment: those of our own metrics, and of metrics of AWS. */
export function defineAlarms(
  functions: Functions,
  { failures, undelivered }: Queues,
  stage: HttpStage,
): Watched[] {
  /** Counts arrivals, and not what is in the queue, where a message that stays for days would hide the next one. */
  const arrivals = (queue: Queue) =>
    queue.metricNumberOfMessagesSent({
      statistic: Stats.SUM,
      period: Duration.minutes(1),
    });

  return [
    ...metricsOf(functions).flatMap(({ metric, alarm }) =>
      alarm ? [{ ...alarm, metric }] : [],
    ),
    {
      name: "failures",
      metric: arrivals(failures),
      outOf: queueMinutes,
      text: "A function refused an event from the event bus or from a schedule, or failed three times to process it, so the requested change did not happen. The message in the queue failures contains the event and the reason. Correct the cause, then have the event sent again.",
    },
    {
      name: "undelivered",
      metric: arrivals(undelivered),
      outOf: queueMinutes,
      text: "EventBridge or EventBridge Scheduler could not deliver an event to its function, so the requested change did not happen. The message in the queue undelivered contains the event, and its attributes contain the reason, most often a missing permission or throttling. Correct the cause, then send the event again.",
    },
    {
      name: "answers-5xx",
      metric: stage.metricServerError({ statistic: Stats.SUM }),
      text: "Webhook requests, or requests to the operators' API, get 5xx responses. With 503, a function could not do its work: a secret is missing or wrong, or DynamoDB, Secrets Manager or the start of a workflow fails. Its log line 'unavailable' has the error, and for a wrong secret also what to correct. With 500, the function crashed or timed out: look in its log for the first error after the last deployment, and roll that deployment back. Most senders repeat the event for hours, but until the cause is corrected, hires, leavers and statuses of these senders are not processed.",
    },
    {
      name: "throttled",
      // Without a dimension, the metric counts all functions of the account, which share the quota.
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: Stats.SUM,
      }),
      text: "Lambda refused to run functions of this AWS account and region: the account has reached its limit of concurrent executions, or a function has reached its reserved concurrency. Webhook requests get 5xx or 429 responses, and some senders drop such events for good, so hires and leavers may be lost. The metric Throttles of each function shows which ones were refused; they may belong to another product. Request a higher concurrency quota from AWS, and find out which functions use the quota.",
    },
    {
      name: "scheduler-stopped",
      metric: functions["scheduler-handler"].fn.metricInvocations({
        statistic: Stats.SUM,
      }),
      isLow: true,
      text: "The scheduler is not invoked: start dates, last days, grace periods and expiries of statuses pass, and the operations that wait for them are not started. The scheduler starts all of them as soon as it runs again. Check the schedule, its role and the messages in the queue repeated.",
    },
  ];
}

/**
 * Creates the alarms and the topic that they notify.
 *
 * @param email - address that is subscribed to the topic; empty for none. Other tools may subscribe too.
 */
export function createMonitoring(
  scope: Construct,
  definitions: readonly Watched[],
  email: string,
): { topic: Topic; alarms: Alarm[] } {
  const parent = new Construct(scope, "Monitoring");
  const topic = new Topic(parent, "Topic", {
    topicName: resourceNameOf("alarms", scope),
    enforceSSL: true,
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { "aws:SourceAccount": Stack.of(scope).account },
      },
    }),
  );
  if (email !== "") topic.addSubscription(new EmailSubscription(email));
  suppressRules(topic, {
    "Serverless-SNSRedrivePolicy":
      "A bounced e-mail needs no second attempt, because the dashboard shows the alarm as long as it lasts.",
  });

  const action = new SnsAction(topic);
  const alarms = definitions.map(
    ({
      name,
      metric,
      threshold = 1,
      isLow = false,
      periods = 1,
      outOf = periods,
      tellsEnd = false,
      text,
    }) => {
      const alarm = new Alarm(parent, name, {
        alarmName: resourceNameOf(name, scope),
        alarmDescription: `${text} (docs/operating.md, ${name})`,
        metric,
        threshold,
        comparisonOperator: isLow
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: outOf,
        datapointsToAlarm: periods,
        treatMissingData: isLow
          ? TreatMissingData.BREACHING
          : TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      if (tellsEnd) alarm.addOkAction(action);
      return alarm;
    },
  );
  return { topic, alarms };
}
