import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type HttpAnswer,
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "../../../infra/local/aws/lambda/durable-executions.ts";
import { createLambdaApi } from "../../../infra/local/aws/lambda/lambda-api.ts";
import { createFindExecution } from "../../../shared/aws/find-execution.ts";

let server: HttpServer;
let lambda: LambdaClient;
let executions: DurableExecutions;
let end: PromiseWithResolvers<unknown>;
/** The local server takes the place of Lambda's endpoint. */
let answer: HttpAnswer | undefined;

beforeEach(async () => {
  answer = undefined;
  end = Promise.withResolvers();
  executions = createDurableExecutions({ invoke: () => end.promise });
  const endpoint = createLambdaApi({
    functions: new Map([
      [
        "workflow",
        {
          isDurable: true,
          invoke: async () => ({ status: "returned", payload: "null" }),
        },
      ],
    ]),
    executions,
    invokeAsynchronously: () => undefined,
  });
  server = await startHttpServer(
    async (request) => answer ?? endpoint(request),
  );
  lambda = new LambdaClient({
    ...localAwsOptions(server.endpoint),
    maxAttempts: 1,
  });
});
afterEach(async () => {
  executions.close();
  lambda.destroy();
  await server.close();
});

/** Starts an execution as a receiver does and resolves to its ARN. */
async function start(name: string): Promise<string> {
  const { DurableExecutionArn = "" } = await lambda.send(
    new InvokeCommand({
      FunctionName: "workflow:live",
      InvocationType: "Event",
      DurableExecutionName: name,
      Payload: JSON.stringify({ operationId: name }),
    }),
  );
  return DurableExecutionArn;
}

test("finds an execution that is running", async () => {
  const find = createFindExecution(lambda);
  expect(await find(await start("op_1"))).toBe(true);
});

test("does not report an execution as running after it succeeded or failed", async () => {
  const find = createFindExecution(lambda);
  const well = await start("op_1");
  end.resolve({ Status: "SUCCEEDED", Result: "null" });
  await executions.settled(well);
  expect(await find(well)).toBe(false);
  end = Promise.withResolvers();
  const stopped = await start("op_2");
  expect(await find(stopped)).toBe(true);
  executions.stop(stopped);
  expect(await find(stopped)).toBe(false);
});

test("does not report an execution as running that Lambda does not know", async () => {
  const arn = await start("op_1");
  const find = createFindExecution(lambda);
  expect(await find(`${arn}0`)).toBe(false);
});

test.each([
  [400, "InvalidParameterValueException"],
  [403, "AccessDeniedException"],
  [429, "TooManyRequestsException"],
  [500, "ServiceException"],
])(
  "throws on %i %s, which does not say whether the execution is running",
  async (status, name) => {
    const arn = await start("op_1");
    answer = jsonAnswer(
      status,
      { Message: name },
      { "x-amzn-errortype": name },
    );
    await expect(createFindExecution(lambda)(arn)).rejects.toMatchObject({
      name,
    });
  },
);
