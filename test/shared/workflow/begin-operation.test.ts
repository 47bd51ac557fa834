import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { beforeEach, describe, expect, test } from "vitest";
import {
  beginOperation,
  type WorkflowRun,
} from "../../../shared/workflow/create-workflow.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { startMs, useStore } from "../store/store-for-test.ts";
import { acceptWith, newOperation } from "../store/operation-for-test.ts";

const store = useStore();
/** The results of the steps, which the engine keeps. */
let history: unknown[];
beforeEach(() => {
  history = [];
});

/** Begins it as an execution, on an engine that runs each step once. */
function begin(
  input: unknown,
  durableExecutionArn: string,
  prepare?: (run: WorkflowRun) => Promise<string | undefined>,
) {
  const context = {
    executionContext: { durableExecutionArn },
    step: async (
      _name: string,
      body: (context: { attempt: number }) => Promise<unknown>,
    ) => {
      const result = await body({ attempt: 1 });
      history.push(result);
      return result;
    },
  } as unknown as DurableContext;
  // Progress is not waited for, and would outlive the test.
  const operations = {
    start: (id: string, execution: string) =>
      store().operations.start(id, execution),
    recordStep: async () => undefined,
    recordFailure: async () => undefined,
  };
  const options: Parameters<typeof beginOperation>[3] = {
    prepareRetry: async (failure) => failure,
    nowMs: () => startMs,
    random: () => 0,
    log: recordLog().log,
  };
  return beginOperation(input, context, operations, options, prepare);
}

describe("what an operation prepares in the first step", () => {
  test("the step that begins an operation prepares its data, and the engine's history does not get them", async () => {
    const data = { username: "canary" };
    await acceptWith(store(), newOperation("says"), { data });
    const begun = await begin(
      { operationId: "says" },
      "arn-1",
      async ({ operation, memory }) =>
        `${operation.id}: ${memory.payload?.json.length}`,
    );
    expect(begun?.prepared).toBe("says: 21");
    expect(begun?.memory.payload?.json).toContain("canary");
    expect(history).toHaveLength(1);
    expect(JSON.stringify(history)).not.toContain("canary");
  });

  test("an operation that cannot prepare it there begins without it", async () => {
    await store().operations.accept(newOperation("fails"));
    const begun = await begin({ operationId: "fails" }, "arn-1", () =>
      Promise.reject(new Error("it failed")),
    );
    expect(begun?.prepared).toBeUndefined();
    expect(begun?.operation.id).toBe("fails");
  });
});

test.each([undefined, null, "op", {}, { operationId: 7 }])(
  "an input of %j is an error",
  async (input) => {
    await expect(begin(input, "arn-1")).rejects.toMatchObject({
      name: "$ZodError",
    });
  },
);
