import * as z from "zod";
import type { Benchmark } from "./benchmark.ts";
import { employeeOn, holdNotices, scenarios } from "./calls/scenarios.ts";
import { startRequestServer, startStackBehind } from "./requests.ts";
import type { Row } from "./table.ts";

/** Counted, not timed: the same in every run. */
export const benchmark: Benchmark = {
  name: "calls",
  title: "What one operation asks of others",
  async run({ progress }) {
    const server = await startRequestServer();
    const { stack } = await startStackBehind(server, {
      // The deletion limit must not stop the leavers of this small company.
      environment: { DELETION_LIMIT_MIN: "100", DELETION_LIMIT_MAX: "100" },
    });
    const rows: Row[] = [];
    const over: string[] = [];
    try {
      await holdNotices(stack);
      // The first run of each sandbox reads secrets and logs in. Later runs do not.
      for (const pass of ["cold", "warm"])
        for (const [index, scenario] of scenarios.entries()) {
          progress(`${pass}: ${scenario.name}`);
          const employee = employeeOn(stack, `${pass}-${index}`);
          await scenario.before?.(employee);
          server.take();
          await scenario.run(employee);
          const asked = server.take();
          if (pass === "cold") continue;
          const { calls: least, why } = scenario.least;
          const row = rowOf(scenario.name, asked, `${least}: ${why}`);
          rows.push(row);
          const calls = row["platform calls"];
          if (calls !== least)
            over.push(`${scenario.name}: ${calls}, not ${least}`);
        }
    } finally {
      await stack.close();
      await server.close();
    }
    return {
      rows,
      verdicts: [
        {
          goal: "the fewest calls that the platform's interface allows",
          measured: over.join("; ") || `all ${rows.length} operations`,
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

const capacitySchema = z.object({
  ConsumedCapacity: z.object({ CapacityUnits: z.number() }),
});

function rowOf(
  operation: string,
  asked: ReturnType<Awaited<ReturnType<typeof startRequestServer>>["take"]>,
  necessary: string,
): Row {
  const those = (pattern: RegExp) =>
    asked.filter(({ name }) => pattern.test(name));
  const reads = those(/^DynamoDB (GetItem|Query)/);
  const writes = those(/^DynamoDB (?!GetItem|Query)/);
  const engine = those(/^[A-Z]+ \/20\d\d-\d\d-\d\d\//);
  const checkpoints = engine.filter(({ name }) => name.endsWith("/checkpoint"));
  // Of the table, without the indexes. A write whose condition fails is charged as well, and does not say how much.
  const unitsOf = (requests: typeof asked) =>
    requests.reduce((sum, { answer }) => {
      const body: unknown = JSON.parse(String(answer?.body));
      const { data } = capacitySchema.safeParse(body);
      return sum + (data?.ConsumedCapacity.CapacityUnits ?? 1);
    }, 0);
  return {
    operation,
    "platform calls": those(/^[A-Z]+ \/(?!20\d\d-\d\d-\d\d\/)/).length,
    necessary,
    "DynamoDB reads": reads.length,
    "DynamoDB writes": writes.length,
    "read units": unitsOf(reads),
    "write units": unitsOf(writes),
    secrets: those(/^secretsmanager/).length,
    "Lambda starts": engine.length - checkpoints.length,
    checkpoints: checkpoints.length,
  };
}
