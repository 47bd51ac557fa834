import { Duration } from "aws-cdk-lib";
import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import {
  type IMetric,
  MathExpression,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { FunctionName } from "../functions.ts";
import { receiverNames, functionNames, workflowNames } from "../functions.ts";
import type { Functions } from "./functions.ts";
import { countOf } from "./metrics.ts";
import type { Queues } from "./queues.ts";

/** Something that somebody is told of. */
export type AlarmDefinition = {
  name: string;
  metric: IMetric;
  /** It rings at this value, or below it where `isLow`. @default 1 */
  threshold?: number;
  isLow?: boolean;
  /** In how many periods. @default 1 */
  periods?: number;
  /** What it means to people, and what to do. */
  text: string;
};

/** The strictest senders wait for 3 s. */
const receiverLimitMs = 2_500;
/** In chat the receiver waits for the result until 4.1 s, on purpose; nothing waits for longer than 5 s. */
const chatLimitMs = 4_500;

/** All that somebody is told of. docs/operating.md has a section for each. */
export function alarmsOf(
  functions: Functions,
  { failures, undelivered }: Queues,
  stage: HttpStage,
): AlarmDefinition[] {
  const { sum, lambda, p99 } = readers(functions);
  const slow = (name: (typeof receiverNames)[number], limitMs: number) => ({
    name: `${name}-slow`,
    metric: p99(name),
    threshold: limitMs,
    periods: 3,
    text: `One answer in a hundred of ${name} takes longer than ${limitMs} ms. Senders give up soon after: HR systems send again, chats show an error. Look at the traces: DynamoDB, Secrets Manager or cold starts. Callers who prefer to wait count too.`,
  });

  return [
    {
      name: "needs-attention",
      metric: sum(countOf("NeedsAttention"), countOf("Lost")),
      text: "Somebody's hiring, leaving or status stopped, because only a person can decide: the platform may hold what we do not know, or an account belongs to somebody else. Find the operation in the log, read its reason, put it right and retry it.",
    },
    {
      name: "deletion-limit",
      metric: countOf("Held"),
      text: "More people would be deleted within a day than the deletion limit lets, so nobody more is. Ask HR whether all of them left. If so, release the operations; if not, stop the sender and cancel them.",
    },
    {
      name: "operation-failed",
      metric: countOf("Failed"),
      text: "Somebody was not hired or did not leave, although it was tried again and again: the platform was away for long, or refuses. Nothing is half done that we do not know of. Read the reason in the operation and retry it when the platform is well.",
    },
    {
      name: "failures",
      metric: failures.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
      }),
      text: "An event of the bus or of a schedule was refused, or failed three times: what it asked for did not happen. The message in the queue has the event and the reason. Mend it and have it sent again.",
    },
    {
      name: "undelivered",
      metric: undelivered.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
      }),
      text: "EventBridge or Scheduler could not hand an event to its function: what it asked for did not happen. The message's attributes have the reason, most often a missing permission or a throttle. Mend it and send the event again.",
    },
    {
      name: "answers-5xx",
      metric: stage.metricServerError({ statistic: Stats.SUM }),
      text: "Webhooks are answered 5xx, most often 503 because a secret is missing or an entry of the callers secret is wrong. Most senders try again for hours; until then nobody is hired, leaves or sets a status. The receiver's log says 'unavailable' and why.",
    },
    {
      name: "functions-failing",
      metric: sum(
        ...receiverNames.map((name) => lambda("Errors", name)),
        lambda("Errors", "operations-api"),
      ),
      text: "A receiver or the operations API crashed or ran out of time. Its sender was answered 500 and may not try again. Look into the log of the function for the first error after the last deployment; roll back if there is one.",
    },
    {
      name: "workflows-failing",
      metric: sum(...workflowNames.map((name) => lambda("Errors", name))),
      threshold: 3,
      text: "Workflows crash or run out of time. Each goes on where it was, and looks before it writes again, so nobody is hired twice; but it takes longer. Look into the log for the error.",
    },
    {
      name: "executions-failing",
      metric: sum(
        ...workflowNames.flatMap((name) => [
          lambda("DurableExecutionFailed", name),
          lambda("DurableExecutionTimedOut", name),
        ]),
      ),
      text: "Workflows came to an end that they did not write down. Within ten minutes their operations need attention, and say which; look at the platform for what was done, then retry them.",
    },
    {
      name: "throttled",
      metric: sum(...functionNames.map((name) => lambda("Throttles", name))),
      text: "The account runs as many Lambdas at once as it may. Webhooks are answered 5xx or 429, and some senders drop what is answered so. Ask AWS for more concurrency, and see who else uses it.",
    },
    {
      name: "scheduler-stopped",
      metric: lambda("Invocations", "scheduler-handler"),
      isLow: true,
      text: "Nobody looks for what is due: start dates, last days, graces and ends of statuses pass without anything happening. It is made up for when it runs again. Look at the schedule, its role and the queue of undelivered events.",
    },
    {
      name: "scheduler-failing",
      metric: lambda("Errors", "scheduler-handler"),
      threshold: 3,
      periods: 3,
      text: "What is due cannot all be started: some hirings, leavings and statuses are late. Those that can be are started all the same. The log has the error.",
    },
    {
      name: "rejected",
      metric: countOf("Rejected"),
      threshold: 20,
      text: "Many requests are not authentic. Either a sender signs with a key that we do not have, and its events are lost: see the reason in the log and compare keys. Or somebody is trying: nothing was changed, and the access log has the addresses.",
    },
    slow("onboarding-receiver", receiverLimitMs),
    slow("offboarding-receiver", receiverLimitMs),
    slow("status-relay-receiver", chatLimitMs),
  ];
}

function readers(functions: Functions) {
  const period = Duration.minutes(5);
  return {
    lambda: (metricName: string, name: FunctionName) =>
      functions[name].lambda.metric(metricName, {
        statistic: Stats.SUM,
        period,
      }),
    p99: (name: FunctionName) =>
      functions[name].lambda.metricDuration({ statistic: "p99", period }),
    /** A metric without a value counts as nothing, for else the sum had none. */
    sum: (...metrics: IMetric[]) =>
      new MathExpression({
        expression: metrics.map((_, index) => `FILL(m${index}, 0)`).join(" + "),
        usingMetrics: Object.fromEntries(
          metrics.map((metric, index) => [`m${index}`, metric]),
        ),
        period,
      }),
  };
}
