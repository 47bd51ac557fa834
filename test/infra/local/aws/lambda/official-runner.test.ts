import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { LocalDurableTestRunner } from "@aws/durable-execution-sdk-js-testing";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "../../../../../infra/local/aws/lambda/durable-executions.ts";
import { workflow, type Act, type WorkflowInput } from "./fixtures/workflow.ts";

beforeAll(() =>
  LocalDurableTestRunner.setupTestEnvironment({ skipTime: true }),
);
afterAll(() => LocalDurableTestRunner.teardownTestEnvironment());

/** Acts that answer how often they were called, and the list of them. */
function createWorld() {
  const acts: string[] = [];
  const act: Act = async (name) => {
    acts.push(name);
    return String(acts.filter((one) => one === name).length);
  };
  return { acts, act };
}

async function runOfficially(input: WorkflowInput) {
  const { acts, act } = createWorld();
  const runner = new LocalDurableTestRunner({
    handlerFunction: withDurableExecution<WorkflowInput>((event, context) =>
      workflow(event, context, act),
    ),
  });
  const result = await runner.run({ payload: input });
  return { acts, result: result.getResult() as unknown };
}

async function runHere(input: WorkflowInput) {
  const { acts, act } = createWorld();
  const engine: DurableExecutions = createDurableExecutions({
    timeScale: 0.001,
    invoke: (_functionName, event) =>
      withDurableExecution<WorkflowInput>(
        (input, context) => workflow(input, context, act),
        { durableExecutionClient: engine.client },
      )(event, { getRemainingTimeInMillis: () => 30_000 } as Context),
  });
  const { arn } = engine.start({
    functionName: "workflow",
    payload: JSON.stringify(input),
  });
  const { result = "null" } = await engine.settled(arn);
  engine.close();
  return { acts, result: JSON.parse(result) as unknown };
}

test.each([0, 1, 3, 9])(
  "a workflow with a step that fails %i times goes as on the official runner",
  async (failures) => {
    const here = await runHere({ failures });
    expect(here).toEqual(await runOfficially({ failures }));
    expect(here.acts).toContain("once");
  },
);
