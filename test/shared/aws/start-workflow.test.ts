import { expect, test } from "vitest";
import {
  createStartWorkflow,
  createWarmUpStart,
  isThrottled,
} from "../../../shared/aws/start-workflow.ts";
import type { StartWorkflow } from "../../../shared/workflow/execution.ts";
import { refusal, useLambda } from "./lambda-for-test.ts";

const lambda = useLambda();
const functions = {
  employmentWorkflow: "employment:live",
  statusRelayWorkflow: "status:live",
  eventsWorkflow: "events:live",
};
const operation = { id: "op_1", run: 1, type: "employee.hired" } as const;
const start: StartWorkflow = (one) =>
  createStartWorkflow(lambda.client, functions)(one);

test("starts the workflow of the operation's type, by a name for each run, with only the operation id", async () => {
  await start(operation);
  await start({ ...operation, run: 2 });
  await start({ ...operation, run: 3, type: "status.set" });
  const seen = lambda.requests.map(({ method, path, headers, body }) => ({
    asked: `${method} ${decodeURIComponent(path)}`,
    type: headers.get("x-amz-invocation-type"),
    name: headers.get("x-amz-durable-execution-name"),
    body: body.toString(),
  }));
  const invocation = (of: string, name: string) => ({
    asked: `POST /2015-03-31/functions/${of}:live/invocations`,
    type: ["Event"],
    name: [expect.stringMatching(`^${name}-[\\w-]{8}$`)],
    body: '{"operationId":"op_1"}',
  });
  expect(seen).toEqual([
    invocation("employment", "op_1"),
    invocation("employment", "op_1_2"),
    invocation("status", "op_1_3"),
  ]);
});

test("two deployments in an account, where a name is unique, give one delivery two execution names", async () => {
  for (const prefix of ["hr", "hr-staging"])
    await createStartWorkflow(lambda.client, {
      workflowFunction: `${prefix}-workflow:live`,
    })(operation);
  const names = lambda.requests.map(({ headers }) =>
    String(headers.get("x-amz-durable-execution-name")),
  );
  expect(new Set(names).size).toBe(2);
});

test("ignores that a workflow was started before under the same name", async () => {
  lambda.answer = refusal(409, "DurableExecutionAlreadyStartedException");
  await start(operation);
  expect(lambda.requests).toHaveLength(1);
});

test.each([
  [404, "ResourceNotFoundException", false],
  [409, "ResourceConflictException", false],
  [429, "TooManyRequestsException", true],
  [500, "ServiceException", false],
])(
  "throws on %i %s, so the sender repeats the delivery; is throttled: %s",
  async (status, name, expected) => {
    lambda.answer = refusal(status, name);
    const error = await start(operation).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name });
    expect(isThrottled(error)).toBe(expected);
  },
);

test("an error that is no answer of Lambda does not count as throttled", () => {
  const $metadata = { httpStatusCode: 429 };
  const error = Object.assign(new Error("no answer"), { $metadata });
  expect(isThrottled(error)).toBe(false);
});

test("a warm-up sends an invocation of the type DryRun, with which Lambda starts nothing", async () => {
  lambda.answer = { status: 204 };
  await createWarmUpStart(lambda.client, "employee-hired:live")();
  expect(lambda.requests).toHaveLength(1);
  const [request] = lambda.requests;
  expect(decodeURIComponent(request?.path ?? "")).toContain(
    "employee-hired:live",
  );
  expect(request?.headers.get("x-amz-invocation-type")).toEqual(["DryRun"]);
  expect(request?.headers.get("x-amz-durable-execution-name")).toBeUndefined();
  expect(request?.body).toHaveLength(0);
});
