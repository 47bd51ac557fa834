import {
  DurableExecutionAlreadyStartedException,
  InvalidParameterValueException,
  RequestTooLargeException,
} from "@aws-sdk/client-lambda";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../resilience/effort.ts";
import { parse, useLambda } from "./fixtures/lambda-for-test.ts";

const { start } = useLambda();

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
