import { GetDurableExecutionCommand } from "@aws-sdk/client-lambda";
import { describe, expect, test } from "vitest";
import {
  expectedResult,
  parse,
  useLambda,
} from "./fixtures/lambda-for-test.ts";

const { start } = useLambda();

describe("a durable execution", () => {
  test("completes with the client of the bundled SDK", async () => {
    const { invoke, effects, client } = await start();
    const response = await invoke({ DurableExecutionName: "hire-1" });
    expect(parse(response.Payload)).toEqual(expectedResult);
    expect(await effects()).toEqual(["first", "flaky", "inside", "once"]);

    const described = await client.send(
      new GetDurableExecutionCommand({
        DurableExecutionArn: response.DurableExecutionArn,
      }),
    );
    expect(described).toMatchObject({
      DurableExecutionName: "hire-1",
      Status: "SUCCEEDED",
      StartTimestamp: expect.any(Date) as Date,
    });
  });

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
