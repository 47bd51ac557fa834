import { expect, test } from "vitest";
import {
  type HttpAnswer,
  jsonAnswer,
} from "../../../infra/pages/http-server.ts";
import { createFindExecution } from "../../../shared/aws/find-execution.ts";
import { refusal, useLambda } from "./lambda-for-test.ts";

const lambda = useLambda();

test.each<[string, HttpAnswer, boolean]>([
  ["is running", jsonAnswer(200, { Status: "RUNNING" }), true],
  ["succeeded", jsonAnswer(200, { Status: "SUCCEEDED" }), false],
  ["is unknown", refusal(404, "ResourceNotFoundException"), false],
])("is an execution that %s running? %j: %s", async (_, given, isFound) => {
  lambda.answer = given;
  expect(await createFindExecution(lambda.client)("arn-1")).toBe(isFound);
});

test.each([
  [400, "InvalidParameterValueException"],
  [429, "TooManyRequestsException"],
])(
  "an error %i %s is thrown, because it does not say whether the execution is running",
  async (status, name) => {
    lambda.answer = refusal(status, name);
    const asked = createFindExecution(lambda.client)("arn-1");
    await expect(asked).rejects.toMatchObject({ name });
  },
);
