import { Duration, Aws, Stack } from "aws-cdk-lib";
import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import {
  type IMetric,
  Metric,
  Stats,
  Alarm,
  ComparisonOperator,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Functions } from "./functions.ts";
import type { Queues } from "./queues.ts";
import {
  FilterPattern,
  type LogGroup,
  MetricFilter,
} from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import {
  httpFunctionNames,
  receiverNames,
  allDurableNames,
  type AnyFunctionName,
  platformWorkflowNames,
  workflowNames,
} from "./deployment/functions.ts";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { suppressRules } from "./suppress-rules.ts";
import { resourceNameOf } from "./resource-names.ts";

/** An alarm, as CloudWatch notifies the operators of it. */
type AlarmDefinition = {
  name: string;
  metric: IMetric;
  /** The alarm goes off at or above this value; if `isLow` is set, below it. @default 1 */
  threshold?: number;
  isLow?: boolean;
  /**
   * Consecutive periods of the metric in which the value must be reached. A period has five minutes unless the metric
   * has another one. @default 1
   */
  periods?: number;
  /** The periods need not be consecutive: it is enough that so many lie within this number of periods. */
  outOf?: number;
  /** The operators are also told when the alarm ends. @default false */
  tellsEnd?: boolean;
  /** What the failure means to people, and what the operator does first. At most 900 characters. */
  text: string;
};

/** A scheduler that keeps up starts an operation within a minute or two. */
const overdueSeconds = 15 * 60;
/** Within twenty minutes the scheduler starts an operation again that does not run. The alarm lasts until then. */
const overduePeriods = 6;
/** The scheduler says each minute that an outage lasts. After so many minutes without a line, its alarm ends. */
const minutesOfSilence = 3;
/** The strictest senders close the connection after 3 s. */
const receiverLimitMs = 2_500;
/**
 * The status receiver intentionally waits for a result until 4.4 s after the message. The most patient chat tools wait
 * for 5 s.
 */
const chatLimitMs = 4_500;

/** All alarms of the deployment. docs/operating.md has a row for each. */
export function defineAlarms(
  functions: Functions,
  { failures, undelivered }: Queues,
  stage: HttpStage,
): AlarmDefinition[] {
  /** The messages that arrive in a queue: a message that stays for days must not hide the next one. */
  const arrivals = (queue: Queue) =>
    queue.metricNumberOfMessagesSent({
      statistic: Stats.SUM,
      period: Duration.minutes(1),
    });

  return [
    {
      name: "needs-attention",
      metric: metricOf("NeedsAttention"),
      text: "The onboarding, offboarding or status change of a person has stopped and needs a decision. The platform may contain a change that our records do not show, or an account may belong to another person. With person-has-contents, a deletion waits for a release, because it would take away much that the person published. The logs of the workflows and of the scheduler name the operation and its reason code. Correct the cause and retry the operation.",
    },
    {
      name: "limit-reached",
      metric: metricOf("Held"),
      text: "More people were to be disabled, deleted or renamed within 24 hours than a limit of cdk.json allows, so the operations above the limit are held and do nothing. The log of the workflow names each operation, and its reason names the limit: disable-limit, deletion-limit or rename-limit. Held leavers keep their access with disable-limit; with deletion-limit they are disabled. Ask HR whether the events are right. If they are, release the operations. If they are not, stop the sender, reject the operations, and cancel the terminations that are in their grace period.",
    },
    {
      name: "operation-failed",
      metric: metricOf("Failed"),
      text: "The onboarding, offboarding, change or status of a person ended as failed, most often because the platform refused a request for a reason that waiting does not change, such as a missing right or an invalid value. An outage of the platform does not ring this alarm. With the status 'unrecorded', DynamoDB could not be written for a day. The log of the workflow names the operation and its reason code, and the operation records each step that was done. A chat user was told of a failed status. Correct the cause, then retry the operation.",
    },
    {
      name: "outage",
      metric: metricOf("Outage").with({ period: Duration.minutes(1) }),
      outOf: minutesOfSilence,
      tellsEnd: true,
      text: "The platform does not answer as it should: an operation failed, and so did a read of our own. Hires, leavers and statuses wait and are not lost, but leavers keep their access. The log line 'outage began' of a workflow, or 'outage changed' of the scheduler, has the reason: login-refused and platform-refused-401 mean that the credentials in the community secret are wrong. When the platform answers, this alarm ends and all operations go on by themselves: terminations first, then the others, 300 in each minute. Hires wait for seven days, and a status for an hour.",
    },
    {
      name: "configuration-wrong",
      metric: metricOf("ConfigurationWrong").with({
        period: Duration.minutes(1),
      }),
      outOf: minutesOfSilence,
      tellsEnd: true,
      text: "Workflows cannot work, because a secret is missing, malformed or refused, or because a function lacks a permission. Hires, leavers and statuses wait, and no person is changed. In the logs of the workflows, the line 'configuration wrong' names what to correct: the secret and its wrong fields, or the refused service. If the cause changes while they wait, the line 'outage changed' of the scheduler has the reason. The operations go on by themselves within minutes of the repair, and this alarm ends.",
    },
    {
      name: "records-unread",
      metric: metricOf("RecordNotRead"),
      periods: 2,
      outOf: 3,
      text: "A source of records does not answer, refuses our credentials, or was not asked because its configuration is wrong. Thin events of this HR system wait, so its hires, changes and leavers are late; no person is changed by mistake. The log line 'record not read' of events-workflow names the source and the reason. Each read is tried for a day and goes on by itself after the repair; then its operation needs attention.",
    },
    ...(functions["lists-workflow"]
      ? [
          {
            name: "plan-interrupted",
            metric: metricOf("PlanInterrupted"),
            text: "A list of people could not be planned, or its apply ended early. Nobody was changed by mistake, and what was accepted goes on. The line 'plan ended' in the logs of lists-workflow and of the scheduler names the plan and its reason. A plan that failed or stopped is over: correct the cause and upload the list again. An apply that is interrupted goes on by itself within ten minutes, until its approval ends.",
          },
        ]
      : []),
    {
      name: "operation-paused",
      metric: metricOf("PausedAlone"),
      text: "One operation cannot go on although the platform answers a read of our own. It tries again by itself, in pauses that grow from a minute to six hours: a hire for seven days, a termination without end, so the leaver may keep access. The log line 'paused alone' names the operation and its reason. Find out why the platform refuses or fails this one call; after the repair, POST /operations/<id>/retry continues at once.",
    },
    {
      name: "failures",
      metric: arrivals(failures),
      text: "A function refused an event from the event bus or from a schedule, or failed three times to process it, so the requested change did not happen. The message in the queue failures contains the event and the reason. Correct the cause, then have the event sent again.",
    },
    {
      name: "undelivered",
      metric: arrivals(undelivered),
      text: "EventBridge or EventBridge Scheduler could not deliver an event to its function, so the requested change did not happen. The message in the queue undelivered contains the event, and its attributes contain the reason, most often a missing permission or throttling. Correct the cause, then send the event again.",
    },
    {
      name: "answers-5xx",
      metric: stage.metricServerError({ statistic: Stats.SUM }),
      text: "Webhook requests, or requests to the operators' API, get 5xx responses. With 503, a secret is missing or an entry of the callers secret is invalid: the receiver's log has the message 'unavailable' with the reason. With 500, the function crashed or timed out: look in its log for the first error after the last deployment, and roll that deployment back. Most senders repeat the event for hours, but until the cause is corrected, hires, leavers and statuses of these senders are not processed.",
    },
    {
      name: "secrets-unreachable",
      metric: metricOf("SecretKept"),
      text: "Secrets Manager does not answer, so the functions use the copies of the secrets that they read before, for at most a day. A sandbox that starts now has no copy: its requests are answered 503, and its workflows wait. A change of a secret has no effect until the outage is over. Look at the health of Secrets Manager. To stop all callers during the outage, disable the endpoint of the API. The log lines 'secret kept' of the functions have the error.",
    },
    {
      name: "too-many-requests",
      metric: metricOf("TooManyRequests"),
      text: "The API refused requests to the receivers of events with 429, because they were more than requestsPerSecond and requestBurst of cdk.json allow. Some senders drop an event for good after a 429, so hires and leavers may be lost. The access log has the source address, the route and the time of refused requests. If they came from a sender, raise both settings and have the events of this time sent again. If they came from a stranger, ask your senders which of their events were refused.",
    },
    {
      name: "functions-failing",
      metric: metricOf("Crashed"),
      threshold: 3,
      text: "Workflows or the scheduler crash or time out, so hires, leavers, statuses and notices are late. A workflow continues from its last checkpoint and reads the state of the platform before it repeats a write, so no person is created twice. The scheduler replaces an execution that ended without an outcome, handles all other operations as usual, and names what it cannot handle ('not dispatched'). Look in the logs of the workflows and of the scheduler for the error; most often Lambda throttles, or a deployment is wrong: roll it back.",
    },
    {
      name: "throttled",
      // Lambda counts it for each function, and without a dimension for all functions of the account, as the quota does.
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: Stats.SUM,
      }),
      text: "Lambda refused to run functions of this AWS account and region: the account has reached its limit of concurrent executions, or a function what is reserved for it. Webhook requests get 5xx or 429 responses, and some senders drop such events for good, so hires and leavers may be lost. The metric Throttles of each function shows which ones were refused; they may belong to another product. Request a higher concurrency quota from AWS, and find out which functions use the quota.",
    },
    {
      name: "scheduler-stopped",
      metric: functions["scheduler-handler"].fn.metricInvocations({
        statistic: Stats.SUM,
      }),
      isLow: true,
      text: "The scheduler is not invoked: start dates, last days, grace periods and expiries of statuses pass, and the operations that wait for them are not started. The scheduler starts all of them as soon as it runs again. Check the schedule, its role and the queue repeated.",
    },
    {
      name: "operations-overdue",
      metric: maximumOf("OverdueSeconds"),
      threshold: overdueSeconds,
      outOf: overduePeriods,
      text: "Hires, leavers or statuses are more than a quarter of an hour late: either the scheduler starts fewer operations than become due, or operations that it started do not run, because Lambda has no free concurrency or a workflow does not start. Look in the log of the scheduler for the messages 'dispatched', 'not dispatched' and 'starts stopped', and at the throttles of the workflows.",
    },
    {
      name: "payload-kept",
      metric: metricOf("PayloadKept"),
      text: "The scheduler could not erase the personal data of an event whose time is over. It tries again every ten minutes, so the data is kept longer than the documents promise. Look in the log of the scheduler for the message 'not dispatched' with the pass 'payload': it names the operation and the error, most often a missing permission or a problem of DynamoDB.",
    },
    {
      name: "notices-lost",
      metric: metricOf("NoticesLost"),
      text: "A subscriber of notices answered 410 and is disabled, or did not take notices for three days. The log of notifications-workflow names it ('subscriber disabled', 'delivery given up'). Nothing else is affected: the event bus got every notice. Correct its URL in the secret subscribers, or remove it, and read the operations with GET /operations.",
    },
    {
      name: "notices-late",
      metric: metricOf("NoticesLate"),
      threshold: 2,
      text: "Notices do not leave the system: the event bus refuses them, the secret subscribers or one of its entries is wrong, or an item of the store cannot be read. The log of notifications-workflow says which ('bus refused', 'subscribers unreadable', 'configuration wrong', 'notice unreadable'). Nothing is lost: they are sent when the cause is gone, to a subscriber within three days.",
    },
    {
      name: "rejected",
      metric: metricOf("Rejected"),
      threshold: 20,
      text: "Many requests failed authentication. Either a sender signs with a key that is not in the callers secret, and its events are lost: read the reason in the log and compare the keys. Or an attacker is trying to send events: the rejected requests changed nothing, and the access log has the source addresses.",
    },
    {
      name: "receivers-slow",
      metric: p99Of("ReceiverMs"),
      threshold: receiverLimitMs,
      periods: 3,
      text: `One response in a hundred of the receivers takes longer than ${receiverLimitMs} ms. HR systems time out soon after that and send the event again. Look at the traces for slow calls to DynamoDB or Secrets Manager and for cold starts. Requests that ask to wait for the result (Prefer: wait) count too.`,
    },
    {
      name: "chat-slow",
      metric: p99Of("ChatReceiverMs"),
      threshold: chatLimitMs,
      periods: 3,
      text: `One response in a hundred of status-relay-receiver takes longer than ${chatLimitMs} ms. Chat tools time out soon after that and show an error. Look at the traces for slow calls to DynamoDB or Secrets Manager and for cold starts. Requests that ask to wait for the result (Prefer: wait) count too.`,
    },
  ];
}

/** The name of the stack, because the counts of two deployments in one account must not be added up. */
const namespace = Aws.STACK_NAME;

const ofLists = ["lists-api", "lists-workflow"] as const;
const chatReceiver = "status-relay-receiver";

/** The log of a function, or the access log of the API. */
type LogName = AnyFunctionName | "access-log";
type MetricDefinition = {
  pattern: string;
  of: readonly LogName[];
  /** The field of a line that has its value. @default each line counts 1 */
  value?: string;
  /** Only a deployment with this function has the metric. @default every deployment */
  with?: AnyFunctionName;
};

/**
 * The metric filters. In the logs of the functions they match log messages and the fields of shared/log.ts, and
 * the reports that Lambda itself writes, in the access log those of infra/aws/http-api.ts. A metric costs only for the
 * hours in which it has a value. test/infra/aws/stack/situations.ts has a situation for each.
 */
export const metricDefinitions = {
  /** Accepted events. */
  Accepted: {
    pattern: '{ $.message = "accepted" }',
    of: [...receiverNames, "scim-receiver"],
  },
  /** Requests that failed authentication and got a 401 response. */
  Rejected: {
    pattern: '{ $.message = "rejected" }',
    of: [...httpFunctionNames, "scim-receiver", "lists-api"],
  },
  /** Reads of a secret that failed, after which the last good copy was used. */
  SecretKept: {
    pattern: '{ $.message = "secret kept" }',
    of: [...httpFunctionNames, ...workflowNames, ...ofLists],
  },
  /** Operations that succeeded. */
  Succeeded: { pattern: '{ $.status = "succeeded" }', of: workflowNames },
  /** Operations that failed, and operations whose outcome could not be recorded. */
  Failed: {
    pattern: '{ $.status = "failed" || $.status = "unrecorded" }',
    of: platformWorkflowNames,
  },
  /**
   * Operations that need an operator's decision, except when a limit of people holds them.
   */
  NeedsAttention: {
    pattern: '{ $.status = "needs_attention" && $.reason != "*-limit" }',
    of: [...workflowNames, "scheduler-handler"],
  },
  /** Starts of accepted operations that did not run after an earlier start. */
  Restarted: {
    pattern: '{ $.message = "dispatched" && $.pass = "accepted" }',
    of: ["scheduler-handler"],
    value: "$.count",
  },
  /**
   * The delay of the most overdue operation that a run of the scheduler found, in seconds. Operations that wait for an
   * outage are left out.
   */
  OverdueSeconds: {
    pattern:
      '{ $.message = "dispatched" && $.pass != "payload" && $.pass != "blocked" }',
    of: ["scheduler-handler"],
    value: "$.overdueSeconds",
  },
  /** Payloads that the scheduler could not erase in time. */
  PayloadKept: {
    pattern: '{ $.message = "not dispatched" && $.pass = "payload" }',
    of: ["scheduler-handler"],
  },
  /** Operations that a limit of people holds. */
  Held: {
    pattern: '{ $.status = "needs_attention" && $.reason = "*-limit" }',
    of: ["employment-workflow"],
  },
  /** An outage of the platform: a workflow found it, its cause has changed, or the scheduler says each minute that it lasts. */
  Outage: {
    pattern:
      '{ ($.message = "outage began" || $.message = "outage changed" || $.message = "outage lasts") && $.blockedBy = "platform" }',
    of: [...platformWorkflowNames, "scheduler-handler"],
  },
  /** The same, if the cause is a secret or our store that is not as it must be. */
  ConfigurationWrong: {
    pattern:
      '{ $.message = "configuration wrong" || (($.message = "outage changed" || $.message = "outage lasts") && $.blockedBy = "configuration") }',
    of: [...workflowNames, "scheduler-handler", "lists-workflow"],
  },
  /** Plans of lists that ended for a reason, and applies that did so and go on later. */
  PlanInterrupted: {
    pattern: '{ $.message = "plan ended" && $.reason = "*" }',
    of: ["lists-workflow", "scheduler-handler"],
    with: "lists-workflow",
  },
  /** Reads of a record that failed. They are repeated for a day. */
  RecordNotRead: {
    pattern: '{ $.message = "record not read" }',
    of: ["events-workflow"],
  },
  /** Notices that a subscriber will never get: it did not take them in time, or it answered 410. */
  NoticesLost: {
    pattern:
      '{ $.message = "delivery given up" || $.message = "subscriber disabled" }',
    of: ["notifications-workflow"],
  },
  /** Failed attempts to publish or deliver notices, if the cause is on our side, and notices that no round takes. */
  NoticesLate: {
    pattern:
      '{ $.message = "bus refused" || $.message = "subscribers unreadable" || $.message = "notice unreadable" || $.message = "configuration wrong" || $.message = "notices overdue" }',
    of: ["notifications-workflow", "scheduler-handler"],
  },
  /** Invocations of workflows and of the scheduler that crashed, ran out of time or threw, as Lambda reports them. */
  Crashed: {
    pattern: '{ $.type = "platform.report" && $.record.status != "success" }',
    of: [...allDurableNames, "scheduler-handler"],
  },
  /** How long each request took in a receiver, in milliseconds, as Lambda reports it. */
  ReceiverMs: {
    pattern: '{ $.type = "platform.report" }',
    of: receiverNames.filter((name) => name !== chatReceiver),
    value: "$.record.metrics.durationMs",
  },
  /** The same of the receiver of statuses, which waits for the result by design. */
  ChatReceiverMs: {
    pattern: '{ $.type = "platform.report" }',
    of: [chatReceiver],
    value: "$.record.metrics.durationMs",
  },
  /** Operations that wait although there is no outage. */
  PausedAlone: {
    pattern: '{ $.message = "paused alone" }',
    of: platformWorkflowNames,
  },
  /**
   * Requests to the receivers of events that the throttle of the API refused. The integration status of a request that
   * got through is 200. The sender of a preview, and an operator, see their 429, and lose no event.
   */
  TooManyRequests: {
    pattern:
      '{ $.status = "429" && $.functionStatus != "200" && $.route != "*/preview" && $.route != "ANY /operations*" && $.route != "ANY /overview" && $.route != "ANY /problems" && $.route != "ANY /employees*" && $.route != "ANY /plans*" }',
    of: ["access-log"],
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof metricDefinitions;

/** Creates a metric filter for each metric and each log that has its lines. */
export function createMetrics(
  scope: Construct,
  functions: Functions,
  accessLog: LogGroup,
): void {
  const parent = new Construct(scope, "Metrics");
  for (const [
    metricName,
    { pattern, of, value = "1", with: needed },
  ] of Object.entries<MetricDefinition>(metricDefinitions))
    for (const name of needed && !functions[needed] ? [] : of) {
      const logGroup =
        name === "access-log" ? accessLog : functions[name]?.logGroup;
      if (!logGroup) continue;
      new MetricFilter(parent, `${metricName}-${name}`, {
        logGroup,
        filterPattern: FilterPattern.literal(pattern),
        metricNamespace: namespace,
        metricName,
        metricValue: value,
      });
    }
}

/** The sum of a metric over all logs, for each period of five minutes. */
export function metricOf(metricName: MetricName): Metric {
  return new Metric({
    namespace,
    metricName,
    statistic: Stats.SUM,
  });
}

/** The highest value of a metric, for each period of five minutes. */
const maximumOf = (metricName: MetricName): Metric =>
  metricOf(metricName).with({ statistic: Stats.MAXIMUM });

/** What one value of a hundred exceeds, for each period of five minutes. */
const p99Of = (metricName: MetricName): Metric =>
  metricOf(metricName).with({ statistic: Stats.p(99) });

/**
 * Creates the alarms and the topic that they notify.
 *
 * @param email - address that is subscribed to the topic; empty for none. Other tools may subscribe too.
 */
export function createMonitoring(
  scope: Construct,
  definitions: readonly AlarmDefinition[],
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
