import { inspect } from "node:util";
import type { DurableExecutionInvocationInput } from "@aws/durable-execution-sdk-js";
import type { Context } from "aws-lambda";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
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
import { stubAws } from "../../fixtures/stub-aws.ts";

const arn =
  "arn:aws:lambda:eu-central-1:000000000000:function:employment-workflow:1/durable-execution/op_1/run-1";

let engine: Awaited<ReturnType<typeof startHttpServer>>;
let output: string;
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
  stubAws({
    AWS_ENDPOINT_URL_LAMBDA: engine.endpoint,
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await engine.close();
});

beforeEach(() => {
  output = "";
  asked = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      output += String(chunk);
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  // The engine ends the execution.
  { status: 400, name: "InvalidParameterValueException" },
  // The engine invokes the function again.
  { status: 500, name: "ServiceException" },
])(
  "$name of the engine is a log line with this name, without ARN, message of AWS and stack trace",
  async (given) => {
    failure = given;
    const handler = createDurableHandler(async (_, context) => {
      await context.step("look", async () => "done");
    }, createLog("employment-workflow"));
    const event: DurableExecutionInvocationInput = {
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
    const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
    const thrown: unknown = await handler(event, context).then(
      () => undefined,
      (error: unknown) => error,
    );

    expect(output).not.toBe("");
    for (const line of output.trim().split("\n"))
      expect(JSON.parse(line)).toEqual({
        level: "ERROR",
        message: "engine failed",
        timestamp: expect.any(String) as string,
        service: "employment-workflow",
        error: given.name,
      });
    // Lambda logs what the handler throws.
    if (given.status === 500)
      expect(inspect(thrown)).toBe(
        "[Error [CheckpointUnrecoverableInvocationError]: the invocation failed, and the engine repeats it]",
      );
    else expect(thrown).toBeUndefined();
  },
);
