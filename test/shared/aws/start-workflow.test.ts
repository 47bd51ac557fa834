import { LambdaClient } from "@aws-sdk/client-lambda";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type HttpAnswer,
  type HttpRequest,
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import {
  createStartWorkflow,
  createWarmUpStart,
  isThrottled,
} from "../../../shared/aws/start-workflow.ts";
import { type StartWorkflow } from "../../../shared/workflow/execution.ts";

let server: HttpServer;
let lambda: LambdaClient;
let start: StartWorkflow;
let requests: HttpRequest[];
let answer: HttpAnswer;

beforeEach(async () => {
  requests = [];
  answer = { status: 202 };
  server = await startHttpServer(async (request) => {
    requests.push(request);
    return answer;
  });
  lambda = new LambdaClient({
    ...localAwsOptions(server.endpoint),
    maxAttempts: 1,
  });
  start = createStartWorkflow(
    lambda,
    (type) => `${type.replace(".", "-")}:live`,
  );
});
afterEach(async () => {
  lambda.destroy();
  await server.close();
});

const operation = { id: "op_1", run: 1, type: "employee.hired" } as const;
const refusal = (status: number, type: string) =>
  jsonAnswer(status, { Message: type }, { "x-amzn-errortype": type });

test("starts a workflow by name, with the operation id and nothing else", async () => {
  await start(operation);
  const seen = requests.map(({ method, path, headers, body }) => ({
    method,
    path: decodeURIComponent(path),
    type: headers.get("x-amz-invocation-type"),
    name: headers.get("x-amz-durable-execution-name"),
    body: body.toString(),
  }));
  expect(seen).toEqual([
    {
      method: "POST",
      path: "/2015-03-31/functions/employee-hired:live/invocations",
      type: ["Event"],
      name: ["op_1"],
      body: '{"operationId":"op_1"}',
    },
  ]);
});

test("gives each run its own name, and starts the workflow of the operation's type", async () => {
  await start({ ...operation, run: 2 });
  await start({ ...operation, run: 3, type: "employee.terminated" });
  const seen = requests.map(({ path, headers, body }) => [
    decodeURIComponent(path).split("/")[3],
    headers.get("x-amz-durable-execution-name"),
    body.toString(),
  ]);
  expect(seen).toEqual([
    ["employee-hired:live", ["op_1_2"], '{"operationId":"op_1"}'],
    ["employee-terminated:live", ["op_1_3"], '{"operationId":"op_1"}'],
  ]);
});

test("ignores that a workflow was started before under the same name", async () => {
  answer = refusal(409, "DurableExecutionAlreadyStartedException");
  await start(operation);
  expect(requests).toHaveLength(1);
});

test.each([
  [404, "ResourceNotFoundException"],
  [409, "ResourceConflictException"],
  [429, "TooManyRequestsException"],
  [500, "ServiceException"],
])(
  "throws on %i %s, so the sender repeats the delivery",
  async (...refused) => {
    answer = refusal(...refused);
    await expect(start(operation)).rejects.toMatchObject({ name: refused[1] });
  },
);

test.each([
  [true, 429, "TooManyRequestsException"],
  [false, 500, "ServiceException"],
  [false, 404, "ResourceNotFoundException"],
])(
  "is throttled: %s, if Lambda answers %i %s",
  async (expected, ...refused) => {
    answer = refusal(...refused);
    const error = await start(operation).catch((thrown: unknown) => thrown);
    expect(isThrottled(error)).toBe(expected);
  },
);

test("is not throttled by an error that is no answer of Lambda", () => {
  const $metadata = { httpStatusCode: 429 };
  const error = Object.assign(new Error("no answer"), { $metadata });
  expect(isThrottled(error)).toBe(false);
});

test("a warm-up sends a dry run, which starts nothing", async () => {
  answer = { status: 204 };
  await createWarmUpStart(lambda, "employee-hired:live")();
  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(decodeURIComponent(request?.path ?? "")).toContain(
    "employee-hired:live",
  );
  expect(request?.headers.get("x-amz-invocation-type")).toEqual(["DryRun"]);
  expect(request?.headers.get("x-amz-durable-execution-name")).toBeUndefined();
  expect(request?.body).toHaveLength(0);
});
