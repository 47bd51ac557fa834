import { type Benchmark, type Verdict, verdictOf } from "./benchmark.ts";
import {
  deployedMbOf,
  type ProcessorShare,
  sizeNameOf,
  unthrottled,
  withProcessorShares,
} from "./processor-shares.ts";
import {
  buildCandidates,
  type CandidateName,
  floor,
  kilobytesOf,
  measureReceivers,
  ours,
  peer,
} from "./receivers.ts";
import type { SandboxRun } from "./start-lambda.ts";
import { type Row, textOf } from "./table.ts";

const deployedMb = deployedMbOf(ours);
/** How many times as long as the empty handler we may take. */
const mostOverFloor = 4.2;
/** By how much we must be faster than Express. With a whole processor, loading the modules weighs more. */
const leastOverPeer = (share: ProcessorShare) =>
  share === unthrottled ? 1.9 : 3;
/** The time limit of the first request, at the deployed size. */
const mostFirstMs = 30;

const readyMs = (run: SandboxRun) => run.readyMs;
const cpuMs = (run: SandboxRun) => run.cpuMs;
const durationMs = (nth: number) => (run: SandboxRun) =>
  run.invocations[nth]?.durationMs ?? NaN;

export const benchmark: Benchmark = {
  name: "cold",
  title: "Cold start of the receivers",
  run: ({ rounds, progress }) =>
    withProcessorShares([deployedMb], async (sized) => {
      const bundles = await buildCandidates();
      const shares = [unthrottled, ...sized];
      const cases = shares.flatMap((share) =>
        [floor, ours, peer].map((candidate) => ({
          share,
          candidate,
          name: keyOf(share, candidate),
          bundle: bundles[candidate],
          throttle: share.throttle,
        })),
      );
      const measured = await measureReceivers(cases, 2, {
        rounds: rounds(7),
        progress,
      });

      return {
        rows: cases.map(({ share, candidate, name, bundle }): Row => {
          const median = (figure: (run: SandboxRun) => number) =>
            measured.median(name, figure);
          const overFloor = (figure: (run: SandboxRun) => number) =>
            measured.ratio(name, keyOf(share, floor), figure);
          const ratio = overFloor(readyMs);
          return {
            processor: share.name,
            candidate,
            KB: kilobytesOf(bundle),
            "start ms": median(({ initMs }) => initMs),
            "first request ms": median(durationMs(0)),
            "second ms": median(durationMs(1)),
            "ready ms": median(readyMs),
            "x floor": ratio.median,
            quartiles: `${textOf(ratio.q1)}-${textOf(ratio.q3)}`,
            "CPU ms": median(cpuMs),
            "CPU x floor": overFloor(cpuMs).median,
          };
        }),
        verdicts: shares.flatMap((share): Verdict[] => {
          const ratio = (above: CandidateName, below: CandidateName) =>
            measured.ratio(keyOf(share, above), keyOf(share, below), readyMs)
              .median;
          const least = leastOverPeer(share);
          const firstMs = measured.median(keyOf(share, ours), durationMs(0));
          return [
            verdictOf(
              `${share.name}: at most ${mostOverFloor} x the empty handler`,
              ratio(ours, floor),
              { most: mostOverFloor },
            ),
            verdictOf(
              `${share.name}: at least ${least} x faster than Express`,
              ratio(peer, ours),
              { least },
            ),
            ...(share === unthrottled
              ? []
              : [
                  verdictOf(
                    `${share.name}: the first request in at most ${mostFirstMs} ms`,
                    firstMs,
                    { most: mostFirstMs },
                  ),
                ]),
          ];
        }),
        notes: [
          "Ready is from the start of the process to the first answer; x floor is the median of the ratios to the empty handler of the same round.",
          "Each process answers two hires with a valid signature. DynamoDB and Lambda answer at once, in another process.",
          `${sizeNameOf(deployedMb)} is the deployed size. What comes before the first event has whole processors, an invocation its share of one: 0.29 of one at 512 MB (CFS quota of 5.79 in 20 ms), 0.58 at 1,024 MB.`,
        ],
      };
    }),
};

function keyOf(share: ProcessorShare, candidate: CandidateName): string {
  return `${share.name}: ${candidate}`;
}
