import type { FunctionName } from "../../infra/aws/deployment/function-names.ts";
import { prices } from "../docs/prices.ts";
import { type Benchmark, type Verdict } from "./benchmark.ts";
import { type Environment, startEnvironment } from "./environment.ts";
import { interleave, quantile } from "./measure.ts";
import {
  deployedMbOf,
  sizeNameOf,
  withProcessorShares,
} from "./processor-shares.ts";
import {
  employeeOn,
  sampleFields,
  type Scenario,
  scenarios,
} from "./scenarios.ts";
import type { SandboxRun } from "./start-lambda.ts";
import { type Row, textOf } from "./table.ts";

const sizesMb = [512, 1_024, 1_769];
/** The assumed time of a request to AWS, in milliseconds: DynamoDB takes single-digit milliseconds. */
const awsMs = 5;
/** The assumed time of an answer of the platform, in milliseconds. */
const platformMs = 50;

/** The runs that no scenario has: a minute in which no operation is due, and a hire that a receiver accepts. */
export const idleMinute = "a minute without work";
export const acceptedHire = "a hire is accepted";
/** The workflows that are measured at all sizes. The others are measured at the deployed size. */
const sizedWorkflows = [
  "onboarding: avatar, 5 tasks",
  "offboarding at once",
  "status",
];
const workflows = [
  ...sizedWorkflows,
  "onboarding: nothing but the person",
  "offboarding with a grace period: disable",
  "offboarding with a grace period: delete",
  "change of a title",
  "suspension",
];
const runs = [acceptedHire, ...workflows, idleMinute];

/** The runs that decide a size, by the setting. */
const decisive = {
  httpMemoryMb: [acceptedHire],
  workflowMemoryMb: sizedWorkflows,
};

const allSizesMb = [...sizesMb, ...runs.map(deployedMbOfRun)];

/** A run at one size. */
type Case = { run: string; memoryMb: number };

export const benchmark: Benchmark = {
  name: "memory",
  title: "What is billed for a function at each size",
  run: ({ rounds, progress }) =>
    withProcessorShares(allSizesMb, async (shares) => {
      const environment = await startEnvironment({
        // The limits must not stop the leavers of this small company.
        variables: {
          DELETION_LIMIT_MIN: "1000",
          DELETION_LIMIT_MAX: "1000",
          DISABLE_LIMIT_MIN: "1000",
          DISABLE_LIMIT_MAX: "1000",
        },
      });
      const sizedRuns = [acceptedHire, idleMinute, ...sizedWorkflows];
      const throttleOf = ({ memoryMb }: Case) =>
        shares.find(({ name }) => name === sizeNameOf(memoryMb))?.throttle;
      const cases = runs.flatMap((run) => {
        const deployedMb = deployedMbOfRun(run);
        const sizes = sizedRuns.includes(run) ? sizesMb : [];
        return [...new Set([...sizes, deployedMb])].map((memoryMb): Case => ({
          run,
          memoryMb,
        }));
      });
      const measured = await interleave(
        cases.map((one) => ({
          name: keyOf(one),
          measure: () => measure(environment, one.run, throttleOf(one)),
        })),
        { rounds: rounds(3), warmUps: 0, progress },
      );
      await environment.close();
      const coldMsOf = (one: Case) => measured.median(keyOf(one), coldMs);
      return {
        rows: cases.map((one): Row => {
          const { run, memoryMb } = one;
          const warm = measured.median(keyOf(one), warmMs);
          const perThousand = (ms: number) =>
            Math.round(gbSecondsOf(ms, memoryMb) * 1_000);
          return {
            run,
            memory: sizeNameOf(memoryMb),
            deployed: deployedMbOfRun(run) === memoryMb ? "yes" : "",
            "cold ms": Math.round(coldMsOf(one)),
            "cold GB-s, 1,000 runs": perThousand(coldMsOf(one)),
            "warm ms": Math.round(warm),
            "warm GB-s, 1,000 runs": perThousand(warm),
            "peak MB": Math.round(
              measured.median(keyOf(one), ({ peakMb }) => peakMb),
            ),
          };
        }),
        verdicts: Object.entries(decisive).map(([setting, names]): Verdict => {
          const sizes = sizesMb.map((memoryMb) => {
            const times = names.map((run) => coldMsOf({ run, memoryMb }));
            const ms = times.reduce((sum, one) => sum + one, 0) / times.length;
            const gbSeconds = 1_000 * gbSecondsOf(ms, memoryMb);
            return { memoryMb, ms, dollars: gbSeconds * prices.gbSecond };
          });
          const chosenMb = chooseSize(sizes);
          const deployedMb = deployedMbOfRun(names[0] ?? "");
          return {
            goal: `${setting} is ${textOf(deployedMb)}, and the rule chooses the same`,
            measured: `${textOf(chosenMb)}; ${sizes.map(({ memoryMb, ms, dollars }) => `at ${sizeNameOf(memoryMb)} ${textOf(Math.round(ms))} ms and ${dollars.toFixed(4)} $`).join(", ")}`,
            isMet: chosenMb === deployedMb,
          };
        }),
        notes: [
          `Lambda bills the start and each invocation, in whole milliseconds. The start has whole processors. An invocation has a share of one, which follows from the memory. DynamoDB and the engine take ${awsMs} ms for each answer; this is an assumption.`,
          "A cold run is the first one of a new sandbox, a warm one is the second or the third.",
          `The rule begins with the smallest of ${sizesMb.map(sizeNameOf).join(", ")}, and takes the next one for as long as it makes a cold run a fifth shorter and adds at most half a cent to a thousand cold runs. The platform takes ${platformMs} ms for an answer; this is an assumption. The workflows count by the mean of ${sizedWorkflows.join("; ")}. The dollars are those of the compute of a thousand cold runs.`,
          "The scheduler is sized by what it must start in one run (benchmark `scheduler`).",
        ],
      };
    }),
};

function keyOf({ run, memoryMb }: Case): string {
  return `${run}, ${memoryMb} MB`;
}

function functionOf(run: string): FunctionName {
  if (run === acceptedHire) return "onboarding-receiver";
  if (run === idleMinute) return "scheduler-handler";
  return run === "status" ? "status-relay-workflow" : "employment-workflow";
}

function deployedMbOfRun(run: string): number {
  return deployedMbOf(functionOf(run));
}

/** Lambda bills the start of a sandbox with its first invocation, and rounds up. */
function coldMs({ initMs, invocations: [first] }: SandboxRun): number {
  return Math.ceil(initMs + (first?.durationMs ?? NaN));
}

/** The median of the warm invocations. Lambda rounds up each of them. */
function warmMs({ invocations: [, ...later] }: SandboxRun): number {
  const billed = later.map(({ durationMs }) => Math.ceil(durationMs));
  return quantile(billed, 0.5);
}

/** Time multiplied by memory: the unit of Lambda's price. */
function gbSecondsOf(ms: number, memoryMb: number): number {
  return (ms / 1_000) * (memoryMb / 1_024);
}

/**
 * Begins with the smallest size, and takes the next one for as long as it makes a cold run a fifth shorter and adds at
 * most half a cent to the costs of a thousand cold runs.
 *
 * @param sizes - from the smallest to the largest
 */
function chooseSize(
  sizes: readonly { memoryMb: number; ms: number; dollars: number }[],
): number {
  const last = sizes.findIndex(({ ms, dollars }, nth) => {
    const next = sizes[nth + 1];
    return !next || next.ms > 0.8 * ms || next.dollars - dollars > 0.005;
  });
  return sizes[last]?.memoryMb ?? NaN;
}

/** What happens before a run, and in it. */
function scenarioOf(run: string): Pick<Scenario, "before" | "run"> {
  if (run === acceptedHire)
    return {
      before: [],
      run: (employee) => employee.send("employee.hired", sampleFields()),
    };
  const found = scenarios.find(({ name }) => name === run);
  if (found) return found;
  throw new Error(`There is no scenario ${run}.`);
}

let employees = 0;

/** Measures one cold run of a new sandbox and two warm runs, each with a new employee. */
async function measure(
  environment: Environment,
  run: string,
  throttle: string | undefined,
): Promise<SandboxRun> {
  const createRun = () => {
    // The scheduler runs once before, so that nothing is due in the measured run.
    const runOnce = () => environment.runScheduler();
    if (run === idleMinute) return { before: [runOnce], run: runOnce };
    const scenario = scenarioOf(run);
    const employee = employeeOn(environment, `E-${++employees}`);
    return {
      before: scenario.before.map((act) => () => act(employee)),
      run: () => scenario.run(employee),
    };
  };
  const created = [createRun(), createRun(), createRun()];
  environment.delay({ aws: 0, platform: 0 });
  for (const { before } of created) for (const act of before) await act();
  environment.delay({ aws: awsMs, platform: platformMs });
  const sandbox = await environment.start(functionOf(run), { throttle });
  for (const one of created) await one.run();
  const found = await sandbox.end();
  // A workflow that waits and is invoked again would look cheap.
  if (found.invocations.length !== created.length)
    throw new Error(`${run} did not end in one invocation`);
  return found;
}
