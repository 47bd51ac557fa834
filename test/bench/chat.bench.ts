import { chatSamples } from "../../infra/sample/chat.ts";
import { startGateway } from "../../infra/local/aws/api-gateway/start-gateway.ts";
import { hireOf } from "../fixtures/hire.ts";
import type { Benchmark } from "./benchmark.ts";
import { deployedMbOf, modeNameOf, withModes } from "./cold/modes.ts";
import { startBenchmarkEnvironment } from "./environment.ts";
import { interleave } from "./measure.ts";
import type { Lambda } from "./start-lambda.ts";

const mostMs = 1_000;
/** Of the platform, for each call. */
const callMs = 50;
const states = ["cold", "warm"] as const;
type State = (typeof states)[number];
const receiver = "status-relay-receiver";
const workflow = "status-relay-workflow";
const employeeId = "E-1042";
const { zulip } = chatSamples;

/** From the command of a user to the answer in the chat: receiver, workflow, and two calls to the platform. */
export const benchmark: Benchmark = {
  name: "chat",
  title: "A command in chat, until its user reads the answer",
  run: ({ rounds, progress }) =>
    withModes(
      [deployedMbOf(receiver), deployedMbOf(workflow)],
      async (sized) => {
        const throttleOf = (name: typeof receiver | typeof workflow) =>
          sized.find((one) => one.name === modeNameOf(deployedMbOf(name)))
            ?.throttle;
        const chat = await startChat(
          throttleOf(receiver),
          throttleOf(workflow),
        );
        const measured = await interleave(
          states.map((state) => ({
            name: state,
            measure: () => chat.ask(state),
          })),
          { rounds: rounds(9), progress },
        );
        await chat.close();
        const medianOf = (state: State) =>
          Math.round(measured.median(state, (ms) => ms));
        const cold = medianOf("cold");
        return {
          rows: states.map((state) => ({
            sandboxes: state,
            ms: medianOf(state),
          })),
          verdicts: [
            {
              goal: `cold: below ${mostMs} ms`,
              measured: `${cold} ms, warm ${medianOf("warm")} ms`,
              isMet: cold < mostMs,
            },
          ],
          notes: [
            `Cold: a new process for the receiver (${deployedMbOf(receiver)} MB) and one for the workflow (${deployedMbOf(workflow)} MB). The time that AWS takes to prepare a sandbox comes on top.`,
          ],
        };
      },
    ),
};

/** Everything that a command in chat meets, with a linked user. */
async function startChat(
  ofReceiver: string | undefined,
  ofWorkflow: string | undefined,
) {
  const environment = await startBenchmarkEnvironment();
  await linkUser(environment);
  await environment.platform.addFault({ kind: "latency", ms: callMs });
  const start = {
    receiver: () => environment.start(receiver, { throttle: ofReceiver }),
    workflow: () => environment.start(workflow, { throttle: ofWorkflow }),
  };
  const warm = { receiver: start.receiver(), workflow: start.workflow() };
  let receive: Lambda["invoke"] = warm.receiver.invoke;
  const gateway = await startGateway({
    routes: [{ path: "/{path+}", function: receiver }],
    invoke: async (_name, event) => ({
      status: "returned",
      payload: JSON.stringify(await receive(event)),
    }),
  });
  let asked = 0;

  return {
    /** Resolves to the milliseconds until the answer. A cold sandbox starts with the first event that it gets. */
    async ask(state: State): Promise<number> {
      const started: Lambda[] = [];
      const lambdaOf = (part: keyof typeof start) => {
        if (state === "warm") return warm[part];
        const lambda = start[part]();
        started.push(lambda);
        return lambda;
      };
      receive = (event) => lambdaOf("receiver").invoke(event);
      environment.use({
        invoke: (event) => lambdaOf("workflow").invoke(event),
      });
      const fromMs = performance.now();
      const answer = await type(gateway.endpoint, `Engine ${++asked}`);
      const tookMs = performance.now() - fromMs;
      if (!answer.includes("your status is set"))
        throw new Error(`the user read something else: ${answer}`);
      for (const lambda of started) await lambda.end();
      return tookMs;
    },
    async close() {
      for (const lambda of Object.values(warm)) lambda.kill();
      await gateway.close();
      await environment.close();
    },
  };
}

/** Types a command as a user of Zulip. */
async function type(origin: string, text: string): Promise<string> {
  if (!zulip) throw new Error("there is no sample of Zulip");
  const response = await fetch(`${origin}/status/zulip`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: zulip.bodyOf({
      text,
      userId: zulip.userId,
      nowMs: Date.now(),
      key: "local-zulip-token",
    }),
  });
  return response.text();
}

/** Hires the employee who types. */
async function linkUser(
  environment: Awaited<ReturnType<typeof startBenchmarkEnvironment>>,
): Promise<void> {
  const lambda = environment.start("employment-workflow");
  environment.use(lambda);
  const identities = { zulip: zulip?.userId };
  await environment.hire(hireOf(employeeId, { identities }));
  await lambda.end();
}
