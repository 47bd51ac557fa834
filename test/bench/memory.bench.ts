import type { Benchmark, Verdict } from "./benchmark.ts";
import { startColdStarts } from "./cold/cold-starts.ts";
import { deployedMbOf, modeNameOf, withModes } from "./cold/modes.ts";
import { interleave } from "./measure.ts";
import { prices } from "../docs/prices.ts";
import {
  type Billed,
  chooseSize,
  gbSecondsOf,
  type SizeFigures,
} from "./memory/billed.ts";
import {
  acceptedHire,
  awsMs,
  idleMinute,
  platformMs,
  recordedScenarios,
  type Run,
  runsOf,
} from "./memory/runs.ts";
import { type Row, textOf } from "./table.ts";

const sizesMb = [512, 1_024, 1_769];

const sizedWorkflows = [
  "onboarding: avatar, 5 tasks",
  "offboarding at once",
  "status",
];
/** The runs that decide a size, by the setting. */
const kinds = [
  { setting: "httpMemoryMb", runs: [acceptedHire] },
  { setting: "workflowMemoryMb", runs: sizedWorkflows },
];

/** A run at one size. */
type Case = { run: Run; memoryMb: number };

export const benchmark: Benchmark = {
  name: "memory",
  title: "What is billed for a function at each size",
  run: ({ rounds, progress }) => {
    const allMb = [...sizesMb, ...names.map(deployedMbOf)];
    return withModes(allMb, async (sized) => {
      const throttles = new Map(
        sized.map(({ name, throttle }) => [name, throttle]),
      );
      const coldStarts = await startColdStarts(recordedScenarios);
      const runs = runsOf(coldStarts);
      const isSized = ({ name }: Run) =>
        [acceptedHire, idleMinute, ...sizedWorkflows].includes(name);
      const cases = runs.flatMap((run) =>
        [
          ...new Set([
            ...(isSized(run) ? sizesMb : []),
            deployedMbOf(run.function),
          ]),
        ].map((memoryMb): Case => ({ run, memoryMb })),
      );
      const measured = await interleave(
        cases.map((one) => ({
          name: keyOf(one),
          measure: () =>
            one.run.measure(throttles.get(modeNameOf(one.memoryMb))),
        })),
        { rounds: rounds(3), warmUps: 0, progress },
      );
      await coldStarts.close();

      const medianOf = (one: Case, figure: (billed: Billed) => number) =>
        measured.median(keyOf(one), figure);
      const coldGbSecondsOf = (one: Case) =>
        gbSecondsOf(
          medianOf(one, ({ coldMs }) => coldMs),
          one.memoryMb,
        );
      const verdicts = kinds.map(({ setting, runs: deciding }): Verdict => {
        const decisive = cases.filter(({ run }) => deciding.includes(run.name));
        const sizes = sizesMb.map((memoryMb): SizeFigures => {
          const those = decisive.filter((one) => one.memoryMb === memoryMb);
          const mean = (figure: (one: Case) => number) =>
            those.reduce((sum, one) => sum + figure(one), 0) / those.length;
          return {
            memoryMb,
            coldMs: mean((one) => medianOf(one, ({ coldMs }) => coldMs)),
            dollars: 1_000 * prices.gbSecond * mean(coldGbSecondsOf),
          };
        });
        const chosenMb = chooseSize(sizes);
        const [first] = decisive;
        const deployedMb = first && deployedMbOf(first.run.function);
        return {
          goal: `${setting} is ${textOf(deployedMb)}, and the rule chooses the same`,
          measured: `${textOf(chosenMb)}; ${sizes.map(({ memoryMb, coldMs, dollars }) => `at ${modeNameOf(memoryMb)} ${textOf(Math.round(coldMs))} ms and ${dollars.toFixed(4)} $`).join(", ")}`,
          isMet: chosenMb === deployedMb,
        };
      });
      return {
        rows: cases.map((one): Row => {
          const { run, memoryMb } = one;
          const coldMs = medianOf(one, (billed) => billed.coldMs);
          const warmMs = medianOf(one, (billed) => billed.warmMs);
          const perThousand = (ms: number) =>
            Math.round(gbSecondsOf(ms, memoryMb) * 1_000);
          return {
            run: run.name,
            memory: modeNameOf(memoryMb),
            deployed: deployedMbOf(run.function) === memoryMb ? "yes" : "",
            "cold ms": Math.round(coldMs),
            "cold GB-s, 1,000 runs": perThousand(coldMs),
            "warm ms": Math.round(warmMs),
            "warm GB-s, 1,000 runs": perThousand(warmMs),
            "peak MB": Math.round(medianOf(one, ({ peakMb }) => peakMb)),
          };
        }),
        verdicts,
        notes: [
          `The times are those that Lambda bills: the start, which has whole processors, and each invocation, which has its share of one, in whole milliseconds. DynamoDB, Secrets Manager and the engine take ${awsMs} ms for each answer; this is an assumption.`,
          "A cold run is the first one of a new sandbox, a warm one is the second or the third.",
          `The rule is applied to ${sizesMb.map(modeNameOf).join(", ")} and a platform of ${platformMs} ms, and to the mean of the three workflows. The dollars are those of the compute of a thousand cold runs.`,
          "The scheduler is sized by what it must start in one run (benchmark `scheduler`).",
        ],
      };
    });
  },
};

const names = [
  "onboarding-receiver",
  "employment-workflow",
  "scheduler-handler",
] as const;

function keyOf({ run, memoryMb }: Case): string {
  return `${run.name}, ${memoryMb} MB`;
}
