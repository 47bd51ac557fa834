import { LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type HttpAnswer,
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { createFindExecution } from "../../../shared/aws/find-execution.ts";

let server: HttpServer;
let lambda: LambdaClient;
let answer: HttpAnswer;

beforeAll(async () => {
  server = await startHttpServer(async () => answer);
  lambda = new LambdaClient({
    ...localAwsOptions(server.endpoint),
    maxAttempts: 1,
  });
});
afterAll(async () => {
  lambda.destroy();
  await server.close();
});

const refusal = (status: number, name: string) =>
  jsonAnswer(status, { Message: name }, { "x-amzn-errortype": name });

test.each<[string, HttpAnswer, boolean]>([
  ["is running", jsonAnswer(200, { Status: "RUNNING" }), true],
  ["succeeded", jsonAnswer(200, { Status: "SUCCEEDED" }), false],
  ["failed", jsonAnswer(200, { Status: "FAILED" }), false],
  ["was stopped", jsonAnswer(200, { Status: "STOPPED" }), false],
  ["is unknown", refusal(404, "ResourceNotFoundException"), false],
])("an execution that %s is running: %j, %s", async (_, given, isFound) => {
  answer = given;
  expect(await createFindExecution(lambda)("arn-1")).toBe(isFound);
});

test.each([
  [400, "InvalidParameterValueException"],
  [403, "AccessDeniedException"],
  [429, "TooManyRequestsException"],
  [500, "ServiceException"],
])(
  "an error %i %s is thrown, because it does not say whether the execution is running",
  async (status, name) => {
    answer = refusal(status, name);
    const asked = createFindExecution(lambda)("arn-1");
    await expect(asked).rejects.toMatchObject({ name });
  },
);
