import type { Benchmark, Row, Verdict } from "./benchmark.ts";
import { useCases } from "./cold/use-cases.ts";
import {
  receiverCandidates,
  receivers,
  floor,
  partCandidates,
  peerOf,
} from "./cold/candidates.ts";
import { startColdStarts, type ColdStart } from "./cold/cold-starts.ts";
import { measureInModes } from "./cold/measure-in-modes.ts";
import { withModes } from "./cold/modes.ts";
import { usesUndici } from "./cold/modules.ts";
import { textOf } from "./table.ts";

const mostOverFloor = 2.2;
const leastOverPeer = 3;

export const benchmark: Benchmark = {
  name: "cold",
  title: "Cold start of the receivers",
  goal: `From the start of the process to the first answer of a receiver (signature checked, delivery stored, workflow started): at most ${mostOverFloor} x an empty handler, at least ${leastOverPeer} x faster than Express`,
  run: ({ rounds, progress }) =>
    withModes(async ({ all: modes, notes }) => {
      const coldStarts = await startColdStarts();
      const candidates = [
        ...(await receiverCandidates(coldStarts)),
        ...partCandidates(coldStarts),
      ];
      const measured = await measureInModes(
        modes,
        candidates.map(({ name, sandbox, useCase }) => ({
          name,
          measure: (throttle) =>
            coldStarts.answerIn(sandbox, useCase, { throttle }),
        })),
        { rounds: rounds(11), progress },
      );
      await coldStarts.close();

      const overFloor = (mode: string, name: string) =>
        measured.ratio(mode, name, floor, ({ readyMs }) => readyMs);
      const verdicts = modes.flatMap(({ name: mode }): Verdict[] => {
        const floors = useCases.map((useCase) => ({
          receiver: receivers[useCase],
          ratio: overFloor(mode, receivers[useCase]).median,
        }));
        const peers = useCases.map((useCase) => ({
          receiver: receivers[useCase],
          ratio: measured.ratio(
            mode,
            peerOf(useCase),
            receivers[useCase],
            ({ readyMs }) => readyMs,
          ).median,
        }));
        const worst = floors.toSorted((a, b) => b.ratio - a.ratio)[0];
        const least = peers.toSorted((a, b) => a.ratio - b.ratio)[0];
        return worst && least
          ? [
              {
                goal: `${mode}: at most ${mostOverFloor} x the empty handler`,
                measured: `${textOf(worst.ratio)} x at most (${worst.receiver})`,
                isMet: worst.ratio <= mostOverFloor,
              },
              {
                goal: `${mode}: at least ${leastOverPeer} x faster than Express`,
                measured: `${textOf(least.ratio)} x at least (${least.receiver})`,
                isMet: least.ratio >= leastOverPeer,
              },
            ]
          : [];
      });

      const rows = modes.flatMap(({ name: mode }) =>
        candidates.map(({ name, kilobytes }): Row => {
          const median = (figure: (run: ColdStart) => number) =>
            measured.median(mode, name, figure);
          const ratio = overFloor(mode, name);
          return {
            processor: mode,
            candidate: name,
            KB: Math.round(kilobytes),
            "start ms": median(({ initMs }) => initMs),
            "first invoke ms": median(({ invokeMs }) => invokeMs),
            "ready ms": median(({ readyMs }) => readyMs),
            "x floor": ratio.median,
            quartiles: `${textOf(ratio.q1)}-${textOf(ratio.q3)}`,
            "CPU ms": median(({ cpuMs }) => cpuMs),
            "CPU x floor": measured.ratio(
              mode,
              name,
              floor,
              ({ cpuMs }) => cpuMs,
            ).median,
            undici: usesUndici(measured.samples(mode, name)),
          };
        }),
      );
      return {
        rows,
        verdicts,
        notes: [
          ...notes,
          "Ready is from the start of the process to the first answer; x floor is the median of the ratios to the empty handler of the same round.",
          "Each process answers one really signed request; DynamoDB, Secrets Manager and Lambda are spoken over HTTP to a local end that answers what the real local parts have answered, at once.",
          "512 MB: what comes before the first event has a whole processor, the invocation 0.29 of one (CFS quota of 5.79 in 20 ms).",
        ],
        chart: {
          title: "Cold start of a receiver, as a multiple of an empty handler",
          description: verdicts
            .map((one) => `${one.goal}: ${one.measured}.`)
            .join(" "),
          unit: " x",
          line: { value: mostOverFloor, label: `goal: ${mostOverFloor} x` },
          groups: modes.map(({ name: mode }) => ({
            label: mode,
            bars: candidates.map(({ name, kind }) => ({
              label: name,
              kind,
              value: overFloor(mode, name).median,
            })),
          })),
        },
      };
    }),
};
