import { type Benchmark, verdictOfWorst } from "./benchmark.ts";
import { buildCandidates, floor } from "./cold/candidates.ts";
import { type ColdStart, startColdStarts } from "./cold/cold-starts.ts";
import {
  deployedMbOf,
  modeNameOf,
  unthrottled,
  withModes,
} from "./cold/modes.ts";
import type { UseCase } from "./cold/use-cases.ts";
import { interleave } from "./measure.ts";
import { type Row, textOf } from "./table.ts";

const mostOverFloor = 5;
const deployedMb = deployedMbOf("employment-workflow");

const workflows: { name: string; function: string; useCase: UseCase }[] = [
  {
    name: "employment-workflow, hire",
    function: "employment-workflow",
    useCase: "onboarding",
  },
  {
    name: "employment-workflow, termination",
    function: "employment-workflow",
    useCase: "offboarding",
  },
  {
    name: "status-relay-workflow",
    function: "status-relay-workflow",
    useCase: "status-relay",
  },
];

export const benchmark: Benchmark = {
  name: "cold-workflow",
  title: "Cold start of the durable workflows",
  run: ({ rounds, progress }) =>
    withModes([512, deployedMb], async (sized) => {
      const coldStarts = await startColdStarts();
      const [empty] = await buildCandidates(coldStarts);
      if (!empty) throw new Error("there is no floor");
      const candidates = [
        {
          name: floor,
          run: (throttle?: string) =>
            coldStarts.sendRequest(empty.sandbox, empty.useCase, { throttle }),
        },
        ...workflows.map(({ name, function: of, useCase }) => ({
          name,
          run: (throttle?: string) =>
            coldStarts.runWorkflow(coldStarts.sandboxOf(of), useCase, {
              throttle,
            }),
        })),
      ];
      const modes = [unthrottled, ...sized];
      const keyOf = (mode: string, name: string) => `${mode}: ${name}`;
      const measured = await interleave(
        modes.flatMap(({ name: mode, throttle }) =>
          candidates.map(({ name, run }) => ({
            name: keyOf(mode, name),
            measure: () => run(throttle),
          })),
        ),
        { rounds: rounds(9), progress },
      );
      await coldStarts.close();

      const overFloor = (mode: string, name: string) =>
        measured.ratio(keyOf(mode, name), keyOf(mode, floor), calledMs);
      const deployed = modeNameOf(deployedMb);
      return {
        rows: modes.flatMap(({ name: mode }) =>
          candidates.map(({ name }): Row => {
            const median = (figure: (run: ColdStart) => number) =>
              measured.median(keyOf(mode, name), figure);
            const ratio = overFloor(mode, name);
            return {
              processor: mode,
              candidate: name,
              "start ms": median(({ initMs }) => initMs),
              "first call ms": median(calledMs),
              "x floor": ratio.median,
              quartiles: `${textOf(ratio.q1)}-${textOf(ratio.q3)}`,
              "whole run ms": median(({ readyMs }) => readyMs),
              "CPU ms, whole run": median(({ cpuMs }) => cpuMs),
              checkpoints: median(
                ({ asked }) =>
                  asked.filter((one) => one.name.includes("/checkpoint"))
                    .length,
              ),
            };
          }),
        ),
        verdicts: [
          verdictOfWorst(
            `${deployed}: at most ${mostOverFloor} x the empty handler`,
            "at most",
            mostOverFloor,
            "x",
            workflows.map(({ name }) => [
              name,
              overFloor(deployed, name).median,
            ]),
          ),
        ],
        notes: [
          `${deployed} is the deployed size.`,
          "The whole run is that of a hire with five tasks and two streams, of a leaver who is deleted at once, and of a status. All its requests are answered at once.",
        ],
      };
    }),
};

/**
 * From the start of the process until the platform's API was first called; a login is none of it. The empty handler
 * calls nothing: until it has answered.
 */
function calledMs({ asked, spawnedAt, moveMs, readyMs }: ColdStart): number {
  const call = asked.find(({ name }) => name.includes(" /api/core/v3/"));
  return call ? Number(call.at - spawnedAt) / 1e6 - moveMs : readyMs;
}
