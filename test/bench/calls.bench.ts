import type { Benchmark } from "./benchmark.ts";
import { type Environment, startEnvironment } from "./environment.ts";
import { employeeOn, holdNotices, scenarios } from "./scenarios.ts";
import type { Row } from "./table.ts";

/** The requests are counted, not timed, so each run has the same figures. */
export const benchmark: Benchmark = {
  name: "calls",
  title: "What one operation asks of others",
  async run({ progress }) {
    const environment = await startEnvironment({
      isMetered: true,
      // The deletion limit must not stop the leavers of this small company.
      variables: { DELETION_LIMIT_MIN: "100", DELETION_LIMIT_MAX: "100" },
    });
    const rows: Row[] = [];
    const different: string[] = [];
    try {
      await holdNotices(environment);
      // The first run of each sandbox reads secrets and logs in. Later runs do not.
      for (const pass of ["cold", "warm"])
        for (const [
          index,
          { name, least, before, run },
        ] of scenarios.entries()) {
          progress(`${pass}: ${name}`);
          const employee = employeeOn(environment, `${pass}-${index}`);
          for (const act of before) await act(employee);
          environment.takeRequests();
          await run(employee);
          if (pass === "cold") continue;
          const [necessary, why] = least;
          const asked = environment.takeRequests();
          rows.push({
            operation: name,
            "platform calls": asked.calls,
            necessary: `${necessary}: ${why}`,
            ...countsOf(asked.aws),
          });
          if (asked.calls !== necessary)
            different.push(`${name}: ${asked.calls}, not ${necessary}`);
        }
    } finally {
      await environment.close();
    }
    return {
      rows,
      verdicts: [
        {
          goal: "the fewest calls that the platform's interface allows",
          measured: different.join("; ") || `all ${rows.length} operations`,
          isMet: different.length === 0,
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

function countsOf(asked: ReturnType<Environment["takeRequests"]>["aws"]): Row {
  const starts = asked.filter(({ name }) => name === "Invoke");
  const checkpoints = asked.filter(({ name }) => name === "checkpoint");
  const reads = asked.filter(({ name }) => /^(GetItem|Query)$/.test(name));
  const writes = asked.filter(
    (one) => ![...starts, ...checkpoints, ...reads].includes(one),
  );
  // The units of the table, without those of the indexes.
  const unitsOf = (requests: typeof asked) =>
    requests.reduce((sum, { units }) => sum + units, 0);
  return {
    "DynamoDB reads": reads.length,
    "DynamoDB writes": writes.length,
    "read units": unitsOf(reads),
    "write units": unitsOf(writes),
    "Lambda starts": starts.length,
    checkpoints: checkpoints.length,
  };
}
