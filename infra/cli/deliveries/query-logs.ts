import { CloudWatchLogs } from "@aws-sdk/client-cloudwatch-logs";
import { receiverNames } from "../../aws/deployment/function-names.ts";
import { awsOptions, explainFailures } from "../aws-options.ts";
import { CommandError } from "../command-error.ts";
import type { AwsDeployment } from "../profiles.ts";
import {
  type LoggedDelivery,
  type DeliveryFilter,
  deliveryMessages,
  readLine,
} from "./delivery.ts";

/** CloudWatch Logs Insights charges by what it scans, in most regions (aws.amazon.com/cloudwatch/pricing). */
const dollarsPerGigabyte = 0.005;
const pollMs = 1_000;
const maxPolls = 60;

/**
 * Reads deliveries from the logs of the receivers, with the operator's AWS credentials.
 *
 * @throws CommandError that says what to do
 */
export async function queryLogs(
  deployment: AwsDeployment,
  filter: DeliveryFilter,
  { nowMs, sleepMs }: { nowMs: () => number; sleepMs: (ms: number) => unknown },
): Promise<{ deliveries: LoggedDelivery[]; cost: string }> {
  const logs = explainFailures(
    new CloudWatchLogs(awsOptions(deployment)),
    "the logs of the receivers",
  );
  const groupOf = (name: string) => `/aws/lambda/${deployment.prefix}-${name}`;
  // Only a deployment with SCIM has this group, and no query may name a group that does not exist.
  const optional = groupOf("scim-receiver");
  const { logGroups = [] } = await logs.describeLogGroups({
    logGroupNamePrefix: optional,
  });
  const isThere = logGroups.some((one) => one.logGroupName === optional);
  const { queryId } = await logs.startQuery({
    logGroupNames: [
      ...receiverNames.map(groupOf),
      ...(isThere ? [optional] : []),
    ],
    startTime: Math.floor(filter.sinceMs / 1000),
    endTime: Math.ceil(nowMs() / 1000),
    limit: filter.limit,
    queryString: queryOf(filter),
  });
  for (let poll = 0; poll < maxPolls; poll++) {
    const {
      status,
      results = [],
      statistics,
    } = await logs.getQueryResults({ queryId });
    if (status === "Complete")
      return {
        deliveries: results.flatMap((row) => {
          const line = row.find(({ field }) => field === "@message")?.value;
          return readLine(line ?? "") ?? [];
        }),
        cost: costOf(statistics?.bytesScanned ?? 0),
      };
    if (status !== "Running" && status !== "Scheduled") break;
    await sleepMs(pollMs);
  }
  throw new CommandError(
    "The query of the logs did not end. Ask for a shorter time with --since, and repeat the command.",
  );
}

/** The names of callers have letters, digits and hyphens only (checked by the command). */
function queryOf({ caller, isRefusedOnly }: DeliveryFilter): string {
  const messages = deliveryMessages.filter(
    (message) => !(isRefusedOnly && message === "accepted"),
  );
  return [
    "fields @message",
    `filter message in ${JSON.stringify(messages)}`,
    ...(caller === undefined ? [] : [`filter caller = "${caller}"`]),
    "sort @timestamp desc",
  ].join(" | ");
}

function costOf(bytes: number): string {
  const megabytes = bytes / 1e6;
  const dollars = (bytes / 1e9) * dollarsPerGigabyte;
  return `The query scanned ${megabytes.toFixed(1)} MB of logs, for about ${dollars.toFixed(5)} dollars.`;
}
