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
import { rows } from "../../fixtures/rows.ts";
import { useReceiver } from "./receiver-for-test.ts";

const receiver = useReceiver();
const id = operationIdOf("hr", "msg_1");
const prefer = (value: string) => ({ headers: { prefer: value } });

const ended = { steps: {}, warnings: [] };
const succeeded: FinalOutcome = { status: "succeeded", ...ended };
const paused: WaitingOutcome = {
  status: "waiting",
  phase: "grace",
  dueAtMs: Date.UTC(2026, 0, 12),
  ...ended,
};

/** Ends the operation after this time, in virtual time. */
async function endAfter(
  ms: number,
  end: FinalOutcome | WaitingOutcome = succeeded,
): Promise<void> {
  const { time, store } = receiver();
  await time.sleepMs(ms);
  const execution = "run-1";
  await store.operations.start(id, execution);
  await store.operations.finish({ id, execution }, end);
}

type End = (() => Promise<void>) | undefined;

describe("a caller that prefers to wait", () => {
  // Title | asked | seconds in the answer | end of the operation | status code | status of the operation | waited ms
  // The receiver looks at the operation after 100, 250, 475, 813 and 1,320 ms.
  test.each(rows<[string, string, number, End, number, string, number]>`
    gets the result as soon as the operation is final | wait=10 | ${10} | ${() => endAfter(1_100)} | ${200} | succeeded | ${1_320}
    gets the result as soon as the operation waits | wait=10 | ${10} | ${() => endAfter(1_100, paused)} | ${200} | waiting | ${1_320}
    gets the current state when the time is up, to the millisecond | wait=3 | ${3} | ${undefined} | ${202} | accepted | ${3_000}
    waits at most 25 seconds, and the answer says so | wait=999999 | ${25} | ${undefined} | ${202} | accepted | ${25_000}
    gets the current state at once with a wait of zero | wait=0 | ${0} | ${undefined} | ${202} | accepted | ${0}
  `)("%s", async (_, asked, applied, end, code, status, waitedMs) => {
    const { send, time } = receiver();
    const startedAtMs = time.nowMs();
    const [response] = await time.run(
      Promise.all([send(prefer(asked)), end?.()]),
    );
    expect(response.status).toBe(code);
    expect(response.headers.get("preference-applied")).toBe(`wait=${applied}`);
    expect(response.headers.get("location")).toBe(`/operations/${id}`);
    expect(await response.json()).toMatchObject({ id, status });
    expect(time.nowMs() - startedAtMs).toBe(waitedMs);
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
});

test("slow reads make a wait longer by the last read only", async () => {
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
  // Pauses of 100, 150 and 70 ms, the last one cut by the limit, and a read of 90 ms after each.
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
