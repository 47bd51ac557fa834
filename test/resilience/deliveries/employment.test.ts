import fc from "fast-check";
import { test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import {
  employmentSequences,
  exampleSequences,
} from "./employment-sequence.ts";
import { runEmployment } from "./run-employment.ts";

const environments = {
  accept: useInProcess({ rehireWithoutStartDate: "accept" }),
  report: useInProcess({ rehireWithoutStartDate: "report" }),
};

/** `RUNS=2000` runs longer, and `SEED=1` repeats a run. A failure prints its seed. */
const numRuns = Number(process.env["RUNS"] ?? effort(2, 100));
const seed = Number(process.env["SEED"] ?? effort(2_026, Date.now() % 2 ** 31));

test(
  "all types of events in any order, with repetitions, pauses and crashes, come to the end that their own times say",
  async ({ task }) => {
    await fc.assert(
      fc.asyncProperty(employmentSequences, (sequence) =>
        runEmployment(
          environments[sequence.rehireWithoutStartDate](),
          sequence,
        ),
      ),
      {
        numRuns: numRuns + exampleSequences.length,
        seed,
        examples: exampleSequences.map((one) => [one]),
      },
    );
    recordFigure(task, {
      area: "Deliveries",
      what: `up to seven events of all types in any order, seed ${seed}`,
      figure: `${numRuns} of ${numRuns} end as their own times say`,
    });
  },
  30_000 + numRuns * 10_000,
);
