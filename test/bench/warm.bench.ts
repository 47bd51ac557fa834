import type { Benchmark, Row, Verdict } from "./benchmark.ts";
import { type UseCase, useCases } from "./cold/use-cases.ts";
import { receiverCandidates, receivers, peerOf } from "./cold/candidates.ts";
import { startColdStarts, type ColdStart } from "./cold/cold-starts.ts";
import { interleave } from "./interleave.ts";
import { quantile } from "./statistics.ts";
import { textOf } from "./table.ts";

/** Both sides ask AWS for the same. */
const leastOverPeer = { accepted: 1, refused: 1.5 };
/** The number of invocations before the measurement, and in it. */
const warmUps = 100;
const counted = 300;

/** `refused`: a false signature or token, which needs no call to AWS. */
const kinds = ["accepted", "refused"] as const;
type Kind = (typeof kinds)[number];

/** What memory cannot answer: each write of an event, the start of its workflow, the operation that is asked for. */
const needed: Record<UseCase, string> = {
  onboarding: "Invoke 1, PutItem 1",
  offboarding: "Invoke 1, PutItem 1",
  "status-relay": "Invoke 1, PutItem 1",
  events: "Invoke 1, PutItem 1",
  operations: "GetItem 1",
};

export const benchmark: Benchmark = {
  name: "warm",
  title: "The warm path of the receivers",
  run: async ({ rounds, progress }) => {
    const coldStarts = await startColdStarts();
    const candidates = (await receiverCandidates(coldStarts)).filter(
      ({ kind }) => kind !== "floor",
    );
    const nameOf = (kind: Kind, name: string) => `${kind}: ${name}`;
    const measured = await interleave(
      kinds.flatMap((kind) =>
        candidates.map(({ name, sandbox, useCase }) => ({
          name: nameOf(kind, name),
          measure: async () =>
            toWarm(
              await coldStarts.sendRequest(sandbox, useCase, {
                times: warmUps + counted,
                isRefused: kind === "refused",
              }),
            ),
        })),
      ),
      { rounds: rounds(4), warmUps: 0, progress },
    );
    await coldStarts.close();

    const overPeer = (kind: Kind, useCase: UseCase) =>
      measured.ratio(
        nameOf(kind, receivers[useCase]),
        nameOf(kind, peerOf(useCase)),
        ({ perSecond }) => perSecond,
      );
    const callsOf = (name: string) =>
      measured.samples(name).map(({ calls }) => calls)[0] ?? "";
    const rows = kinds.flatMap((kind) =>
      candidates.map(({ name, useCase, kind: whose }): Row => {
        const key = nameOf(kind, name);
        const median = (figure: (warm: Warm) => number) =>
          measured.summary(key, figure).median;
        return {
          request: kind,
          candidate: name,
          "requests/s": Math.round(median(({ perSecond }) => perSecond)),
          "p50 ms": median(({ p50Ms }) => p50Ms),
          "p99 ms": median(({ p99Ms }) => p99Ms),
          "CPU ms/request": median(({ cpuMs }) => cpuMs),
          "x Express": whose === "ours" ? overPeer(kind, useCase).median : 1,
          "AWS requests each": callsOf(key),
        };
      }),
    );
    const verdicts = kinds.map((kind): Verdict => {
      const least = candidates
        .filter((one) => one.kind === "ours")
        .map(({ useCase }) => ({
          useCase,
          ratio: overPeer(kind, useCase).median,
        }))
        .reduce((one, other) => (other.ratio < one.ratio ? other : one));
      return {
        goal: `${kind}: at least ${leastOverPeer[kind]} x the requests/s of Express`,
        measured: `${textOf(least.ratio)} x at least (${receivers[least.useCase]})`,
        isMet: least.ratio >= leastOverPeer[kind],
      };
    });
    const surplus = useCases.filter(
      (useCase) =>
        callsOf(nameOf("accepted", receivers[useCase])) !== needed[useCase],
    );
    return {
      rows,
      verdicts: [
        ...verdicts,
        {
          goal: "no AWS request but those that memory cannot answer",
          measured:
            surplus.length === 0
              ? "none"
              : surplus
                  .map(
                    (useCase) =>
                      `${receivers[useCase]}: ${callsOf(nameOf("accepted", receivers[useCase]))}`,
                  )
                  .join("; "),
          isMet: surplus.length === 0,
        },
      ],
      notes: [
        `One sandbox answers ${warmUps + counted} requests one after the other, of which the last ${counted} count; DynamoDB, Secrets Manager and Lambda answer at once, in another process.`,
        "Express and a receiver make one write for each event. An avatar would need a second one.",
      ],
      chart: {
        title: "Requests per second of one warm sandbox",
        description: verdicts
          .map((one) => `${one.goal}: ${one.measured}.`)
          .join(" "),
        unit: "/s",
        groups: kinds.map((kind) => ({
          label: kind,
          bars: candidates.map(({ name, kind: whose }) => ({
            label: name,
            kind: whose,
            value: measured.summary(
              nameOf(kind, name),
              ({ perSecond }) => perSecond,
            ).median,
          })),
        })),
      },
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

function toWarm({ invocations, asked, invokedAt }: ColdStart): Warm {
  const last = invocations.slice(-counted);
  const durations = last.map(({ durationMs }) => durationMs);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const from = invokedAt[warmUps] ?? 0n;
  return {
    perSecond: 1000 / (sum(durations) / counted),
    p50Ms: quantile(durations, 0.5),
    p99Ms: quantile(durations, 0.99),
    cpuMs: sum(last.map(({ cpuMs }) => cpuMs)) / counted,
    calls: countCalls(asked.filter(({ at }) => at >= from)),
  };
}

function countCalls(asked: { name: string }[]): string {
  const counts = new Map<string, number>();
  for (const { name } of asked) {
    const call = name.includes("/invocations")
      ? "Invoke"
      : (name.split(" ")[1] ?? name);
    counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([call, count]) => `${call} ${textOf(count / counted)}`)
    .join(", ");
}
