import { type Benchmark, verdictOfWorst } from "./benchmark.ts";
import { buildCandidates, peerOf, receivers } from "./cold/candidates.ts";
import { type ColdStart, startColdStarts } from "./cold/cold-starts.ts";
import { type UseCase, useCases } from "./cold/use-cases.ts";
import { interleave, quantile } from "./measure.ts";
import { type Row, textOf } from "./table.ts";

/** Of the requests a second. Both sides ask AWS for the same. */
const leastOverPeer = 1;
/** The number of invocations before the measurement, and in it. */
const warmUps = 100;
const counted = 300;

export const benchmark: Benchmark = {
  name: "warm",
  title: "The warm path of the receivers",
  run: async ({ rounds, progress }) => {
    const coldStarts = await startColdStarts();
    const candidates = (await buildCandidates(coldStarts)).filter(
      ({ kind }) => kind !== "floor",
    );
    const measured = await interleave(
      candidates.map(({ name, sandbox, useCase }) => ({
        name,
        measure: async () =>
          toWarm(
            await coldStarts.sendRequest(sandbox, useCase, {
              times: warmUps + counted,
            }),
          ),
      })),
      { rounds: rounds(4), warmUps: 0, progress },
    );
    await coldStarts.close();

    const overPeer = (useCase: UseCase) =>
      measured.ratio(
        receivers[useCase],
        peerOf(useCase),
        ({ perSecond }) => perSecond,
      ).median;
    const callsOf = (name: string) => measured.samples(name)[0]?.calls ?? "";
    const surplus = useCases
      .map((useCase) => ({
        name: receivers[useCase],
        calls: callsOf(receivers[useCase]),
        needed: useCase === "operations" ? "GetItem 1" : "Invoke 1, PutItem 1",
      }))
      .filter(({ calls, needed }) => calls !== needed)
      .map(({ name, calls }) => `${name}: ${calls}`);
    return {
      rows: candidates.map(({ name, useCase, kind }): Row => {
        const median = (figure: (warm: Warm) => number) =>
          measured.median(name, figure);
        return {
          candidate: name,
          "requests/s": Math.round(median(({ perSecond }) => perSecond)),
          "p50 ms": median(({ p50Ms }) => p50Ms),
          "p99 ms": median(({ p99Ms }) => p99Ms),
          "CPU ms/request": median(({ cpuMs }) => cpuMs),
          "x Express": kind === "ours" ? overPeer(useCase) : 1,
          "AWS requests each": callsOf(name),
        };
      }),
      verdicts: [
        verdictOfWorst(
          `at least ${leastOverPeer} x the requests/s of Express`,
          "at least",
          leastOverPeer,
          "x",
          useCases.map((useCase) => [receivers[useCase], overPeer(useCase)]),
        ),
        {
          goal: "no AWS request but those that memory cannot answer",
          measured: surplus.join("; ") || "none",
          isMet: surplus.length === 0,
        },
      ],
      notes: [
        `One sandbox answers ${warmUps + counted} requests one after the other, of which the last ${counted} count; DynamoDB, Secrets Manager and Lambda answer at once, in another process.`,
        "Express and a receiver make one write for each event. An avatar would need a second one.",
        "A request that is not authentic is answered after 300 ms, on purpose, so it is not measured.",
      ],
    };
  },
};

type Warm = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of one request. */
  cpuMs: number;
  /** What one request asked of AWS: `Invoke 1, PutItem 2`. */
  calls: string;
};

function toWarm({ invocations, asked }: ColdStart): Warm {
  const last = invocations.slice(-counted);
  const durations = last.map(({ durationMs }) => durationMs);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const from = last[0]?.at ?? 0n;
  return {
    perSecond: 1000 / (sum(durations) / counted),
    p50Ms: quantile(durations, 0.5),
    p99Ms: quantile(durations, 0.99),
    cpuMs: sum(last.map(({ cpuMs }) => cpuMs)) / counted,
    calls: countCalls(asked.filter(({ at }) => at >= from)),
  };
}

function countCalls(asked: { name: string }[]): string {
  const calls = Object.groupBy(asked, ({ name }) =>
    name.includes("/invocations") ? "Invoke" : (name.split(" ")[1] ?? name),
  );
  return Object.entries(calls)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([call, all = []]) => `${call} ${textOf(all.length / counted)}`)
    .join(", ");
}
