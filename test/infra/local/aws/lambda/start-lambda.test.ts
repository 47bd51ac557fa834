import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  CheckpointDurableExecutionCommand,
  GetDurableExecutionCommand,
  StopDurableExecutionCommand,
} from "@aws-sdk/client-lambda";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../resilience/effort.ts";
import {
  expectedResult,
  parse,
  useLambda,
} from "./fixtures/lambda-for-test.ts";

const { start, folder, workflowBundle } = useLambda();

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

  test.runIf(isThorough)(
    "survives a crash during a step, and repeats that step",
    async () => {
      const { invoke, logged, killSandboxes, effects } = await start();
      const hangs = logged("hangs at first");
      const response = invoke({}, { hangAt: "first" });
      await hangs;
      await killSandboxes();
      expect(parse((await response).Payload)).toEqual({
        ...expectedResult,
        first: "2",
      });
      expect(await effects()).toEqual([
        "first",
        "first",
        "flaky",
        "inside",
        "once",
      ]);
    },
  );

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

  test.runIf(isThorough)(
    "continues in a new process after its process was killed",
    async () => {
      const effectsFile = join(folder(), "effects.txt");
      const script = fileURLToPath(
        new URL("./fixtures/lambda-process.ts", import.meta.url),
      );
      const child = spawn(
        process.execPath,
        [script, workflowBundle(), folder(), effectsFile, '{"hangAt":"once"}'],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      const [line] = (await once(
        createInterface({ input: child.stdout }),
        "line",
      )) as [string];
      expect(line).toBe("hangs at once");
      child.kill("SIGKILL");
      await once(child, "exit");

      const { idle, executions, effects } = await start({ folder: folder() });
      await idle();
      expect(executions()).toMatchObject([{ status: "SUCCEEDED" }]);
      expect(JSON.parse(executions()[0]?.result ?? "")).toEqual({
        ...expectedResult,
        once: "StepInterruptedError",
      });
      expect(await effects()).toEqual(["first", "flaky", "inside", "once"]);
    },
  );

  test("is not invoked again after a stop, and later checkpoints of its sandbox are rejected", async () => {
    const { client, invoke, logged, effects, idle, executions } = await start();
    const hangs = logged("hangs at once");
    const { DurableExecutionArn } = await invoke(
      { InvocationType: "Event" },
      { hangAt: "once" },
    );
    await hangs;
    const token = executions()[0]?.checkpointToken;
    const { StopTimestamp } = await client.send(
      new StopDurableExecutionCommand({ DurableExecutionArn }),
    );
    expect(StopTimestamp).toBeInstanceOf(Date);
    await idle();
    await expect(
      client.send(
        new CheckpointDurableExecutionCommand({
          DurableExecutionArn,
          CheckpointToken: token,
          Updates: [],
        }),
      ),
    ).rejects.toThrow(/^Invalid Checkpoint Token/);
    expect(await effects()).toEqual(["first", "flaky", "inside", "once"]);
  });

  test("keeps neither its input nor its steps after its end", async () => {
    const { invoke, executions } = await start();
    await invoke({ DurableExecutionName: "hire-1" }, { secret: "hush" });
    const stored = JSON.stringify(executions());
    expect(stored).toContain("hire-1");
    expect(stored).not.toContain("hush");
    expect(stored).not.toContain("inside");
  });

  test.runIf(isThorough)(
    "goes on with the version that began it after a deployment, and a later one has the new version",
    async () => {
      const { invoke, logged, deploy, killSandboxes, effects } = await start();
      const hangs = logged("hangs at first");
      const before = invoke({}, { hangAt: "first" });
      await hangs;
      const laterEffects = join(folder(), "later-effects.txt");
      deploy("workflow", { environment: { EFFECTS: laterEffects } });
      await killSandboxes();
      expect(parse((await before).Payload)).toMatchObject({ first: "2" });
      const ofBoth = ["first", "first", "flaky", "inside", "once"];
      expect(await effects()).toEqual(ofBoth);

      expect(parse((await invoke({})).Payload)).toEqual(expectedResult);
      expect(await effects()).toEqual(ofBoth);
      expect(await readFile(laterEffects, "utf8")).toContain("once");
    },
  );
});
