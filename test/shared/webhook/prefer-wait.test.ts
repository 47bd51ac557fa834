import { describe, expect, test } from "vitest";
import type {
  FinalOutcome,
  WaitingOutcome,
} from "../../../shared/store/operation.ts";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import {
  preferredWaitSeconds,
  waitUntilSettled,
} from "../../../shared/webhook/prefer-wait.ts";
import { useReceiver } from "./receiver-for-test.ts";

const receiver = useReceiver();
const id = operationIdOf("hr", "msg_1");
const prefer = (value: string) => ({ headers: { prefer: value } });

const succeeded: FinalOutcome | WaitingOutcome = {
  status: "succeeded",
  steps: {},
  warnings: [],
};

/** Ends the operation after this time, in virtual time. */
async function endAfter(ms: number, end = succeeded): Promise<void> {
  const { time, store } = receiver();
  await time.sleepMs(ms);
  const execution = "run-1";
  await store.operations.start(id, execution);
  await store.operations.finish({ id, execution }, end);
}

describe("a caller that prefers to wait", () => {
  test("gets 200 and the result as soon as the operation is final", async () => {
    const { send, time } = receiver();
    const startedAtMs = time.nowMs();
    const [response] = await time.run(
      Promise.all([send(prefer("wait=10")), endAfter(1100)]),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("preference-applied")).toBe("wait=10");
    expect(response.headers.get("location")).toBe(`/operations/${id}`);
    expect(await response.json()).toMatchObject({ id, status: "succeeded" });
    // It looks after 100, 250, 475, 813 and 1,320 ms.
    expect(time.nowMs() - startedAtMs).toBe(1320);
  });

  test("gets 200 with dueAt if the operation waits", async () => {
    const { send, time } = receiver();
    const dueAtMs = time.nowMs() + 7 * 24 * 60 * 60_000;
    const pause: WaitingOutcome = {
      status: "waiting",
      phase: "grace",
      dueAtMs,
      steps: {},
      warnings: [],
    };
    const [response] = await time.run(
      Promise.all([send(prefer("wait=10")), endAfter(1100, pause)]),
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: "waiting",
      dueAt: "2026-01-12T00:00:00.000Z",
    });
  });

  test("gets 202 and the current state when the time is up, to the millisecond", async () => {
    const { send, time } = receiver();
    const startedAtMs = time.nowMs();
    const response = await time.run(send(prefer("wait=3")));
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ id, status: "accepted" });
    expect(time.nowMs() - startedAtMs).toBe(3000);
  });

  test("waits at most 25 seconds, and the answer says so", async () => {
    const { send, time } = receiver();
    const startedAtMs = time.nowMs();
    const response = await time.run(send(prefer("wait=999999")));
    expect(response.headers.get("preference-applied")).toBe("wait=25");
    expect(time.nowMs() - startedAtMs).toBe(25_000);
  });

  test("does not wait for an operation that is final", async () => {
    const { send, time } = receiver();
    await send();
    await time.run(endAfter(0));
    const startedAtMs = time.nowMs();
    const response = await send(prefer("wait=10"));
    expect(response.status).toBe(200);
    expect(time.nowMs()).toBe(startedAtMs);
  });

  test("gets the current state at once with a wait of zero", async () => {
    const { send, time } = receiver();
    const response = await send(prefer("wait=0"));
    expect(response.status).toBe(202);
    expect(response.headers.get("preference-applied")).toBe("wait=0");
    expect(time.nowMs()).toBe(Date.UTC(2026, 0, 5));
  });

  test("does not wait after a refused event", async () => {
    const { send, time } = receiver();
    const { headers } = prefer("wait=10");
    expect((await send({ headers, key: "A".repeat(32) })).status).toBe(401);
    expect(time.nowMs()).toBe(Date.UTC(2026, 0, 5));
  });
});

test("waits no longer because of slow reads", async () => {
  const { send, time, store } = receiver();
  await send();
  const operation = await store.operations.get(id);
  if (!operation) throw new Error("the operation was not stored");
  const startedAtMs = time.nowMs();
  const slow = {
    get: async () => {
      time.pass(90);
      return operation;
    },
  };
  await time.run(waitUntilSettled(operation, slow, 500, time));
  // 250 + 90, then the rest, then one last read.
  expect(time.nowMs() - startedAtMs).toBe(500 + 90);
});

test.each([
  ["wait=5", 5],
  ["WAIT=5", 5],
  ["wait = 5", 5],
  ['wait="5"', 5],
  ["respond-async, wait=5", 5],
  ["return=minimal; wait=5", 5],
  ["wait=25", 25],
  ["wait=26", 25],
  ["wait=", undefined],
  ["wait=soon", undefined],
  ["wait=-1", undefined],
  ["await=5", undefined],
  ["respond-async", undefined],
  ["", undefined],
  [undefined, undefined],
])("the header %j asks for %s seconds", (header, seconds) => {
  expect(preferredWaitSeconds(header)).toBe(seconds);
});
