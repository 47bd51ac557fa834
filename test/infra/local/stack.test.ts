import {
  EventBridgeClient,
  PutEventsCommand,
} from "@aws-sdk/client-eventbridge";
import { afterEach, expect, test } from "vitest";
import { eventBus } from "../../../infra/events.ts";
import { type Stack, startStack } from "../../../infra/local/stack.ts";

let stack: Stack | undefined;
afterEach(() => stack?.close());

test("an event on the bus reaches its door, and the failure destination when the door fails", async () => {
  stack = await startStack({
    timeScale: 0.001,
    environment: { LIFECYCLE_TABLE: "" },
  });
  const client = new EventBridgeClient({
    endpoint: stack.events.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const { Entries } = await client.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: eventBus.busName,
          Source: "local.hr",
          DetailType: "employee.hired",
          Detail: "{}",
        },
      ],
    }),
  );
  client.destroy();
  await stack.lambda.idle();
  const failures = stack.lambda.failures();
  expect(failures).toMatchObject([
    { functionName: "onboarding-door", attempts: 3 },
  ]);
  expect(failures[0]?.payload).toContain(Entries?.[0]?.EventId);
});

test("what is due can be run at once", async () => {
  stack = await startStack();
  await expect(stack.runDue()).resolves.toBeUndefined();
});
