import type { Bar, Benchmark, Row } from "./benchmark.ts";
import { callMs, startCandidate } from "./critical-path/candidates.ts";
import type { TimeSplit } from "./critical-path/time-split.ts";
import { interleave, type Measured } from "./interleave.ts";

const transports = ["http", "https"] as const;
const states = ["warm", "cold"] as const;
const limitMs = 3 * callMs;
const goals = { warm: 1.1, cold: 1.3 };

/** A hire with every call to the platform and all of our own records. */
export const benchmark: Benchmark = {
  name: "critical-path",
  title: "One onboarding, with an avatar of 200 KB and five tasks",
  async run({ progress, rounds }) {
    const byTransport = {
      http: await startCandidate("http"),
      https: await startCandidate("https"),
    };
    const candidates = transports.flatMap((transport) =>
      states.map((state) => ({
        transport,
        state,
        name: `${transport}, ${state}`,
        measure: () => byTransport[transport].onboard(state),
      })),
    );
    // Twice before it counts: the very first onboarding logs in.
    const measured = await interleave(candidates, {
      rounds: rounds(11),
      warmUps: 2,
      progress,
    });
    await Promise.all(
      transports.map((transport) => byTransport[transport].close()),
    );

    const medianOf = (name: string, figure: (split: TimeSplit) => number) =>
      measured.summary(name, figure).median;
    return {
      rows: candidates.map(({ name }) => rowOf(measured, name)),
      chart: {
        title: `One onboarding, in round trips of ${callMs} ms`,
        description:
          "How long one onboarding takes, by http and https, warm and cold.",
        unit: " x",
        groups: candidates.map(({ name }) => ({
          label: name,
          bars: [barOf(medianOf(name, totalMs))],
        })),
        line: { value: 3, label: "three round trips" },
      },
      verdicts: candidates.map(({ name, state }) => {
        const share = medianOf(name, totalMs) / limitMs;
        const complete = medianOf(name, ({ doneMs }) => doneMs) / limitMs;
        return {
          goal: `${name}: at most ${goals[state]} x three round trips`,
          measured: `${share.toFixed(2)} x; the person is complete after ${complete.toFixed(2)} x`,
          isMet: share <= goals[state],
        };
      }),
      notes: [
        "Ours needs two round trips, not three: a new person's requests use HTTP Basic and need no login. The time above two round trips is that of our own writes to DynamoDB, and of the checkpoints with which an operation survives a crash.",
        "`complete ms` is when the platform has given its last answer; from there on it is only written down.",
        "The columns from `platform` on add up to `ms`: a moment in which several were waited for belongs to the first of them. DynamoDB and the engine are local, two to five milliseconds a request; on AWS they take about as long.",
        "Cold is a new process that has loaded its bundle and has no connection, no secret and no token in memory; the token lies in the table.",
      ],
    };
  },
};

function barOf(ms: number): Bar {
  const value = ms / callMs;
  return {
    label: "durable workflow",
    kind: "ours",
    value,
    text: value.toFixed(1),
  };
}

function totalMs(split: TimeSplit): number {
  return split.totalMs;
}

function rowOf(measured: Measured<TimeSplit>, name: string): Row {
  const medianOf = (figure: (split: TimeSplit) => number) =>
    Math.round(measured.summary(name, figure).median * 10) / 10;
  const ms = medianOf(totalMs);
  return {
    candidate: name,
    ms,
    "x three round trips": ms / limitMs,
    "complete ms": medianOf((split) => split.doneMs),
    platform: medianOf((split) => split.platformMs),
    engine: medianOf((split) => split.engineMs),
    DynamoDB: medianOf((split) => split.dynamodbMs),
    secrets: medianOf((split) => split.secretsMs),
    code: medianOf((split) => split.codeMs),
    outside: medianOf((split) => split.outsideMs),
  };
}
