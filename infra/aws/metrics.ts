import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import {
  receiverNames,
  type FunctionName,
  workflowNames,
} from "../functions.ts";
import type { Functions } from "./functions.ts";
import { product } from "./names.ts";

type Count = { pattern: string; of: readonly FunctionName[] };

/** What is counted in the lines that functions log: their messages, and the codes of shared/log.ts. */
export const counts = {
  /** Events that were taken. */
  Accepted: { pattern: '{ $.message = "accepted" }', of: receiverNames },
  /** Answered 401: not authentic. */
  Rejected: { pattern: '{ $.message = "rejected" }', of: receiverNames },
  /** Operations that did what they were to do. */
  Succeeded: { pattern: '{ $.status = "succeeded" }', of: workflowNames },
  /** Operations that gave up, and those whose end could not be written down. */
  Failed: {
    pattern: '{ $.status = "failed" || $.status = "unrecorded" }',
    of: ["onboarding-workflow", "offboarding-workflow"],
  },
  /** Operations about which somebody has to decide, but for those that the deletion limit holds. */
  NeedsAttention: {
    pattern: '{ $.status = "needs_attention" && $.reason != "deletion-limit" }',
    of: workflowNames,
  },
  /** Operations whose execution has ended without a word. */
  Lost: {
    pattern: '{ $.message = "execution lost" }',
    of: ["scheduler-handler"],
  },
  /** Deletions that the deletion limit holds. */
  Held: {
    pattern: '{ $.status = "needs_attention" && $.reason = "deletion-limit" }',
    of: ["offboarding-workflow"],
  },
} as const satisfies Record<string, Count>;

export type CountName = keyof typeof counts;

/** Has CloudWatch count in the logs of the functions. */
export function createMetrics(scope: Construct, functions: Functions): void {
  const parent = new Construct(scope, "Metrics");
  for (const [metricName, { pattern, of }] of Object.entries<Count>(counts))
    for (const name of of)
      new MetricFilter(parent, `${metricName}-${name}`, {
        logGroup: functions[name].logGroup,
        filterPattern: FilterPattern.literal(pattern),
        metricNamespace: product,
        metricName,
        metricValue: "1",
      });
}

/** How often in five minutes, over all functions together. */
export function countOf(metricName: CountName): Metric {
  return new Metric({
    namespace: product,
    metricName,
    statistic: Stats.SUM,
  });
}
