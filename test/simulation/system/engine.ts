import {
  type DurableExecutionHandler,
  type DurableExecutionInvocationInput,
  withDurableExecution,
} from "@aws/durable-execution-sdk-js";
import { LambdaServiceException } from "@aws-sdk/client-lambda";
import type { Context } from "aws-lambda";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "../../../infra/local/aws/lambda/durable-executions.ts";
import { runKillable } from "../../environments/in-process/killed-executions.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { clock } from "../time/virtual-clock.ts";
import { callAttempts } from "./faults.ts";
import { noteFault, type Run } from "./run.ts";

type Options = {
  handlerOf: (
    functionName: string,
  ) => DurableExecutionHandler<unknown, unknown>;
  /** Gets everything that the history of an execution gets. */
  onHistory: (text: string) => void;
  /** A fault has ended an execution, or one of its invocations. @param input - of the execution, as JSON */
  onCrash: (input: string) => void;
};

/** When the fault `ended` ends an execution, and after how long on average. */
const endsAfterMs = {
  "before it begins": 1,
  "in its first steps": 150,
  later: minuteMs,
};
const endings = Object.keys(endsAfterMs) as (keyof typeof endsAfterMs)[];

/** The engine of durable functions. Faults kill invocations, end executions, and refuse or lose their starts. */
export function createEngine(
  run: Run,
  { handlerOf, onHistory, onCrash }: Options,
) {
  const { faults } = run;
  const chance = run.chance.fork("engine");

  let isAway = false;
  /** Whether the engine accepts the execution that starts now, and never invokes it. */
  let isNeverRun = false;

  function kill(input: string): "before" | "after" | undefined {
    if (!chance.happens(faults.killed)) return undefined;
    const when = chance.oneOf(["before", "after"] as const);
    onCrash(input);
    noteFault(run, `execution killed ${when} a checkpoint`);
    return when;
  }

  const engine: DurableExecutions = createDurableExecutions({
    nowMs: clock.nowMs,
    invoke: (name, event) => {
      if (isNeverRun) return new Promise(() => undefined);
      return runKillable(
        {
          ...engine.client,
          checkpoint: async (request) => {
            await clock.sleepMs(chance.between(2, 8));
            for (const { Payload, Error: error } of request.Updates ?? [])
              onHistory(`${Payload ?? ""} ${error?.ErrorMessage ?? ""}`);
            return engine.client.checkpoint(request);
          },
        },
        () => kill(inputOf(event)),
        (durableExecutionClient) =>
          withDurableExecution(handlerOf(name), { durableExecutionClient })(
            event,
            { getRemainingTimeInMillis: () => 30_000 } as Context,
          ),
      );
    },
  });

  return {
    /** Makes each start fail, or ends that. */
    setAway: (next: boolean) => void (isAway = next),

    /** @throws LambdaServiceException as the client of Lambda does after its attempts */
    async start(functionName: string, name: string, payload: object) {
      // This fault fails all attempts together. The faults of `startOnce` are drawn for each attempt.
      if (chance.happens(faults.unstarted)) {
        noteFault(run, `start failed ${functionName}`);
        throw refusal("ServiceException", 500);
      }
      for (let attempt = 1; ; attempt++)
        try {
          return await startOnce(functionName, name, payload);
        } catch (error) {
          if (attempt === callAttempts) throw error;
          await clock.sleepMs(chance.between(20, 200));
        }
    },

    /** What a call of Lambda answers about an execution. */
    async isRunning(arn: string): Promise<boolean> {
      await clock.sleepMs(chance.between(5, 20));
      return isAlive(arn);
    },

    isAlive,
  };

  function isAlive(arn: string): boolean {
    try {
      return engine.get(arn).status === "RUNNING";
    } catch {
      return false;
    }
  }

  async function startOnce(
    functionName: string,
    name: string,
    payload: object,
  ): Promise<void> {
    await clock.sleepMs(chance.between(5, 20));
    if (chance.happens(faults.throttled)) {
      noteFault(run, `start throttled ${functionName}`);
      throw refusal("TooManyRequestsException", 429);
    }
    if (isAway || chance.happens(faults.lostBefore)) {
      noteFault(run, `start lost-before ${functionName}`);
      throw refusal("ServiceException", 500);
    }
    const event = JSON.stringify(payload);
    const ending = chance.happens(faults.ended)
      ? chance.oneOf(endings)
      : undefined;
    isNeverRun = ending === "before it begins";
    const { arn } = engine.start({ functionName, name, payload: event });
    isNeverRun = false;
    if (ending) {
      noteFault(run, `execution ended ${functionName}`);
      clock.after(chance.delayMs(endsAfterMs[ending]), () => {
        onCrash(event);
        engine.stop(arn);
      });
    }
    if (!chance.happens(faults.lostAfter)) return;
    noteFault(run, `start lost-after ${functionName}`);
    throw refusal("ServiceException", 500);
  }
}

/** The input of an execution. The SDK keeps it in the first of the operations that make the history. */
function inputOf(event: DurableExecutionInvocationInput): string {
  const [first] = event.InitialExecutionState.Operations;
  return first?.ExecutionDetails?.InputPayload ?? "{}";
}

function refusal(name: string, status: number): LambdaServiceException {
  return new LambdaServiceException({
    name,
    message: name,
    $fault: status < 500 ? "client" : "server",
    $metadata: { httpStatusCode: status, attempts: callAttempts },
  });
}
