import { expect, test } from "vitest";
import { deployed } from "./environment.ts";

test("no function calls an action that its policy does not allow, except the checkpoint of no execution that opens the connection to the engine", () => {
  const warmUp =
    /^[\w-]+-workflow: lambda:CheckpointDurableExecution .*\/durable-execution\/none\/none$/;
  expect(
    deployed()
      .denied()
      .filter((one) => !warmUp.test(one)),
  ).toEqual([]);
});

test("no policy allows an action that its function never calls", () => {
  expect(deployed().unused()).toEqual([]);
});
