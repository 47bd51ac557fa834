import { setTimeout } from "node:timers/promises";
import { localFunctions } from "../../../infra/local/functions.ts";
import { startGateway } from "../../../infra/local/aws/api-gateway/start-gateway.ts";
import { createDurableExecutions } from "../../../infra/local/aws/lambda/durable-executions.ts";
import { createLambdaApi } from "../../../infra/local/aws/lambda/lambda-api.ts";
import { type UseCase, recordedUseCases, send } from "./use-cases.ts";
import {
  type AnswerTo,
  isLambda,
  type RequestServer,
  startRequestServer,
} from "../requests.ts";
import { type RecordedScenario, record } from "./recording.ts";
import {
  createStartLambda,
  type Lambda,
  type SandboxRun,
  type Sandbox,
} from "../start-lambda.ts";

type RunOptions = {
  /** Of a {@link Mode}. */
  throttle?: string | undefined;
  /** The time that AWS and the platform take for each answer. @default none */
  latency?: Latency;
  /** How often the sandbox is invoked, one time after the other. @default 1 */
  times?: number;
};
export type Latency = { awsMs: number; platformMs: number };
/** One run of a sandbox, and its requests, in order. */
export type ColdStart = SandboxRun & {
  asked: ReturnType<RequestServer["take"]>;
};

export type ColdStarts = Awaited<ReturnType<typeof startColdStarts>>;

const anyPath = [{ path: "/{path+}", function: "any" }];

/**
 * Starts everything around a sandbox: the sender, the answers to its requests, and its process.
 *
 * @param more - what is recorded besides the use cases
 */
export async function startColdStarts<Name extends string = never>(
  more: readonly RecordedScenario<Name>[] = [],
) {
  const server = await startRequestServer();
  const { scenarios, location } = recordedUseCases();
  const recording = await record<UseCase | Name>(server, [
    ...scenarios,
    ...more,
  ]);
  const startLambda = await createStartLambda();
  const functions = localFunctions({
    dynamodb: server.endpoint,
    secretsManager: server.endpoint,
    platform: server.endpoint,
  });
  let answerGateway: (event: unknown) => Promise<unknown>;
  const gateway = await startGateway({
    routes: anyPath,
    invoke: async (_name, event) => ({
      status: "returned",
      payload: JSON.stringify(await answerGateway(event)),
    }),
  });

  /** Works with a new sandbox, whose process starts with the first event and ends with the work. */
  async function inNew(
    sandbox: Sandbox,
    { throttle }: RunOptions,
    work: (invoke: Lambda["invoke"]) => Promise<unknown>,
  ): Promise<ColdStart> {
    server.take();
    let lambda: Lambda | undefined;
    try {
      await work((event, count) => {
        lambda ??= startLambda(sandbox, throttle);
        return lambda.invoke(event, count);
      });
      if (!lambda) throw new Error(`${sandbox.bundle} was not invoked`);
      const run = await lambda.end();
      return { ...run, asked: server.take() };
    } finally {
      lambda?.kill();
    }
  }

  return {
    /** The bundle of one of the project's functions, and its environment with the endpoints of this process. */
    sandboxOf(name: string): Sandbox {
      const found = functions[name];
      if (!found) throw new Error(`There is no function ${name}.`);
      return {
        bundle: found.bundle,
        environment: { ...found.environment, ...server.environment },
      };
    },
    /** The environment of a candidate that is not a function of the project. */
    environment: {
      ...functions["operations-api"]?.environment,
      ...functions["onboarding-receiver"]?.environment,
      ...server.environment,
    },

    /** Sends the request of a use case to a new sandbox; throws unless it is answered 2xx. */
    sendRequest(
      sandbox: Sandbox,
      useCase: UseCase,
      { times = 1, ...options }: RunOptions = {},
    ): Promise<ColdStart> {
      server.answerWith(late(recording.replay(useCase), options.latency));
      return inNew(sandbox, options, async (invoke) => {
        answerGateway = (event) => invoke(event, times);
        const response = await send(useCase, gateway.endpoint, location());
        if (!response.ok)
          throw new Error(
            `${sandbox.bundle} answered ${response.status}: ${await response.text()}`,
          );
      });
    },

    /** Sends an event to a new sandbox. */
    sendEvent(
      sandbox: Sandbox,
      name: UseCase | Name,
      event: unknown,
      { times = 1, ...options }: RunOptions = {},
    ): Promise<ColdStart> {
      server.answerWith(late(recording.replay(name), options.latency));
      return inNew(sandbox, options, (invoke) => invoke(event, times));
    },

    /**
     * Runs the whole workflow of a use case in a new sandbox. Throws unless each execution succeeds in one invocation.
     */
    async runWorkflow(
      sandbox: Sandbox,
      name: UseCase | Name,
      { times = 1, ...options }: RunOptions = {},
    ): Promise<ColdStart> {
      const run = await inNew(sandbox, options, async (invoke) => {
        for (let count = 0; count < times; count++) {
          // An engine of its own: the name of an execution is written into its operation.
          const executions = createDurableExecutions({
            invoke: (_name, event) => invoke(event),
          });
          const endpoint = createLambdaApi({
            functions: new Map(),
            executions,
            invokeAsynchronously: () => undefined,
          });
          const replay = recording.replay(name);
          const answer: AnswerTo = (request, called) =>
            isLambda(request) ? endpoint(request) : replay(request, called);
          server.answerWith(late(answer, options.latency));
          const { arn } = executions.start(recording.startOf(name));
          const { status, error } = await executions.settled(arn);
          executions.close();
          if (status !== "SUCCEEDED")
            throw new Error(
              `${sandbox.bundle} ended ${status}: ${JSON.stringify(error)}`,
            );
        }
      });
      if (run.invocations.length !== times)
        throw new Error(`${sandbox.bundle} did not end in one invocation`);
      return run;
    },

    async close(): Promise<void> {
      await gateway.close();
      await server.close();
    },
  };
}

/** Gives the same answers, each after the time that its service takes. */
function late(answer: AnswerTo, latency: Latency | undefined): AnswerTo {
  if (!latency) return answer;
  return async (request, name) => {
    const isAws = request.headers.has("x-amz-target") || isLambda(request);
    await setTimeout(isAws ? latency.awsMs : latency.platformMs);
    return answer(request, name);
  };
}
