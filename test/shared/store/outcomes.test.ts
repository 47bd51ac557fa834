import { expect, test } from "vitest";
import type { WorkflowOutcome } from "../../../shared/store/operation.ts";
import { newOperation, outcomeOf, runTo } from "./operation-for-test.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const by = "another";

const asks: WorkflowOutcome = {
  status: "needs_attention",
  reason: "end-said-before",
  warnings: [],
};

test("an outcome that another operation shows again is written once, also if the first answer was lost", async () => {
  const { operations } = store();
  await operations.accept(newOperation("asks"));
  expect(await operations.show("asks", asks, by)).toBe(true);
  const shown = await operations.get("asks");
  expect(await operations.show("asks", asks, by)).toBe(false);
  expect(await operations.get("asks")).toEqual(shown);
});

test("another time is written, and no other status is told", async () => {
  const { operations } = store();
  const waits = (dueAtMs: number): WorkflowOutcome => ({
    status: "waiting",
    dueAtMs,
    warnings: [],
  });
  await operations.accept(newOperation("waits"));
  expect(await operations.show("waits", waits(startMs + 1), by)).toBe(true);
  expect(await operations.show("waits", waits(startMs + 2), by)).toBe(false);
  expect(await operations.get("waits")).toMatchObject({ dueAtMs: startMs + 2 });
});

test("an operation that has ended stays as it is", async () => {
  const { operations } = store();
  await runTo(operations, "ended", outcomeOf("succeeded"));
  const ended = await operations.get("ended");
  expect(await operations.show("ended", asks, by)).toBe(false);
  expect(await operations.get("ended")).toEqual(ended);
});
