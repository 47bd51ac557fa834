import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { LocalDurableTestRunner } from "@aws/durable-execution-sdk-js-testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkEngine } from "./fixtures/engines-for-test.ts";
import {
  workflow,
  type Effect,
  type WorkflowInput,
} from "./fixtures/workflow.ts";
import { effort } from "../../../../resilience/effort.ts";

beforeAll(() =>
  LocalDurableTestRunner.setupTestEnvironment({ skipTime: true }),
);
afterAll(() => LocalDurableTestRunner.teardownTestEnvironment());

/** Records each effect, and returns how often it has happened. */
function createEffects() {
  const effects: string[] = [];
  const effect: Effect = async (name) => {
    effects.push(name);
    return String(effects.filter((one) => one === name).length);
  };
  return { effects, effect };
}

async function runOfficially(input: WorkflowInput) {
  const { effects, effect } = createEffects();
  const runner = new LocalDurableTestRunner({
    handlerFunction: withDurableExecution<WorkflowInput>((event, context) =>
      workflow(event, context, effect),
    ),
  });
  const result = await runner.run({ payload: input });
  return { effects, result: result.getResult() as unknown };
}

async function runLocally(input: WorkflowInput) {
  const { effects, effect } = createEffects();
  const engine = createSdkEngine((event: WorkflowInput, context) =>
    workflow(event, context, effect),
  );
  const payload = JSON.stringify(input);
  const { arn } = engine.start({ functionName: "workflow", payload });
  const { result = "null" } = await engine.settled(arn);
  return { effects, result: JSON.parse(result) as unknown };
}

test.each(effort([3], [0, 1, 3, 9]))(
  "a workflow whose step fails %i times has the effects and the result of the official test runner",
  async (failures) => {
    const local = await runLocally({ failures });
    expect(local).toEqual(await runOfficially({ failures }));
    expect(local.effects).toContain("once");
  },
);
