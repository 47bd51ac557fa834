import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { dayMs } from "../../../shared/durations.ts";
import type { FinalOutcome } from "../../../shared/store/operation.ts";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import {
  note,
  operationOf,
  problemOf,
  useReceiver,
} from "./receiver-for-test.ts";

const receiver = useReceiver();
const id = operationIdOf("hr", "msg_1");
const withAvatar = note({ bytes: "AAEC" });
const schema = z.object({ note: z.string() });

/** Ends the operation, as its workflow does. */
async function end(status: FinalOutcome["status"]): Promise<void> {
  const { operations } = receiver().store;
  const started = await operations.start(id, "run-1");
  if (!started) throw new Error("it did not start");
  const { operation } = started;
  await operations.finish(operation, { status, steps: {}, warnings: [] });
}

test("the operation id depends on caller and delivery id only", () => {
  expect(operationIdOf("hr", "msg_1")).toMatch(/^op_[\w-]{22}$/);
  expect(operationIdOf("hr", "msg_1")).toBe("op_YauaS3o6tCv8SEwMsSZWOW");
  expect(operationIdOf("hr", "msg_2")).not.toBe(id);
  expect(operationIdOf("hr2", "msg_1")).not.toBe(id);
  expect(operationIdOf("hrm", "sg_1")).not.toBe(id);
});

describe("a repeated delivery", () => {
  test("gets the same answer days later, and starts its unfinished operation again", async () => {
    const { send, started, ids, time } = receiver();
    const first = await send();
    time.pass(3 * dayMs);
    const again = await send();
    expect(again.status).toBe(202);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(await again.json()).toEqual(await first.json());
    expect(started).toEqual([id, id]);
    expect(await ids()).toEqual([`operation#${id}`]);
  });

  test.each([
    ["succeeded", "is erased"],
    ["cancelled", "is erased"],
    ["failed", "stays for a retry"],
    ["needs_attention", "stays for a retry"],
  ] as const)(
    "starts nothing after the operation is %s, and its data %s",
    async (status, data) => {
      const { send, started, store } = receiver();
      await send({ event: withAvatar });
      await end(status);
      const again = await send({ event: withAvatar });
      expect(again.status).toBe(202);
      expect(await again.json()).toMatchObject({ id, status });
      expect(started).toEqual([id]);
      const isErased = (await store.payloads.findUnparsed(id)) === undefined;
      expect(isErased).toBe(data === "is erased");
    },
  );
});

describe("another event with a used delivery id", () => {
  test("is refused, starts nothing, and none of its data can be read", async () => {
    const { send, started, ids, store, lines } = receiver();
    await send();
    // Only the other event has an avatar, which must not become the avatar of the first event.
    const other = note({ note: "second", bytes: "AAEC" });
    const response = await send({ event: other });
    expect(response.status).toBe(422);
    expect(await problemOf(response)).toMatchObject({
      type: "http://localhost/problems#delivery-id-reused",
    });
    expect(response.headers.has("location")).toBe(false);
    expect(lines.at(-1)).toMatchObject({
      message: "id reused",
      fields: { caller: "hr", type: "status.set" },
    });
    expect(started).toEqual([id]);
    // The avatar of the other event stays sealed: no item has its key.
    expect(await ids()).toEqual(["avatar#1", `operation#${id}`]);
    const operation = await operationOf(store, id);
    expect(await store.payloads.readData(operation, schema)).toEqual({
      note: "first",
    });
  });

  test("is refused when both arrive at the same moment, and the first event keeps its own data", async () => {
    const { send, store } = receiver();
    const other = note({ note: "second", bytes: "AAEC" });
    const answers = await Promise.all([send(), send({ event: other })]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([202, 422]),
    );
    const operation = await operationOf(store, id);
    const isFirst = answers[0].status === 202;
    expect(await store.payloads.readData(operation, schema)).toEqual({
      note: isFirst ? "first" : "second",
    });
  });

  test("is refused also after the first operation is final, and leaves no data", async () => {
    const { send, store } = receiver();
    await send();
    await end("succeeded");
    const response = await send({ event: withAvatar });
    expect(response.status).toBe(422);
    expect(await store.payloads.findUnparsed(id)).toBeUndefined();
  });

  test("is also a copy of the first event with one more space", async () => {
    const { send } = receiver();
    await send();
    const body = `${JSON.stringify(note())} `;
    expect((await send({ body })).status).toBe(422);
  });
});

describe("our own outage", () => {
  async function expectUnavailable(response: Response): Promise<void> {
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("10");
    // A stranger can get this answer, so it has no details.
    expect(await problemOf(response)).toEqual({
      type: "http://localhost/problems#unavailable",
      title: "Try again later",
      status: 503,
      text: expect.any(String),
    });
  }

  test.each([
    ["the secret", "secret"],
    ["the start of a workflow", "start"],
  ] as const)(
    "is answered 503 if %s fails, and the same delivery succeeds later",
    async (_, part) => {
      const { send, outage, started, lines } = receiver();
      outage[part] = true;
      await expectUnavailable(await send());
      expect(started).toEqual([]);
      expect(lines.at(-1)).toEqual({
        level: "error",
        message: "unavailable",
        fields: { error: "Error" },
      });
      outage[part] = false;
      expect((await send()).status).toBe(202);
      expect(started).toEqual([id]);
    },
  );

  test("is answered 503 at any request to the store, and the same delivery succeeds later", async () => {
    const { send, outage, ids, started } = receiver();
    let failures = 0;
    for (let requests = 0; ; requests++) {
      outage.requestsLeft = requests;
      const sent = { id: `msg_${requests}`, event: withAvatar };
      const operationId = operationIdOf("hr", sent.id);
      const response = await send(sent);
      if (response.status === 202) break;

      await expectUnavailable(response);
      failures++;
      expect(started).not.toContain(operationId);
      outage.requestsLeft = Infinity;
      expect((await send(sent)).status).toBe(202);
      expect(started.at(-1)).toBe(operationId);
      expect(await ids()).toContain(`operation#${operationId}`);
    }
    // The avatar and the operation are two requests.
    expect(failures).toBeGreaterThanOrEqual(2);
  });

  test("does not change the answer to a bad signature, which is 401 while the store is down", async () => {
    const { send, outage } = receiver();
    outage.requestsLeft = 0;
    expect((await send({ key: "A".repeat(32) })).status).toBe(401);
  });
});
