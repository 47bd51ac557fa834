import { type Benchmark, verdictOfWorst } from "./benchmark.ts";
import {
  buildCandidates,
  floor,
  peerOf,
  receivers,
} from "./cold/candidates.ts";
import { type ColdStart, startColdStarts } from "./cold/cold-starts.ts";
import {
  deployedMbOf,
  modeNameOf,
  unthrottled,
  withModes,
} from "./cold/modes.ts";
import { useCases } from "./cold/use-cases.ts";
import { interleave } from "./measure.ts";
import { type Row, textOf } from "./table.ts";

const deployedMb = deployedMbOf("onboarding-receiver");
const mostOverFloor = 4.2;
/** A sender waits for the deployed size. Without a limit, what both sides load weighs more. */
const leastOverPeer = {
  [unthrottled.name]: 1.9,
  [modeNameOf(deployedMb)]: 3,
};
/** Of the first request, at the deployed size. */
const mostFirstMs = 30;

export const benchmark: Benchmark = {
  name: "cold",
  title: "Cold start of the receivers",
  run: ({ rounds, progress }) =>
    withModes([deployedMb], async (sized) => {
      const coldStarts = await startColdStarts();
      const candidates = await buildCandidates(coldStarts);
      const modes = [unthrottled, ...sized];
      const keyOf = (mode: string, name: string) => `${mode}: ${name}`;
      const measured = await interleave(
        modes.flatMap(({ name: mode, throttle }) =>
          candidates.map(({ name, sandbox, useCase }) => ({
            name: keyOf(mode, name),
            measure: () =>
              coldStarts.sendRequest(sandbox, useCase, { throttle, times: 2 }),
          })),
        ),
        { rounds: rounds(7), progress },
      );
      await coldStarts.close();

      const readyMs = (run: ColdStart) => run.readyMs;
      const firstMs = ({ invocations: [first] }: ColdStart) =>
        first?.durationMs ?? NaN;
      const overFloor = (mode: string, name: string) =>
        measured.ratio(keyOf(mode, name), keyOf(mode, floor), readyMs);
      const ofReceivers = (
        figure: (receiver: string, peer: string) => number,
      ) =>
        useCases.map(
          (useCase) =>
            [
              receivers[useCase],
              figure(receivers[useCase], peerOf(useCase)),
            ] as const,
        );
      const deployed = modeNameOf(deployedMb);
      return {
        rows: modes.flatMap(({ name: mode }) =>
          candidates.map(({ name, kilobytes }): Row => {
            const key = keyOf(mode, name);
            const { median, q1, q3 } = overFloor(mode, name);
            return {
              processor: mode,
              candidate: name,
              KB: Math.round(kilobytes),
              "start ms": measured.median(key, ({ initMs }) => initMs),
              "first request ms": measured.median(key, firstMs),
              "second ms": measured.median(
                key,
                ({ invocations: [, second] }) => second?.durationMs ?? NaN,
              ),
              "ready ms": measured.median(key, readyMs),
              "x floor": median,
              quartiles: `${textOf(q1)}-${textOf(q3)}`,
              "CPU ms": measured.median(key, ({ cpuMs }) => cpuMs),
              "CPU x floor": measured.ratio(
                key,
                keyOf(mode, floor),
                ({ cpuMs }) => cpuMs,
              ).median,
            };
          }),
        ),
        verdicts: [
          ...modes.flatMap(({ name: mode }) => {
            const leastRatio = leastOverPeer[mode] ?? NaN;
            return [
              verdictOfWorst(
                `${mode}: at most ${mostOverFloor} x the empty handler`,
                "at most",
                mostOverFloor,
                "x",
                ofReceivers((receiver) => overFloor(mode, receiver).median),
              ),
              verdictOfWorst(
                `${mode}: at least ${leastRatio} x faster than Express`,
                "at least",
                leastRatio,
                "x",
                ofReceivers(
                  (receiver, peer) =>
                    measured.ratio(
                      keyOf(mode, peer),
                      keyOf(mode, receiver),
                      readyMs,
                    ).median,
                ),
              ),
            ];
          }),
          verdictOfWorst(
            `${deployed}: the first request in at most ${mostFirstMs} ms`,
            "at most",
            mostFirstMs,
            "ms",
            ofReceivers((receiver) =>
              measured.median(keyOf(deployed, receiver), firstMs),
            ),
          ),
        ],
        notes: [
          "Ready is from the start of the process to the first answer; x floor is the median of the ratios to the empty handler of the same round.",
          "Each process answers two requests with a valid signature. A server takes its requests to DynamoDB, Secrets Manager and Lambda over HTTP, and answers them at once with the recorded answers of the local parts.",
          `${deployed} is the deployed size. What comes before the first event has whole processors, an invocation its share of one: 0.29 of one at 512 MB (CFS quota of 5.79 in 20 ms), 0.58 at 1,024 MB.`,
          "The Express peer of events-receiver is that of onboarding: the same hire.",
        ],
      };
    }),
};
