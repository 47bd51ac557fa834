import { Aws, Duration } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import {
  FilterPattern,
  type LogGroup,
  MetricFilter,
} from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import {
  allDurableNames,
  type AnyFunctionName,
  httpFunctionNames,
  platformWorkflowNames,
  receiverNames,
  workflowNames,
} from "./deployment/functions.ts";
import type { Functions } from "./functions.ts";

/** An alarm, as CloudWatch notifies the operators of it. docs/operating.md has a row for each. */
export type AlarmDefinition = {
  name: string;
  /** The alarm goes off at or above this value, or below it if `isLow` is set. @default 1 */
  threshold?: number;
  isLow?: boolean;
  /**
   * Consecutive periods of the metric in which the value must be reached. A period has five minutes unless the metric
   * has another one. @default 1
   */
  periods?: number;
  /** If it is set, `periods` of the last `outOf` periods are enough, consecutive or not. @default `periods` */
  outOf?: number;
  /** The operators are also told when the alarm ends. @default false */
  tellsEnd?: boolean;
  /** What the failure means to people, and what the operator does first. At most 900 characters. */
  text: string;
};

/** The log of a function, or the access log of the API. */
type LogName = AnyFunctionName | "access-log";
type MetricDefinition = {
  pattern: string;
  /** The logs whose lines the pattern is compared with. */
  logs: readonly LogName[];
  /** The field of a line that has its value. @default each line counts 1 */
  value?: string;
  /** Only a deployment with this function has the metric. @default every deployment */
  onlyWith?: AnyFunctionName;
  /** How CloudWatch makes one value of a period. @default the sum */
  statistic?: string;
  /** How long a period is. @default 5 */
  periodMinutes?: number;
  /** The alarm that watches the metric. @default none, because the metric only counts work */
  alarm?: AlarmDefinition;
};

/** A scheduler that keeps up starts an operation within a minute or two. */
const overdueSeconds = 15 * 60;
/** An operation that does not run is started again within twenty minutes, so the alarm looks back half an hour. */
const overduePeriods = 6;
/** The scheduler says each minute that an outage lasts. After this many minutes without a line, its alarm ends. */
const minutesOfSilence = 3;
/** The strictest senders close the connection after 3 s. */
const receiverLimitMs = 2_500;
/**
 * The status receiver intentionally waits for a result until 4.4 s after the message. The most patient chat tools wait
 * for 5 s.
 */
const chatLimitMs = 4_500;

const listFunctions = ["lists-api", "lists-workflow"] as const;
const chatReceiver = "status-relay-receiver";
const eventReceivers = receiverNames.filter((name) => name !== chatReceiver);
const senderReceivers = [...eventReceivers, "scim-receiver"] as const;

/**
 * The metric filters, each with its alarm. In the logs of the functions, they match our messages (shared/log.ts) and
 * the reports of Lambda; in the access log, the lines of infra/aws/http-api.ts. A metric costs only for the hours in
 * which it has a value. test/infra/aws/stack/situations.ts has a situation for each.
 */
export const metricDefinitions = {
  /** Accepted events. */
  Accepted: {
    pattern: '{ $.message = "accepted" }',
    logs: [...receiverNames, "scim-receiver"],
  },
  /** Operations that succeeded. */
  Succeeded: {
    pattern: '{ $.status = "succeeded" }',
    logs: workflowNames,
  },
  /** Starts of accepted operations that did not run after an earlier start. */
  Restarted: {
    pattern: '{ $.message = "dispatched" && $.pass = "accepted" }',
    logs: ["scheduler-handler"],
    value: "$.count",
  },
  NeedsAttention: {
    pattern: '{ $.status = "needs_attention" && $.reason != "*-limit" }',
    logs: [...workflowNames, "scheduler-handler"],
    alarm: {
      name: "needs-attention",
      text: "The onboarding, offboarding or status change of a person has stopped and needs a decision. The platform may contain a change that our records do not show, or an account may belong to another person. With person-has-contents, a deletion waits for a release, because it would take away much that the person published. The logs of the workflows and of the scheduler name the operation and its reason code. Correct the cause and retry the operation.",
    },
  },
  Held: {
    pattern: '{ $.status = "needs_attention" && $.reason = "*-limit" }',
    logs: ["employment-workflow"],
    alarm: {
      name: "limit-reached",
      text: "More people were to be disabled, deleted or renamed within 24 hours than a limit of cdk.json allows, so the operations above the limit are held and do nothing. The log of the workflow names each operation, and its reason names the limit: disable-limit, deletion-limit or rename-limit. Held leavers keep their access with disable-limit; with deletion-limit they are disabled. Ask HR whether the events are right. If they are, release the operations. If they are not, stop the sender, reject the operations, and cancel the terminations that are in their grace period.",
    },
  },
  Failed: {
    pattern: '{ $.status = "failed" || $.status = "unrecorded" }',
    logs: platformWorkflowNames,
    alarm: {
      name: "operation-failed",
      text: "The onboarding, offboarding, change or status of a person ended as failed, most often because the platform refused a request for a reason that waiting does not change, such as a missing right or an invalid value. An outage of the platform does not ring this alarm. With the status 'unrecorded', DynamoDB could not be written for a day. The log of the workflow names the operation and its reason code, and the operation records each step that was done. A chat user was told of a failed status. Correct the cause, then retry the operation.",
    },
  },
  /** An outage of the platform begins, its cause changes, or the scheduler says each minute that it lasts. */
  Outage: {
    pattern:
      '{ ($.message = "outage began" || $.message = "outage changed" || $.message = "outage lasts") && $.blockedBy = "platform" }',
    logs: [...platformWorkflowNames, "scheduler-handler"],
    periodMinutes: 1,
    alarm: {
      name: "outage",
      outOf: minutesOfSilence,
      tellsEnd: true,
      text: "The platform does not answer as it should: an operation failed, and so did a read of our own. Hires, leavers and statuses wait and are not lost, but leavers keep their access. The log line 'outage began' of a workflow, or 'outage changed' of the scheduler, has the reason: login-refused and platform-refused-401 mean that the credentials in the community secret are wrong. When the platform answers, this alarm ends and all operations go on by themselves: terminations first, then the others, 300 in each minute. Hires wait for seven days, and a status for an hour.",
    },
  },
  ConfigurationWrong: {
    pattern:
      '{ $.message = "configuration wrong" || (($.message = "outage changed" || $.message = "outage lasts") && $.blockedBy = "configuration") }',
    logs: [...workflowNames, "scheduler-handler", "lists-workflow"],
    periodMinutes: 1,
    alarm: {
      name: "configuration-wrong",
      outOf: minutesOfSilence,
      tellsEnd: true,
      text: "Workflows cannot work, because a secret is missing, malformed or refused, or because a function lacks a permission. Hires, leavers and statuses wait, and no person is changed. In the logs of the workflows, the line 'configuration wrong' names what to correct: the secret and its wrong fields, or the refused service. If the cause changes while they wait, the line 'outage changed' of the scheduler has the reason. The operations go on by themselves within minutes of the repair, and this alarm ends.",
    },
  },
  RecordNotRead: {
    pattern: '{ $.message = "record not read" }',
    logs: ["events-workflow"],
    alarm: {
      name: "records-unread",
      periods: 2,
      outOf: 3,
      text: "A source of records does not answer, refuses our credentials, or was not asked because its configuration is wrong. Thin events of this HR system wait, so its hires, changes and leavers are late; no person is changed by mistake. The log line 'record not read' of events-workflow names the source and the reason. Each read is tried for a day, and goes on by itself after a repair. If it fails for the whole day, its operation needs attention.",
    },
  },
  PlanInterrupted: {
    pattern: '{ $.message = "plan ended" && $.reason = "*" }',
    logs: ["lists-workflow", "scheduler-handler"],
    onlyWith: "lists-workflow",
    alarm: {
      name: "plan-interrupted",
      text: "A list of people could not be planned, a schedule has read a list that is refused, or an apply ended early. Nobody was changed by mistake, and what was accepted goes on. The line 'plan ended' in the logs of lists-workflow and of the scheduler names the plan and its reason. A plan that failed, stopped or was refused is over: correct the cause and upload the list again; a schedule begins the next one by itself. An apply that is interrupted goes on by itself within ten minutes, until its approval ends.",
    },
  },
  BlockedAlone: {
    pattern: '{ $.message = "blocked alone" }',
    logs: platformWorkflowNames,
    alarm: {
      name: "operation-paused",
      text: "One operation cannot go on although the platform answers a read of our own. It tries again by itself, in pauses that grow from a minute to six hours: a hire for seven days, a termination without end, so the leaver may keep access. The log line 'blocked alone' names the operation and its reason. Find out why the platform refuses or fails this one call; after the repair, POST /operations/<id>/retry continues at once.",
    },
  },
  SecretKept: {
    pattern: '{ $.message = "secret kept" }',
    logs: [
      ...httpFunctionNames,
      "scim-receiver",
      ...workflowNames,
      "scheduler-handler",
      ...listFunctions,
    ],
    alarm: {
      name: "secrets-unreachable",
      text: "Secrets Manager does not answer, so the functions use the copies of the secrets that they read before, for at most a day. A sandbox that starts now has no copy: its requests are answered 503, and its workflows wait. A change of a secret has no effect until the outage is over. Look at the health of Secrets Manager. To stop all callers during the outage, disable the endpoint of the API. The log lines 'secret kept' of the functions have the error.",
    },
  },
  /**
   * Requests to the receivers of events that the throttle of the API refused. `functionStatus` is 200 if the request
   * reached the function, whatever that answered. Previews and requests of operators do not count: their senders see
   * the 429, and lose no event.
   */
  TooManyRequests: {
    pattern:
      '{ $.status = "429" && $.functionStatus != "200" && $.route != "*/preview" && $.route != "ANY /operations*" && $.route != "ANY /overview" && $.route != "ANY /problems" && $.route != "ANY /employees*" && $.route != "ANY /plans*" }',
    logs: ["access-log"],
    alarm: {
      name: "too-many-requests",
      text: "The API refused requests to the receivers of events with 429, because they were more than requestsPerSecond and requestBurst of cdk.json allow. Some senders drop an event for good after a 429, so hires and leavers may be lost. The access log has the source address, the route and the time of refused requests. If they came from a sender, raise both settings and have the events of this time sent again. If they came from a stranger, ask your senders which of their events were refused.",
    },
  },
  /** Invocations that failed, and executions that ended with an error, which Lambda reports as a success. */
  Crashed: {
    pattern:
      '{ ($.type = "platform.report" && $.record.status != "success") || $.message = "execution failed" }',
    logs: [...allDurableNames, "scheduler-handler"],
    alarm: {
      name: "functions-failing",
      threshold: 3,
      text: "Workflows or the scheduler crash, time out or end with an error, so hires, leavers, statuses and notices are late. A workflow continues from its last checkpoint and reads the state of the platform before it repeats a write, so no person is created twice. The scheduler replaces an execution that ended without an outcome, handles all other operations as usual, and names what it cannot handle ('not dispatched'). Look in the logs of the workflows ('execution failed') and of the scheduler for the error; most often Lambda throttles, or a deployment is wrong: roll it back.",
    },
  },
  /**
   * The delay of the most overdue operation that a run of the scheduler found, in seconds. `pass` is the kind of due
   * work: erasures of payloads, and operations that wait for an outage, are left out.
   */
  OverdueSeconds: {
    pattern:
      '{ $.message = "dispatched" && $.pass != "payload" && $.pass != "blocked" }',
    logs: ["scheduler-handler"],
    value: "$.overdueSeconds",
    statistic: Stats.MAXIMUM,
    alarm: {
      name: "operations-overdue",
      threshold: overdueSeconds,
      outOf: overduePeriods,
      text: "Hires, leavers or statuses are more than a quarter of an hour late: either the scheduler starts fewer operations than become due, or operations that it started do not run, because Lambda has no free concurrency or a workflow does not start. Look in the log of the scheduler for the messages 'dispatched', 'not dispatched' and 'starts stopped', and at the throttles of the workflows.",
    },
  },
  PayloadKept: {
    pattern: '{ $.message = "not dispatched" && $.pass = "payload" }',
    logs: ["scheduler-handler"],
    alarm: {
      name: "payload-kept",
      text: "The scheduler could not erase the personal data of an event whose time is over. It tries again every two minutes, so the data is kept longer than the documents promise. Look in the log of the scheduler for the message 'not dispatched' with the pass 'payload': it names the operation and the error, most often a missing permission or a problem of DynamoDB.",
    },
  },
  NoticesLost: {
    pattern:
      '{ $.message = "delivery given up" || $.message = "subscriber disabled" }',
    logs: ["notifications-workflow"],
    alarm: {
      name: "notices-lost",
      text: "A subscriber of notices answered 410 and is disabled, or did not take notices for three days. The log of notifications-workflow names it ('subscriber disabled', 'delivery given up'). Nothing else is affected: the event bus got every notice. Correct its URL in the secret subscribers, or remove it, and read the operations with GET /operations.",
    },
  },
  NoticesLate: {
    pattern:
      '{ $.message = "bus refused" || $.message = "subscribers unreadable" || $.message = "notice unreadable" || $.message = "configuration wrong" || $.message = "notices overdue" }',
    logs: ["notifications-workflow", "scheduler-handler"],
    alarm: {
      name: "notices-late",
      threshold: 2,
      text: "Notices do not leave the system: the event bus refuses them, the secret subscribers or one of its entries is wrong, an item of the store cannot be read, or no round of notices runs. The log of notifications-workflow says which ('bus refused', 'subscribers unreadable', 'configuration wrong', 'notice unreadable'), or the log of the scheduler ('notices overdue'). Nothing is lost: they are sent when the cause is gone, to a subscriber within three days.",
    },
  },
  /**
   * A request without a token and without a signature does not count, because a stranger sent it. The chat receiver is
   * left out, because some tools send wrong signatures on purpose.
   */
  SenderRejected: {
    pattern:
      '{ $.message = "rejected" && $.caller = "*" && $.reason != "no-*" }',
    logs: senderReceivers,
    alarm: {
      name: "sender-rejected",
      text: "A request in the name of one of our senders was not authentic, and most senders do not send it again, so a hire, a change or a leaver may be lost. Most often the key of the sender is not in the callers secret, because only one side changed it; or the clock of the sender is off, or the request came from another address. The log of the receiver and 'cli deliveries list --refused' name the sender and the reason. Correct the entry or the sender, and have the events since then sent again. If the sender knows nothing of it, a stranger tries keys: the request changed nothing.",
    },
  },
  Rejected: {
    pattern: '{ $.message = "rejected" }',
    logs: [...httpFunctionNames, "scim-receiver", "lists-api"],
    alarm: {
      name: "rejected",
      threshold: 20,
      text: "Many requests failed authentication, also of operators or of names that no caller has. An attacker is trying to send events, and the access log has the source addresses; or the path of a sender is wrong, and its events are lost. The rejected requests changed nothing. Read the reason in the log.",
    },
  },
  Refused: {
    pattern:
      '{ $.message = "invalid" || $.message = "unreadable" || $.message = "forbidden" || $.message = "id reused" }',
    logs: senderReceivers,
    alarm: {
      name: "events-refused",
      text: "We refused a request of a sender that we know, so its hire, change or leaver did not happen. Its payload has another form than its field map, its attribute mapping (SCIM) or our schema says; it lacks a scope, or `scim` in its entry; or it repeats an id with another content. Nothing of a refused request was changed, and most senders do not send it again. 'cli deliveries list --refused' names the sender, the fields and the time, as the log of the receiver does. Correct the map, the entry or the sender, and have the events sent again.",
    },
  },
  ReceiverMs: {
    pattern: '{ $.type = "platform.report" }',
    logs: eventReceivers,
    value: "$.record.metrics.durationMs",
    statistic: Stats.p(99),
    alarm: {
      name: "receivers-slow",
      threshold: receiverLimitMs,
      periods: 3,
      text: `One response in a hundred of the receivers takes longer than ${receiverLimitMs} ms. HR systems time out soon after that and send the event again. Look at the traces for slow calls to DynamoDB or Secrets Manager and for cold starts. Requests that ask to wait for the result (Prefer: wait) count too.`,
    },
  },
  ChatReceiverMs: {
    pattern: '{ $.type = "platform.report" }',
    logs: [chatReceiver],
    value: "$.record.metrics.durationMs",
    statistic: Stats.p(99),
    alarm: {
      name: "chat-slow",
      threshold: chatLimitMs,
      periods: 3,
      text: `One response in a hundred of status-relay-receiver takes longer than ${chatLimitMs} ms. Chat tools time out soon after that and show an error. Look at the traces for slow calls to DynamoDB or Secrets Manager and for cold starts. Requests that ask to wait for the result (Prefer: wait) count too.`,
    },
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof metricDefinitions;

/** The name of the stack, because the counts of two deployments in one account must not be added up. */
const namespace = Aws.STACK_NAME;

/** The metrics of a deployment. */
export function metricsOf(
  functions: Functions,
): (MetricDefinition & { name: string; metric: Metric })[] {
  return Object.entries<MetricDefinition>(metricDefinitions)
    .filter(([, { onlyWith }]) => !onlyWith || functions[onlyWith])
    .map(([name, definition]) => ({
      ...definition,
      name,
      metric: toMetric(name, definition),
    }));
}

/** The values of a metric in CloudWatch, over all its logs. */
export function metricOf(name: MetricName): Metric {
  return toMetric(name, metricDefinitions[name]);
}

function toMetric(
  metricName: string,
  { statistic = Stats.SUM, periodMinutes = 5 }: MetricDefinition,
): Metric {
  const period = Duration.minutes(periodMinutes);
  return new Metric({ namespace, metricName, statistic, period });
}

/** Creates a metric filter for each metric and each log that has its lines. */
export function createMetrics(
  scope: Construct,
  functions: Functions,
  accessLog: LogGroup,
): void {
  const parent = new Construct(scope, "Metrics");
  for (const { name, pattern, logs, value = "1" } of metricsOf(functions))
    for (const log of logs) {
      const logGroup =
        log === "access-log" ? accessLog : functions[log]?.logGroup;
      if (!logGroup) continue;
      new MetricFilter(parent, `${name}-${log}`, {
        logGroup,
        filterPattern: FilterPattern.literal(pattern),
        metricNamespace: namespace,
        metricName: name,
        metricValue: value,
      });
    }
}
