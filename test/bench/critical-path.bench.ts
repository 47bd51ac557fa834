import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { avatarOf, hireOf, tasksOf } from "../fixtures/hire.ts";
import type { Benchmark } from "./benchmark.ts";
import { startBenchmarkEnvironment } from "./environment.ts";
import { interleave } from "./measure.ts";
import type { Lambda } from "./start-lambda.ts";
import type { Row } from "./table.ts";

const states = ["warm", "cold"] as const;
type State = (typeof states)[number];
/** Of the platform, for each call. */
const callMs = 50;
const limitMs = 3 * callMs;
const goals = { warm: 1.1, cold: 1.3 };

type Onboarding = {
  totalMs: number;
  /** Until the last answer of the platform: then the person is complete. */
  completeMs: number;
};

/** A hire with every call to the platform and all of our own records. */
export const benchmark: Benchmark = {
  name: "critical-path",
  title: "One onboarding, with an avatar of 200 KB and five tasks",
  async run({ progress, rounds }) {
    const byTransport = {
      http: await startOnboarding({}),
      https: await startOnboarding({ isSecure: true }),
    };
    const candidates = Object.entries(byTransport).flatMap(
      ([transport, platform]) =>
        states.map((state) => ({
          state,
          name: `${transport}, ${state}`,
          measure: () => platform.onboard(state),
        })),
    );
    // Twice before it counts: the very first onboarding logs in.
    const measured = await interleave(candidates, {
      rounds: rounds(11),
      warmUps: 2,
      progress,
    });
    for (const platform of Object.values(byTransport)) await platform.close();

    const found = candidates.map(({ name, state }) => ({
      name,
      state,
      ms: Math.round(measured.median(name, ({ totalMs }) => totalMs)),
      completeMs: Math.round(
        measured.median(name, ({ completeMs }) => completeMs),
      ),
    }));
    return {
      rows: found.map(({ name, ms, completeMs }): Row => ({
        candidate: name,
        ms,
        "x three round trips": ms / limitMs,
        "complete ms": completeMs,
      })),
      verdicts: found.map(({ name, state, ms, completeMs }) => ({
        goal: `${name}: at most ${goals[state]} x three round trips`,
        measured: `${(ms / limitMs).toFixed(2)} x; the person is complete after ${(completeMs / limitMs).toFixed(2)} x`,
        isMet: ms / limitMs <= goals[state],
      })),
      notes: [
        "Ours needs two round trips, not three: a new person's requests use HTTP Basic and need no login. The time above two round trips is that of our own writes to DynamoDB, and of the checkpoints with which an operation survives a crash.",
        "`complete ms` is when the platform has given its last answer; from there on it is only written down.",
        "DynamoDB and the engine are local, two to five milliseconds a request; on AWS they take about as long.",
        "Cold is a new process that has loaded its bundle and has no connection, no secret and no token in memory; the token lies in the table.",
      ],
    };
  },
};

const tls = resolve(import.meta.dirname, "../fixtures/tls");
const certificate = `${tls}/loopback.cert.pem`;
const avatar = {
  base64: Buffer.from(avatarOf(200 * 1024)).toString("base64"),
};

/** Starts a slow platform, and the workflow in a warm sandbox. */
async function startOnboarding({ isSecure = false }) {
  const key = `${tls}/loopback.key.pem`;
  const environment = await startBenchmarkEnvironment(
    isSecure
      ? {
          platform: {
            tls: {
              cert: readFileSync(certificate, "utf8"),
              key: readFileSync(key, "utf8"),
            },
          },
          environment: { NODE_EXTRA_CA_CERTS: certificate },
        }
      : {},
  );
  const { platform } = environment;
  await platform.addFault({ kind: "latency", ms: callMs });
  const start = () => environment.start("employment-workflow");
  const warm = start();
  let hires = 0;

  async function onboardIn(lambda: Lambda): Promise<Onboarding> {
    environment.use(lambda);
    await platform.takeJournal();
    const hire = hireOf(`E${++hires}`, { tasks: tasksOf(5) });
    const { beganAtMs, tookMs: totalMs } = await environment.hire({
      ...hire,
      avatar,
    });
    const last = (await platform.takeJournal()).at(-1);
    const completeMs = (last?.atMs ?? NaN) + callMs - beganAtMs;
    return { totalMs, completeMs };
  }

  return {
    async onboard(state: State): Promise<Onboarding> {
      if (state === "warm") return onboardIn(warm);
      // A process that has loaded its bundle and was not invoked yet.
      const cold = start();
      await cold.loaded;
      const onboarding = await onboardIn(cold);
      await cold.end();
      return onboarding;
    },
    async close() {
      await warm.end();
      await environment.close();
    },
  };
}
