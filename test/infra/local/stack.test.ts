import { afterEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../../infra/local/stack.ts";
import { putEvent } from "../../fixtures/put-event.ts";

let stack: Stack | undefined;
afterEach(() => stack?.close());

test("an event on the event bus goes to the failure destination after its receiver failed three times", async () => {
  stack = await startStack({
    timeScale: 0.001,
    environment: { STORE_TABLE: "" },
  });
  const eventId = await putEvent(stack, "employee.hired", {});
  const failures = stack.lambda.failures();
  expect(failures).toMatchObject([
    { functionName: "events-receiver", attempts: 3 },
  ]);
  expect(failures[0]?.payload).toContain(eventId);
});

test("runScheduler invokes the scheduler immediately", async () => {
  stack = await startStack();
  await expect(stack.runScheduler()).resolves.toBeUndefined();
});
