import { describe, expect, test } from "vitest";
import {
  expectedResult,
  parse,
  useLambda,
} from "./fixtures/lambda-for-test.ts";
import {
  DurableExecutionAlreadyStartedException,
  InvalidParameterValueException,
  RequestTooLargeException,
} from "@aws-sdk/client-lambda";
import { isThorough } from "../../../../resilience/effort.ts";

const { start } = useLambda();

describe("a durable execution", () => {
  test("never repeats an at-most-once step that a crash interrupted", async () => {
    const { invoke, logged, killSandboxes, effects } = await start();
    const hangs = logged("hangs at once");
    const response = invoke({}, { hangAt: "once" });
    await hangs;
    await killSandboxes();
    expect(parse((await response).Payload)).toEqual({
      ...expectedResult,
      once: "StepInterruptedError",
    });
    expect((await effects()).filter((name) => name === "once")).toHaveLength(1);
  });

  test("keeps neither its input nor its steps after its end", async () => {
    const { invoke, executions } = await start();
    await invoke({ DurableExecutionName: "hire-1" }, { secret: "hush" });
    const stored = JSON.stringify(executions());
    expect(stored).toContain("hire-1");
    expect(stored).not.toContain("hush");
    expect(stored).not.toContain("inside");
  });
});

describe("Invoke", () => {
  test("accepts more than 1 MB in a synchronous invocation, but not in an asynchronous one", async () => {
    const { invoke } = await start();
    const large = "x".repeat(1024 * 1024);
    const { Payload } = await invoke({ FunctionName: "plain" }, { large });
    expect(parse(Payload)).toBe(1);
    await expect(
      invoke({ FunctionName: "plain", InvocationType: "Event" }, { large }),
    ).rejects.toThrow(RequestTooLargeException);
  });

  test("rejects a durable function without a qualifier, as AWS does", async () => {
    const { invoke, executions } = await start();
    await expect(invoke({ FunctionName: "workflow" })).rejects.toThrow(
      InvalidParameterValueException,
    );
    expect(executions()).toEqual([]);
  });
});

describe("a durable execution", () => {
  test.runIf(isThorough)(
    "rejects a start under the same name with another payload",
    async () => {
      const { invoke } = await start();
      await invoke({ DurableExecutionName: "hire-1" }, { failures: 0 });
      await expect(
        invoke({ DurableExecutionName: "hire-1" }, { failures: 1 }),
      ).rejects.toThrow(DurableExecutionAlreadyStartedException);
    },
  );
});
