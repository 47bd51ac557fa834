import { localFunctions } from "../../../infra/local/functions.ts";
import { startGateway } from "../../../infra/local/aws/api-gateway/start-gateway.ts";
import { createDurableExecutions } from "../../../infra/local/aws/lambda/durable-executions.ts";
import { createLambdaApi } from "../../../infra/local/aws/lambda/lambda-api.ts";
import { type UseCase, send } from "./use-cases.ts";
import {
  type Answer,
  type LocalEnd,
  startLocalEnd,
  type Request,
} from "./local-end.ts";
import { endpointsAt, isLambda, record } from "./recording.ts";
import {
  createSpawnLambda,
  type SandboxRun,
  type Sandbox,
  type SpawnOptions,
} from "./spawn-lambda.ts";

export type RunOptions = Pick<SpawnOptions, "throttle" | "invocations">;
type AnswerOptions = RunOptions & {
  /** Sends a request that must be refused, and throws if it is accepted. @default false */
  isRefused?: boolean;
};

/** One run of a sandbox, and its requests, in order. */
export type ColdStart = SandboxRun & {
  asked: ReturnType<LocalEnd["take"]>;
};

export type ColdStarts = Awaited<ReturnType<typeof startColdStarts>>;

const anyPath = [{ path: "/{path+}", function: "any" }];

/** Starts everything around a sandbox: the sender, the answers to its requests, and its process. */
export async function startColdStarts() {
  const end = await startLocalEnd();
  const recording = await record(end);
  const spawnLambda = await createSpawnLambda();
  const functions = localFunctions({
    dynamodb: end.endpoint,
    secretsManager: end.endpoint,
    platform: end.endpoint,
  });
  let invoke: (event: unknown) => Promise<SandboxRun>;
  const runs: SandboxRun[] = [];
  const gateway = await startGateway({
    routes: anyPath,
    invoke: async (_name, event) => {
      const run = await invoke(event);
      runs.push(run);
      return { status: "returned", payload: JSON.stringify(run.answer) };
    },
  });

  return {
    /** The bundle of one of the project's functions, and its environment with the endpoints of this process. */
    sandboxOf(name: string): Sandbox {
      const found = functions[name];
      if (!found) throw new Error(`There is no function ${name}.`);
      return {
        bundle: found.bundle,
        environment: { ...found.environment, ...endpointsAt(end.endpoint) },
      };
    },
    /** The environment of a candidate that is not a function of the project. */
    environment: {
      ...functions["operations-api"]?.environment,
      ...functions["onboarding-receiver"]?.environment,
      ...endpointsAt(end.endpoint),
    },

    /** Sends the request of a use case to a new sandbox; throws unless it is answered 2xx. */
    async answerIn(
      sandbox: Sandbox,
      useCase: UseCase,
      { isRefused = false, ...options }: AnswerOptions = {},
    ): Promise<ColdStart> {
      end.answerWith(recording.replay(useCase));
      invoke = (event) => spawnLambda(sandbox, { event, ...options });
      end.take();
      const response = await send(useCase, gateway.endpoint, {
        location: recording.location,
        isForged: isRefused,
      });
      const run = runs.pop();
      const isAsExpected = isRefused ? response.status === 401 : response.ok;
      if (!isAsExpected || !run)
        throw new Error(
          `${sandbox.bundle} answered ${response.status}: ${await response.text()}`,
        );
      return { ...run, asked: end.take() };
    },

    /** Runs the whole workflow of a use case in a new sandbox; throws unless it succeeds in one invocation. */
    async workIn(
      sandbox: Sandbox,
      useCase: UseCase,
      options: RunOptions = {},
    ): Promise<ColdStart> {
      const runs: SandboxRun[] = [];
      const executions = createDurableExecutions({
        invoke: async (_name, event) => {
          const one = await spawnLambda(sandbox, { event, ...options });
          runs.push(one);
          return one.answer;
        },
      });
      const endpoint = createLambdaApi({
        functions: new Map(),
        executions,
        invokeAsynchronously: () => undefined,
      });
      const replay = recording.replay(useCase);
      end.answerWith((request, name) =>
        isLambda(request.path)
          ? toLambda(endpoint, request)
          : replay(request, name),
      );
      end.take();
      const { arn } = executions.start(recording.startOf(useCase));
      const { status, error } = await executions.settled(arn);
      executions.close();
      const [first, ...others] = runs;
      if (status !== "SUCCEEDED" || !first || others.length > 0)
        throw new Error(
          `${sandbox.bundle} ended ${status} after ${runs.length} invocations: ${JSON.stringify(error)}`,
        );
      return { ...first, asked: end.take() };
    },

    async close(): Promise<void> {
      await gateway.close();
      await end.close();
    },
  };
}

async function toLambda(
  endpoint: ReturnType<typeof createLambdaApi>,
  { method, path, headers, body }: Request,
): Promise<Answer> {
  const [pathOnly = "/", ...query] = path.split("?");
  const answer = await endpoint({
    method,
    path: pathOnly,
    rawQueryString: query.join("?"),
    headers: new Map(
      Object.entries(headers).map(([name, value]) => [name, [String(value)]]),
    ),
    body,
    sourceIp: "127.0.0.1",
    protocol: "HTTP/1.1",
  });
  const text = answer.body ?? "";
  return {
    status: answer.status,
    headers: Object.fromEntries(
      Object.entries(answer.headers ?? {}).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
    body: typeof text === "string" ? text : Buffer.from(text),
  };
}
