import { inspect } from "node:util";
import type {
  DurableContext,
  DurableExecutionHandler,
} from "@aws/durable-execution-sdk-js";
import type { Context } from "aws-lambda";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import {
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createLog } from "../../../shared/log.ts";
import { useCapturedOutput } from "../../fixtures/captured-output.ts";
import { stubAws } from "../../fixtures/stub-aws.ts";

const arn =
  "arn:aws:lambda:eu-central-1:000000000000:function:employment-workflow:1/durable-execution/op_1/run-1";

let engine: Awaited<ReturnType<typeof startHttpServer>>;
const { lines } = useCapturedOutput();
let asked: string[];
let failure: { status: number; name: string };

/** An engine that refuses each request, with an ARN in its message. */
beforeAll(async () => {
  engine = await startHttpServer(async ({ method, path }) => {
    asked.push(`${method} ${decodeURIComponent(path)}`);
    return jsonAnswer(
      failure.status,
      { message: `Invalid checkpoint token of ${arn}` },
      { "x-amzn-errortype": failure.name },
    );
  });
  stubAws({ AWS_ENDPOINT_URL_LAMBDA: engine.endpoint });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await engine.close();
});

beforeEach(() => {
  asked = [];
});

const event = {
  DurableExecutionArn: arn,
  CheckpointToken: "token-1",
  InitialExecutionState: {
    Operations: [
      {
        Id: "op_1",
        Type: "EXECUTION",
        Status: "STARTED",
        StartTimestamp: new Date(),
        ExecutionDetails: { InputPayload: "{}" },
      },
    ],
    NextMarker: "",
  },
} as never;

/** Runs a workflow, and resolves to what its handler throws. */
async function invoke(
  workflow: DurableExecutionHandler<unknown, void>,
): Promise<unknown> {
  const handler = createDurableHandler(
    workflow,
    createLog("employment-workflow"),
  );
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
  return handler(event, context).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Expects that these lines were written, and nothing else. */
function expectLines(...expected: { message: string; error: string }[]): void {
  expect(lines()).toEqual(
    expected.map((one) => ({
      level: "ERROR",
      timestamp: expect.any(String) as string,
      service: "employment-workflow",
      ...one,
    })),
  );
}

describe("the log has only the name of what failed, without ARN, message and stack trace, if", () => {
  const takeStep = async (_: unknown, context: DurableContext) => {
    await context.step("look", async () => "done");
  };

  test("the engine refuses a request, which ends the execution", async () => {
    failure = { status: 400, name: "InvalidParameterValueException" };
    expect(await invoke(takeStep)).toBeUndefined();
    expectLines(
      { message: "engine failed", error: failure.name },
      {
        message: "execution failed",
        error: "CheckpointUnrecoverableExecutionError",
      },
    );
  });

  test("the engine fails, and Lambda logs the error that makes the engine invoke the handler again", async () => {
    failure = { status: 500, name: "ServiceException" };
    expect(inspect(await invoke(takeStep))).toBe(
      "[Error [CheckpointUnrecoverableInvocationError]: the invocation failed, and the engine repeats it]",
    );
    expectLines({ message: "engine failed", error: failure.name });
  });

  test("the workflow throws outside a step, which ends the execution", async () => {
    const broken = async () => {
      throw new TypeError("Cannot read the name of Zoe");
    };
    expect(await invoke(broken)).toBeUndefined();
    expectLines({ message: "execution failed", error: "TypeError" });
  });
});
