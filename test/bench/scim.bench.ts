import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { entraToken } from "../../infra/local/credentials.ts";
import { startGateway } from "../../infra/local/aws/api-gateway/start-gateway.ts";
import { startBenchmarkEnvironment } from "../environments/benchmark.ts";
import {
  mixedRequest,
  type RequestKind,
  requestKinds,
} from "../functions/scim/mixed-requests.ts";
import type { Benchmark } from "./benchmark.ts";
import { quantile } from "./statistics.ts";

/** What providers may ask of a tenant. */
const rate = 25;
const mostMs = 3_000;
/** Of the platform, for each call. */
const callMs = 50;
const receiver = "scim-receiver";
const workflow = "employment-workflow";
const oktaToken = "bench-okta-token-of-32-characters";
const providers = [
  { name: "entra", token: entraToken },
  { name: "okta", token: oktaToken },
];
type Answer = { kind: RequestKind; status: number; tookMs: number };

export const benchmark: Benchmark = {
  name: "scim",
  title: "Two identity providers at once",
  async run({ progress, rounds }) {
    const service = await startService();
    progress(`${rate} requests a second`);
    const answers = await service.load(rounds(30));
    await service.close();
    const latenciesOf = (kind?: string) =>
      answers
        .filter((one) => kind === undefined || one.kind === kind)
        .map(({ tookMs }) => tookMs);
    const figure = (share: number, kind?: string) =>
      Math.round(quantile(latenciesOf(kind), share));
    const p95 = figure(0.95);
    const refused = answers.filter(({ status }) => status >= 400).length;
    return {
      rows: [...requestKinds, undefined].map((kind) => ({
        request: kind ?? "all",
        answered: latenciesOf(kind).length,
        "p50 ms": figure(0.5, kind),
        "p95 ms": figure(0.95, kind),
      })),
      chart: {
        title: "How long an identity provider waits for an answer",
        description: `At ${rate} requests a second, 95 % are answered within ${p95} ms.`,
        unit: " ms",
        groups: requestKinds.map((kind) => ({
          label: kind,
          bars: [0.5, 0.95].map((share) => ({
            label: `p${100 * share}`,
            kind: "ours" as const,
            value: figure(share, kind),
          })),
        })),
        line: { value: mostMs, label: "goal" },
      },
      verdicts: [
        {
          goal: `p95 below ${mostMs} ms`,
          measured: `${p95} ms`,
          isMet: p95 < mostMs,
        },
        {
          goal: "none refused",
          measured: `${refused} of ${answers.length}`,
          isMet: refused === 0,
        },
      ],
      notes: [
        `An answer to a change waits for its work, which calls the platform; each call takes ${callMs} ms. One process is the receiver, and two are the workflow. Platform, engine, gateway and the tables, which are in memory, share the machine with them.`,
      ],
    };
  },
};

/** The bundles of the receiver and of the workflow, and what they call. */
async function startService() {
  const environment = await startBenchmarkEnvironment({
    tables: "memory",
    callers: {
      okta: {
        scheme: "bearer",
        keys: [oktaToken],
        scopes: ["onboard", "adopt", "update", "offboard"],
        scim: {},
      },
    },
  });
  const received = await environment.startFunction(receiver);
  const workflows = [
    await environment.startFunction(workflow),
    await environment.startFunction(workflow),
  ];
  environment.use(...workflows);
  await environment.platform.addFault({ kind: "latency", ms: callMs });
  const gateway = await startGateway({
    routes: [{ path: "/{path+}", function: receiver }],
    invoke: async (_name, event) => {
      const { answer } = await received.invoke(event);
      return { status: "returned", payload: JSON.stringify(answer) };
    },
  });
  const send = createSender(gateway.endpoint);
  // The first requests of a process are slower.
  await send(1);
  await environment.executions.idle();

  return {
    load: send,
    async close() {
      for (const sandbox of [received, ...workflows]) await sandbox.close();
      await gateway.close();
      await environment.close();
    },
  };
}

/** Two providers that send at the rate, whether they are answered or not. */
function createSender(origin: string) {
  const ids = providers.map((): string[] => []);
  let sent = 0;

  async function sendOne(): Promise<Answer> {
    const number = ++sent;
    const which = number % providers.length;
    const { name, token } = providers[which]!;
    const known = ids[which]!;
    const id = known[number % Math.max(1, known.length)];
    const { kind, method, path, body } = mixedRequest(number, id);
    const fromMs = performance.now();
    const answer = await fetch(`${origin}/scim/v2/${name}/Users${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/scim+json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const tookMs = performance.now() - fromMs;
    const { status } = answer;
    if (status === 201) known.push(userSchema.parse(JSON.parse(text)).id);
    return { kind, status, tookMs };
  }

  return async (seconds: number): Promise<Answer[]> => {
    const answers: Promise<Answer>[] = [];
    const fromMs = performance.now();
    for (let number = 0; number < rate * seconds; number++) {
      const inMs = fromMs + (number * 1_000) / rate - performance.now();
      if (inMs > 0) await sleep(inMs);
      answers.push(sendOne());
    }
    return Promise.all(answers);
  };
}

const userSchema = z.object({ id: z.string() });
