import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { type Cli, exitCodes } from "../cli.ts";
import type { Profile } from "../profiles.ts";
import {
  type LoggedDelivery,
  type DeliveryFilter,
  isWanted,
  describeOutcome,
  readLine,
  whyOf,
} from "../deliveries/delivery.ts";
import {
  createParseTime,
  limitOption,
  deploymentCommand,
} from "./arguments.ts";

const defaultLimit = 50;
const defaultDays = 3;

export function createDeliveriesCommand(cli: Cli) {
  const parseTime = createParseTime(cli.nowMs);
  return new Command("deliveries")
    .summary("list what callers have sent, also what was refused")
    .description("List accepted and refused deliveries, from the logs.")
    .addCommand(
      deploymentCommand("list")
        .description(
          "List the newest deliveries, accepted and refused, with the reasons. Read from the logs with your AWS credentials (logs:DescribeLogGroups, logs:StartQuery, logs:GetQueryResults), which costs half a cent for each gigabyte of logs.",
        )
        .option("--caller <name>", "only of this caller", parseCaller)
        .option("--refused", "only what was refused")
        .option(
          "--since <time>",
          `sent then or later: 12h, 2026-01-31 (default: ${defaultDays}d)`,
          parseTime,
        )
        .addOption(limitOption(`how many (default: ${defaultLimit})`))
        .action(async ({ caller, refused, since, limit, ...options }) => {
          const { profile, output } = await cli.connect(options);
          const filter = {
            caller,
            isRefusedOnly: refused === true,
            sinceMs: Date.parse(since ?? parseTime(`${defaultDays}d`)),
            limit: limit ?? defaultLimit,
          };
          const { deliveries, cost } = await cli.withProgress(
            "read the logs",
            () => readDeliveries(cli, profile, filter),
          );
          output.list<LoggedDelivery>(deliveries, {
            AT: ({ timestamp }) => output.when(timestamp),
            CALLER: (one) => one.caller,
            OUTCOME: {
              text: describeOutcome,
              style: ({ message }) =>
                message === "accepted" ? "green" : "red",
            },
            WHY: { text: whyOf, narrow: "wrap" },
            TYPE: { text: ({ type }) => type, narrow: "drop" },
            OPERATION: ({ operationId }) => operationId,
            DELIVERY: { text: ({ deliveryId }) => deliveryId, narrow: "drop" },
          });
          if (deliveries.length === 0) output.say("There is no such delivery.");
          if (cost) output.say(cost, "dim");
          if (deliveries.some(({ message }) => message !== "accepted"))
            cli.setExitCode(exitCodes.needsAttention);
        }),
    );
}

async function readDeliveries(
  cli: Cli,
  profile: Profile,
  filter: DeliveryFilter,
): Promise<{ deliveries: LoggedDelivery[]; cost?: string }> {
  if (profile.logFile !== undefined)
    return { deliveries: await readLogFile(profile.logFile, filter) };
  // Other commands need not load the AWS SDK.
  const { queryLogs } = await import("../deliveries/query-logs.ts");
  return queryLogs(profile, filter, cli);
}

/** The newest deliveries of the file in which `npm start` keeps what its functions log. */
async function readLogFile(
  file: string,
  filter: DeliveryFilter,
): Promise<LoggedDelivery[]> {
  const found: LoggedDelivery[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const delivery = readLine(line);
    if (delivery && isWanted(delivery, filter)) found.push(delivery);
  }
  return found.slice(-filter.limit).toReversed();
}

function parseCaller(text: string): string {
  if (/^[a-z][a-z0-9-]{0,62}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be the name of a caller.");
}
