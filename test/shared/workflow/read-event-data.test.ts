import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readEventData } from "../../../shared/workflow/read-event-data.ts";
import { acceptWith, newOperation } from "../store/operation-for-test.ts";
import { startMs, useStore } from "../store/store-for-test.ts";

const store = useStore();
const schema = z.object({ username: z.string() });

test("the data of an event is read once, when a step first needs it", async () => {
  const data = { username: "ada" };
  const operation = await acceptWith(store(), newOperation("op"), { data });
  let reads = 0;
  const payloads: Parameters<typeof readEventData>[0]["store"]["payloads"] = {
    readData: (...call) => {
      reads++;
      return store().payloads.readData(...call);
    },
  };
  const run = { operation, memory: {}, store: { payloads } };
  const read = readEventData(run, schema);
  expect(reads).toBe(0);
  expect([await read(), await read()]).toEqual([data, data]);
  expect(reads).toBe(1);
});

test("the data of an event comes from the memory of the invocation without a read", async () => {
  const operation = { ...newOperation("remembered"), payloadUntilMs: startMs };
  const memory = { payload: { version: 1, json: '{"username":"ada"}' } };
  const read = readEventData({ operation, memory, store: store() }, schema);
  expect(await read()).toEqual({ username: "ada" });
});

test("the data of an event that is erased fails the step with data-erased", async () => {
  const unknown = { ...newOperation("unknown"), payloadUntilMs: startMs };
  const read = readEventData(
    { operation: unknown, memory: {}, store: store() },
    schema,
  );
  await expect(read()).rejects.toMatchObject({
    name: "StepFailure",
    code: "data-erased",
  });
});
