import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { LocalDurableTestRunner } from "@aws/durable-execution-sdk-js-testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { startStoredHires } from "../../environments/in-process/stored-hire.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";
import { effort } from "../../resilience/effort.ts";

// In real time: to skip it, the runner would move the clock of the stand-in as well.
beforeAll(() =>
  LocalDurableTestRunner.setupTestEnvironment({ skipTime: false }),
);
afterAll(() => LocalDurableTestRunner.teardownTestEnvironment());

// Three tasks, each tried twice before the step is tried again.
const busy: FaultRule = {
  kind: "status",
  status: 429,
  path: "/people/{personID}/tasks",
  times: 6,
};

const cases: [string, FaultRule[], number][] = [
  ["without faults", [], 1],
  ["when every task is refused at first", [busy], 2],
];

test.each(effort(cases.slice(0, 1), cases))(
  "the workflow comes to the same end on the official runner %s",
  async (_faults, rules, attempts) => {
    const { platform, store, storeHire, employ, close } =
      await startStoredHires();
    for (const rule of rules) platform.faults.add(rule);
    await storeHire("op_1", "E-1");
    const runner = new LocalDurableTestRunner({
      handlerFunction: withDurableExecution(employ),
    });
    const execution = await runner.run({ payload: { operationId: "op_1" } });

    expect(execution.getStatus()).toBe("SUCCEEDED");
    const operation = await store.operations.get("op_1");
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    expect(operation?.steps["seed tasks"]?.attempts).toBe(attempts);
    expectOneOfEach(platform, "E-1", operation?.result?.personID);
    await close();
  },
);
