import { Duration } from "aws-cdk-lib";
import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
  receiverNames,
  functionNames,
  durableNames,
} from "./deployment/functions.ts";
import type { Functions } from "./functions.ts";
import { metricOf } from "./metrics.ts";
import type { Queues } from "./queues.ts";
import { prefixOf } from "./resource-names.ts";

/** Creates a dashboard of one page: alarms, events, outcomes of operations, the state of the functions, lost events. */
export function createDashboard(
  scope: Construct,
  functions: Functions,
  { failures, undelivered }: Queues,
  stage: HttpStage,
  alarms: Alarm[],
): void {
  const graph = (title: string, ...left: IMetric[]) =>
    new GraphWidget({ title, left, width: 8 });

  new Dashboard(scope, "Dashboard", {
    dashboardName: prefixOf(scope),
    defaultInterval: Duration.days(1),
    widgets: [
      [new AlarmStatusWidget({ alarms, width: 24, height: 4 })],
      [
        graph("Events", metricOf("Accepted"), metricOf("Rejected")),
        graph(
          "Operations",
          metricOf("Succeeded"),
          metricOf("Failed"),
          metricOf("NeedsAttention"),
          metricOf("Held"),
        ),
        graph(
          "HTTP responses",
          stage.metricCount(),
          stage.metricClientError(),
          stage.metricServerError(),
        ),
      ],
      [
        graph(
          "Receivers, p99 in ms",
          ...receiverNames.map((name) =>
            functions[name].fn.metricDuration({
              statistic: "p99",
              label: name,
            }),
          ),
        ),
        graph(
          "Running workflow executions",
          ...durableNames.map((name) =>
            functions[name].fn.metric("ApproximateRunningDurableExecutions", {
              statistic: Stats.MAXIMUM,
              label: name,
            }),
          ),
        ),
        graph(
          "Function errors",
          ...functionNames.map((name) =>
            functions[name].fn.metricErrors({ label: name }),
          ),
        ),
      ],
      [
        graph(
          "Lost events that still wait in a queue",
          failures.metricApproximateNumberOfMessagesVisible(),
          undelivered.metricApproximateNumberOfMessagesVisible(),
        ),
        graph(
          "Notices that are late or lost",
          metricOf("NoticesLate"),
          metricOf("NoticesLost"),
        ),
      ],
    ],
  });
}
