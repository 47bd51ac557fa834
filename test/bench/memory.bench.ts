import type { FunctionName } from "../../infra/aws/deployment/function-names.ts";
import { prices } from "../docs/prices.ts";
import { type Benchmark, type Verdict } from "./benchmark.ts";
import { employeeOn, scenarios } from "./calls/scenarios.ts";
import { type ColdStart, startColdStarts } from "./cold/cold-starts.ts";
import { deployedMbOf, modeNameOf, withModes } from "./cold/modes.ts";
import type { RecordedScenario } from "./cold/recording.ts";
import { interleave, quantile } from "./measure.ts";
import { type Row, textOf } from "./table.ts";

const sizesMb = [512, 1_024, 1_769];
/** The assumed time of a request to AWS, in milliseconds: DynamoDB takes single-digit milliseconds. */
const awsMs = 5;
/** What the platform takes for an answer. Each further second of waiting costs the same, whatever runs. */
const platformMs = 50;

/** A minute in which no operation is due, and the hire that a receiver takes. */
export const idleMinute = "a minute without work";
export const acceptedHire = "a hire is accepted";
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

/** A run at one size. */
type Case = { run: string; memoryMb: number };

export const benchmark: Benchmark = {
  name: "memory",
  title: "What is billed for a function at each size",
  run: ({ rounds, progress }) =>
    withModes([...sizesMb, ...runs.map(deployedMbOfRun)], async (modes) => {
      const coldStarts = await startColdStarts(recordedScenarios);
      const isSized = (run: string) =>
        [acceptedHire, idleMinute, ...sizedWorkflows].includes(run);
      const cases = runs.flatMap((run) => {
        const deployedMb = deployedMbOfRun(run);
        const sizes = isSized(run) ? [...sizesMb, deployedMb] : [deployedMb];
        return [...new Set(sizes)].map((memoryMb): Case => ({ run, memoryMb }));
      });
      const measured = await interleave(
        cases.map((one) => ({
          name: keyOf(one),
          measure: () => measure(coldStarts, one.run, throttleOf(one)),
        })),
        { rounds: rounds(3), warmUps: 0, progress },
      );
      await coldStarts.close();

      function throttleOf({ memoryMb }: Case) {
        return modes.find(({ name }) => name === modeNameOf(memoryMb))
          ?.throttle;
      }
      const coldMsOf = (one: Case) => measured.median(keyOf(one), coldMs);
      return {
        rows: cases.map((one): Row => {
          const { run, memoryMb } = one;
          const warm = measured.median(keyOf(one), warmMs);
          const perThousand = (ms: number) =>
            Math.round(gbSecondsOf(ms, memoryMb) * 1_000);
          return {
            run,
            memory: modeNameOf(memoryMb),
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
            measured: `${textOf(chosenMb)}; ${sizes.map(({ memoryMb, ms, dollars }) => `at ${modeNameOf(memoryMb)} ${textOf(Math.round(ms))} ms and ${dollars.toFixed(4)} $`).join(", ")}`,
            isMet: chosenMb === deployedMb,
          };
        }),
        notes: [
          `The times are those that Lambda bills: the start, which has whole processors, and each invocation, which has its share of one, in whole milliseconds. DynamoDB, Secrets Manager and the engine take ${awsMs} ms for each answer; this is an assumption.`,
          "A cold run is the first one of a new sandbox, a warm one is the second or the third.",
          `The rule is applied to ${sizesMb.map(modeNameOf).join(", ")} and a platform of ${platformMs} ms, and to the mean of the three workflows. The dollars are those of the compute of a thousand cold runs.`,
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
function coldMs({ initMs, invocations: [first] }: ColdStart): number {
  return Math.ceil(initMs + (first?.durationMs ?? NaN));
}

/** The median of the later invocations. Lambda rounds up each of them. */
function warmMs({ invocations: [, ...later] }: ColdStart): number {
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

/** What is recorded for the runs besides the use cases of the receivers. */
const recordedScenarios: readonly RecordedScenario[] = [
  ...scenarios
    .filter(({ name }) => workflows.includes(name))
    .map(({ name, before, run }, nth): RecordedScenario => {
      let employee: ReturnType<typeof employeeOn> | undefined;
      return {
        name,
        async before(stack) {
          employee = employeeOn(stack, `memory-${nth}`);
          await before?.(employee);
        },
        async run() {
          if (employee) await run(employee);
        },
      };
    }),
  {
    name: idleMinute,
    // Everything that is due is done before.
    before: (stack) => stack.runScheduler(),
    run: (stack) => stack.runScheduler(),
  },
];

/** One cold run of a new sandbox, and two warm ones. */
async function measure(
  coldStarts: Awaited<ReturnType<typeof startColdStarts<string>>>,
  run: string,
  throttle: string | undefined,
): Promise<ColdStart> {
  const options = { throttle, latency: { awsMs, platformMs }, times: 3 };
  const sandbox = coldStarts.sandboxOf(functionOf(run));
  if (run === acceptedHire)
    return coldStarts.sendRequest(sandbox, "onboarding", options);
  if (run === idleMinute)
    return coldStarts.sendEvent(sandbox, idleMinute, {}, options);
  const found = await coldStarts.runWorkflow(sandbox, run, options);
  // A workflow that stops early would look cheap.
  const { length } = found.asked.filter(({ name }) =>
    name.includes(" /api/core/"),
  );
  if (length === 0 || length % found.invocations.length !== 0)
    throw new Error(`${run} made ${length} calls to the platform`);
  return found;
}
