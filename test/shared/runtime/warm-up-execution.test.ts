import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runWarmUpExecution } from "../../../shared/runtime/warm-up-execution.ts";
import { useStore } from "../store/store-for-test.ts";

const store = useStore();
const times = { nowMs: Date.now, random: Math.random };

let output: string;
beforeEach(() => {
  output = "";
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      output += String(chunk);
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("the execution of a warm-up asks for an operation once, finds none, and stores and logs nothing", async () => {
  const { operations } = store();
  const found: unknown[] = [];
  const start: typeof operations.start = async (...input) => {
    const operation = await operations.start(...input);
    found.push(operation);
    return operation;
  };
  await runWarmUpExecution({ store: { operations: { start } }, ...times });
  expect(found).toEqual([undefined]);
  expect(await store().ids()).toEqual([]);
  expect(output).toBe("");
});

test("the execution of a warm-up logs nothing while the table cannot be reached", async () => {
  const start = () => Promise.reject(new Error("out of reach"));
  await runWarmUpExecution({ store: { operations: { start } }, ...times });
  expect(output).toBe("");
});
