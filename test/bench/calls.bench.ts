import { startStack } from "../../infra/local/stack.ts";
import type { Benchmark, Row } from "./benchmark.ts";
import { employeeOn, holdNotices, scenarios } from "./calls/scenarios.ts";
import { startMeteredDynamoDb } from "./calls/metered-dynamodb.ts";
import { createTally, type Tally } from "./calls/tally.ts";

const reads = ["GetItem", "Query"];

/** Counted, not timed: the same in every run. */
export const benchmark: Benchmark = {
  name: "calls",
  title: "What one operation asks of others",
  async run({ progress }) {
    const dynamodb = await startMeteredDynamoDb();
    const stack = await startStack({
      timeScale: 0.001,
      // Only when a scenario says so.
      schedulerIntervalMs: 3_600_000,
      // The deletion limit must not stop the leavers of this small company.
      environment: {
        DELETION_LIMIT_MIN: "100",
        DELETION_LIMIT_MAX: "100",
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
      },
    });
    dynamodb.forwardTo(stack.dynamodb.endpoint);
    const take = createTally(stack, dynamodb);
    const rows: Row[] = [];
    const counts: { name: string; calls: number; least: number }[] = [];
    try {
      await holdNotices(stack);
      // The first run of each sandbox reads secrets and logs in. Later runs do not.
      for (const pass of ["cold", "warm"])
        for (const [index, scenario] of scenarios.entries()) {
          progress(`${pass}: ${scenario.name}`);
          const employee = employeeOn(stack, `${pass}-${index}`);
          await scenario.before?.(employee);
          take();
          await scenario.run(employee);
          const tally = take();
          if (pass === "cold") continue;
          const { calls: least, why } = scenario.least;
          counts.push({
            name: scenario.name,
            calls: tally.platform.length,
            least,
          });
          rows.push(rowOf(scenario.name, tally, `${least}: ${why}`));
        }
    } finally {
      await stack.close();
      await dynamodb.close();
    }
    const over = counts.filter(({ calls, least }) => calls > least);
    return {
      rows,
      chart: {
        title: "Calls to the platform for one operation",
        description:
          "How many requests each operation makes to the community platform when all goes well, beside the fewest that the platform's interface allows.",
        unit: "",
        groups: counts.map(({ name, calls, least }) => ({
          label: name,
          bars: [
            { label: "made", kind: "ours" as const, value: calls },
            { label: "necessary", kind: "floor" as const, value: least },
          ],
        })),
      },
      verdicts: [
        {
          goal: "the fewest calls that the platform's interface allows",
          measured:
            over.length === 0
              ? `all ${counts.length} operations`
              : over
                  .map(
                    ({ name, calls, least }) =>
                      `${name}: ${calls}, not ${least}`,
                  )
                  .join("; "),
          isMet: over.length === 0,
        },
      ],
      notes: [
        "Warm: the secret and the service account's token are in memory. A cold workflow reads one secret and one token more; the first of a fleet logs in.",
        "From the webhook to the end, receiver and workflow together. Lambda is what starts workflows; checkpoints are those of the durable execution.",
        "The rows of a deletion after the grace period and of a status that ends include the run of the scheduler that starts them. No row has a round of notices: one round serves all operations of a minute.",
      ],
    };
  },
};

function rowOf(operation: string, tally: Tally, necessary: string): Row {
  const { platform, dynamodb, secrets, starts, checkpoints } = tally;
  const sumOf = (isRead: boolean) =>
    Object.entries(dynamodb.commands)
      .filter(([command]) => reads.includes(command) === isRead)
      .reduce((sum, [, count]) => sum + count, 0);
  return {
    operation,
    "platform calls": platform.length,
    necessary,
    "DynamoDB reads": sumOf(true),
    "DynamoDB writes": sumOf(false),
    "read units": dynamodb.readUnits,
    "write units": dynamodb.writeUnits,
    secrets,
    "Lambda starts": starts,
    checkpoints,
  };
}
