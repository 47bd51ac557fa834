import type { Benchmark, Row, Verdict } from "./benchmark.ts";
import type { UseCase } from "./cold/use-cases.ts";
import { floor, floorCandidates } from "./cold/candidates.ts";
import {
  type ColdStarts,
  startColdStarts,
  type ColdStart,
} from "./cold/cold-starts.ts";
import { measureInModes } from "./cold/measure-in-modes.ts";
import { usesUndici } from "./cold/modules.ts";
import { deployedMbOf, modeNameOf, sizesOf, withModes } from "./cold/modes.ts";
import type { Sandbox } from "./cold/start-lambda.ts";
import { textOf } from "./table.ts";

const mostOverFloor = 5;
const deployed = modeNameOf(deployedMbOf("employment-workflow"));

const workflows: { name: string; of: string; useCase: UseCase }[] = [
  {
    name: "employment-workflow, hire",
    of: "employment-workflow",
    useCase: "onboarding",
  },
  {
    name: "employment-workflow, termination",
    of: "employment-workflow",
    useCase: "offboarding",
  },
  {
    name: "status-relay-workflow",
    of: "status-relay-workflow",
    useCase: "status-relay",
  },
];

export const benchmark: Benchmark = {
  name: "cold-workflow",
  title: "Cold start of the durable workflows",
  run: ({ rounds, progress }) =>
    withModes(sizesOf("employment-workflow"), async ({ all: modes, notes }) => {
      const coldStarts = await startColdStarts();
      const [empty] = await floorCandidates(coldStarts);
      if (!empty) throw new Error("there is no floor");
      const measured = await measureInModes<Called>(
        modes,
        [
          {
            name: floor,
            measure: async (throttle) => {
              const run = await coldStarts.sendRequest(
                empty.sandbox,
                empty.useCase,
                {
                  throttle,
                },
              );
              return { ...run, calledMs: run.readyMs };
            },
          },
          ...workflows.map(({ name, of, useCase }) => ({
            name,
            measure: (throttle: string | undefined) =>
              work(coldStarts, coldStarts.sandboxOf(of), useCase, throttle),
          })),
        ],
        { rounds: rounds(9), progress },
      );
      await coldStarts.close();

      const overFloor = (mode: string, name: string) =>
        measured.ratio(mode, name, floor, ({ calledMs }) => calledMs);
      const judged = modes.filter(({ name }) => name === deployed);
      const verdicts = judged.map(({ name: mode }): Verdict => {
        const worst = workflows
          .map(({ name }) => ({ name, ratio: overFloor(mode, name).median }))
          .reduce((one, other) => (other.ratio > one.ratio ? other : one));
        return {
          goal: `${mode}: at most ${mostOverFloor} x the empty handler`,
          measured: `${textOf(worst.ratio)} x at most (${worst.name})`,
          isMet: worst.ratio <= mostOverFloor,
        };
      });
      const names = [floor, ...workflows.map(({ name }) => name)];
      return {
        rows: modes.flatMap(({ name: mode }) =>
          names.map((name): Row => {
            const median = (figure: (run: Called) => number) =>
              measured.median(mode, name, figure);
            const ratio = overFloor(mode, name);
            return {
              processor: mode,
              candidate: name,
              "start ms": median(({ initMs }) => initMs),
              "first call ms": median(({ calledMs }) => calledMs),
              "x floor": ratio.median,
              quartiles: `${textOf(ratio.q1)}-${textOf(ratio.q3)}`,
              "whole run ms": median(({ readyMs }) => readyMs),
              "CPU ms, whole run": median(({ cpuMs }) => cpuMs),
              checkpoints: median(
                ({ asked }) =>
                  asked.filter((one) => one.name.includes("/checkpoint"))
                    .length,
              ),
              undici: usesUndici(measured.samples(mode, name)),
            };
          }),
        ),
        verdicts,
        notes: [
          ...notes,
          `${deployed} is the deployed size.`,
          "The whole run is that of a hire with five tasks and two streams, of a leaver who is deleted at once, and of a status. All its requests are answered at once.",
        ],
        chart: {
          title:
            "From a cold start to the platform, as a multiple of an empty handler",
          description: verdicts
            .map((one) => `${one.goal}: ${one.measured}.`)
            .join(" "),
          unit: " x",
          line: { value: mostOverFloor, label: `goal: ${mostOverFloor} x` },
          groups: modes.map(({ name: mode }) => ({
            label: mode,
            bars: names.map((name) => ({
              label: name,
              kind: name === floor ? "floor" : "ours",
              value: overFloor(mode, name).median,
            })),
          })),
        },
      };
    }),
};

type Called = ColdStart & {
  /** From the start of the process until the platform's API was first called; a login is none of it. */
  calledMs: number;
};

async function work(
  coldStarts: ColdStarts,
  sandbox: Sandbox,
  useCase: UseCase,
  throttle: string | undefined,
): Promise<Called> {
  const run = await coldStarts.runWorkflow(sandbox, useCase, { throttle });
  const call = run.asked.find(({ name }) => name.includes(" /api/core/v3/"));
  if (!call) throw new Error(`${useCase} never called the platform`);
  const atMs = Number(call.at - run.spawnedAt) / 1e6;
  return { ...run, calledMs: atMs - run.moveMs };
}
