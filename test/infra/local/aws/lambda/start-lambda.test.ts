import { describe, expect, test } from "vitest";
import {
  expectedResult,
  parse,
  useLambda,
} from "./fixtures/lambda-for-test.ts";

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
