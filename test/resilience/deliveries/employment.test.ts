import fc from "fast-check";
import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { employmentSequences } from "./employment-sequence.ts";
import { exampleSequences } from "./example-sequences.ts";
import { runEmployment } from "./run-employment.ts";

const environments = {
  accept: useInProcess({
    rehireWithoutStartDate: "accept",
    sendsNotices: true,
  }),
  report: useInProcess({
    rehireWithoutStartDate: "report",
    sendsNotices: true,
    indexLagMs: 2_000,
  }),
};

/** `RUNS=2000` runs longer, and `SEED=1` repeats a run. A failure prints its seed. */
const numRuns = Number(process.env["RUNS"] ?? effort(1, 100));
const examples = effort(exampleSequences.slice(0, 3), exampleSequences);
const seed = Number(process.env["SEED"] ?? effort(2_026, Date.now() % 2 ** 31));

test(
  "all types of events in any order, with repetitions, pauses and crashes, come to the end that their own times say, and each failure and each need of attention has one notice",
  async ({ task }) => {
    let notices = 0;
    await fc.assert(
      fc.asyncProperty(employmentSequences, async (sequence) => {
        const environment = environments[sequence.rehireWithoutStartDate]();
        notices += await runEmployment(environment, sequence);
      }),
      {
        numRuns: numRuns + examples.length,
        seed,
        examples: examples.map((one) => [one]),
      },
    );
    expect(notices).toBeGreaterThan(0);
    recordFigure(task, {
      area: "Deliveries",
      what: `up to seven events of all types in any order, seed ${seed}`,
      figure: `${numRuns} of ${numRuns} end as their own times say, with each notice once`,
    });
  },
  30_000 + numRuns * 10_000,
);
