import { Aws } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
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
import type { Functions } from "./functions.ts";

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
export const maximumOf = (metricName: MetricName): Metric =>
  metricOf(metricName).with({ statistic: Stats.MAXIMUM });

/** What one value of a hundred exceeds, for each period of five minutes. */
export const p99Of = (metricName: MetricName): Metric =>
  metricOf(metricName).with({ statistic: Stats.p(99) });
