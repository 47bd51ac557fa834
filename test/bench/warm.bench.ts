import { type Benchmark, verdictOf } from "./benchmark.ts";
import { quantile } from "./measure.ts";
import { buildCandidates, measureReceivers, ours, peer } from "./receivers.ts";
import type { SandboxRun } from "./start-lambda.ts";
import type { Row } from "./table.ts";

/** We must answer at least this many times the requests a second of Express. Both make the same requests to AWS. */
const leastOverPeer = 1;
/** So many invocations come before the measured ones. */
const warmUps = 100;
const counted = 300;

export const benchmark: Benchmark = {
  name: "warm",
  title: "The warm path of the receivers",
  run: async ({ rounds, progress }) => {
    const bundles = await buildCandidates();
    const cases = [ours, peer].map((name) => ({ name, bundle: bundles[name] }));
    const measured = await measureReceivers(cases, warmUps + counted, {
      rounds: rounds(4),
      progress,
    });
    return {
      rows: cases.map(({ name }): Row => {
        const median = (figure: (run: SandboxRun) => number) =>
          measured.median(name, figure);
        const overPeer = measured.ratio(name, peer, perSecond).median;
        return {
          candidate: name,
          "requests/s": Math.round(median(perSecond)),
          "p50 ms": median((run) => quantile(durationsOf(run), 0.5)),
          "p99 ms": median((run) => quantile(durationsOf(run), 0.99)),
          "CPU ms/request": median(cpuMs),
          "x Express": overPeer,
        };
      }),
      verdicts: [
        verdictOf(
          `at least ${leastOverPeer} x the requests/s of Express`,
          measured.ratio(ours, peer, perSecond).median,
          { least: leastOverPeer },
        ),
      ],
      notes: [
        `One sandbox answers ${warmUps + counted} requests one after the other, of which the last ${counted} count; DynamoDB and Lambda answer at once, in another process.`,
        "Express and the receiver make one write for each event. An avatar would need a second one.",
        "A request that is not authentic is answered after 300 ms, on purpose, so it is not measured.",
      ],
    };
  },
};

function durationsOf({ invocations }: SandboxRun): number[] {
  return invocations.slice(-counted).map(({ durationMs }) => durationMs);
}

function perSecond(run: SandboxRun): number {
  return 1000 / mean(durationsOf(run));
}

function cpuMs({ invocations }: SandboxRun): number {
  return mean(invocations.slice(-counted).map((one) => one.cpuMs));
}

function mean(values: number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
