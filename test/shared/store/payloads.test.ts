import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { dayMs } from "../../../shared/durations.ts";
import type { SealedBytes } from "../../../shared/sealed-bytes.ts";
import type { NewOperation } from "../../../shared/store/operation.ts";
import { eventFactsOf } from "../../../shared/event-types.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import { createPayloads } from "../../../shared/store/payloads.ts";
import { startMs, useStore } from "./store-for-test.ts";
import {
  acceptWith,
  newOperation,
  outcomeOf,
  pause,
} from "./operation-for-test.ts";

const store = useStore();
const schema = z.object({ name: z.string() });
const small = { data: { name: "Zoë 雪 🚀" } };
/** Data that is hard to store: one field is undefined, and one has a name that every object inherits. */
const odd = { name: "Zoë", constructor: "x", tags: [], absent: undefined };
const large = { data: { name: "雪".repeat(60_000) } };
const sealed = (bytes: Uint8Array, id = "sealed") => ({ id, bytes });
const withAvatar = { ...small, avatar: sealed(Uint8Array.of(1)) };
type Content = { data: unknown; avatar?: SealedBytes };
const secondsAfterDays = (days: number) => (startMs + days * dayMs) / 1000;

const accept = (
  id: string,
  content: Content = small,
  dueAtMs?: number,
  changes: Partial<NewOperation> = {},
) => acceptWith(store(), newOperation(id, changes), content, dueAtMs);

/** Has an operation accepted and started. */
async function run(id: string, content: Content = small) {
  await accept(id, content);
  const started = await store().operations.start(id, "run-1");
  if (started) return started.operation;
  throw new Error("it did not start");
}

/** The ids of the items of an operation, and its own item as text. */
async function stored(id: string) {
  const ids = (await store().ids()).filter((one) => one.includes(`#${id}`));
  return { ids, item: JSON.stringify(await store().item(`operation#${id}`)) };
}

describe("a payload", () => {
  test("lies in the item of its operation, even with 180 kB, beside an avatar of 300 KiB", async () => {
    const { payloads } = store();
    const avatar = sealed(new Uint8Array(300 * 1024), "300-KiB");
    const operation = await accept("fits", { ...large, avatar });
    expect((await stored("fits")).ids).toEqual(["operation#fits"]);
    expect(await payloads.readData(operation, schema)).toEqual(large.data);
    expect((await payloads.readAvatar("300-KiB"))?.length).toBe(300 * 1024);
  });

  test("is read as it was stored, and its avatar byte by byte", async () => {
    const { payloads } = store();
    const avatar = Uint8Array.from({ length: 256 }, (_, index) => index);
    const operation = await accept("both", {
      data: odd,
      avatar: sealed(avatar, "all-bytes"),
    });
    expect(await payloads.readData(operation, z.unknown())).toEqual(odd);
    expect(Buffer.from((await payloads.readAvatar("all-bytes")) ?? [])).toEqual(
      Buffer.from(avatar),
    );
  });

  test("stays as it is when the delivery is repeated", async () => {
    const { payloads } = store();
    const operation = await accept("first", withAvatar);
    const other = sealed(Uint8Array.of(2), "of-the-repetition");
    const again = await accept("first", { ...large, avatar: other });
    expect(await payloads.readData(operation, schema)).toEqual(small.data);
    expect(again.avatarId).toBe(operation.avatarId);
  });

  test("is not read for another delivery with the same operation id", async () => {
    await accept("shared");
    await accept("shared", large, 0, { fingerprint: "other" });
    const { payloads } = store();
    const other = newOperation("shared", { fingerprint: "other" });
    expect(await payloads.readData(newOperation("shared"), schema)).toEqual(
      small.data,
    );
    expect(await payloads.readData(other, schema)).toBeUndefined();
    await payloads.writeNote(newOperation("shared"), { name: "noted" });
    expect(await payloads.readNote(other, schema)).toBeUndefined();
  });

  test("is refused when it has another shape than the reader expects", async () => {
    const operation = await accept("odd", { data: { title: "t" } });
    await expect(
      store().payloads.readData(operation, schema),
    ).rejects.toMatchObject({ issues: [{ path: ["name"] }] });
  });

  test("is not read when a newer version stored it, and the step may be tried again", async () => {
    const { payloads, table } = store();
    const operation = await accept("newer");
    const version = eventFactsOf("employee.hired").version + 1;
    const set = { "payload.version": version };
    await table.update("operation#newer", { set, where: {} });
    const error = await payloads
      .readData(operation, schema)
      .catch((reason: unknown) => reason);
    expect(toStepFailure(error)).toMatchObject({
      code: "payload-too-new",
      retryable: true,
    });
  });

  test("is in no answer about its operation", async () => {
    const { operations } = store();
    const started = await run("private");
    const texts = [
      await operations.get("private"),
      await operations.ofEmployee("E-1"),
      started,
      await operations.finish(started, outcomeOf("failed")),
    ].map((answer) => JSON.stringify(answer));
    for (const text of texts) {
      expect(text).toContain("private");
      expect(text).not.toContain("Zoë");
    }
  });
});

/** What a workflow remembers beside the payload, such as the status that it replaces. */
describe("a note", () => {
  test("is replaced by the next one, and undefined before the first", async () => {
    const { payloads } = store();
    const operation = await accept("noted");
    expect(await payloads.readNote(operation, schema)).toBeUndefined();
    await payloads.writeNote(operation, { name: "first" });
    await payloads.writeNote(operation, { name: "second" });
    expect(await payloads.readNote(operation, schema)).toEqual({
      name: "second",
    });
  });

  test("is refused when the payload was erased", async () => {
    const { payloads } = store();
    const operation = await accept("forgotten");
    await payloads.erase(operation);
    await expect(
      payloads.writeNote(operation, { name: "late" }),
    ).rejects.toMatchObject({ code: "data-erased", retryable: false });
    expect((await stored("forgotten")).item).not.toContain("late");
  });
});

describe("the end of an operation", () => {
  test.each(["succeeded", "cancelled"] as const)(
    "removes the payload and the note in the write that sets the status %s",
    async (status) => {
      const { operations, payloads, documents } = store();
      const started = await run(status);
      await payloads.writeNote(started, { name: "noted" });
      const commands: string[] = [];
      documents.middlewareStack.add(
        (next, { commandName = "" }) =>
          (args) => {
            commands.push(commandName);
            return next(args);
          },
        { name: "count", step: "initialize" },
      );
      await operations.finish(started, outcomeOf(status));
      documents.middlewareStack.remove("count");
      expect(commands).toEqual(["UpdateItemCommand"]);
      const { ids, item } = await stored(status);
      expect(ids).toEqual([`operation#${status}`]);
      // The attribute "holds" marks an item that has a payload.
      for (const rest of ["Zoë", "noted", "holds", "payloadUntilMs"])
        expect(item).not.toContain(rest);
    },
  );

  test.each([
    ["the operation failed", "failed", "run-1"],
    ["the operation needs attention", "needs_attention", "run-1"],
    ["another execution has the operation", "succeeded", "run-0"],
  ] as const)("keeps the payload if %s", async (id, status, execution) => {
    const { operations, payloads } = store();
    const started = await run(id, withAvatar);
    await operations.finish({ ...started, execution }, outcomeOf(status));
    expect(await payloads.readData(started, schema)).toEqual(small.data);
    expect(await payloads.readAvatar("sealed")).toBeDefined();
  });

  test("keeps the payload for an answer in chat that is owed, and erases it if none is owed", async () => {
    const { operations, payloads } = store();
    const owing = await run("owing");
    await operations.oweAnswer("owing");
    const answered = await run("answered");
    for (const started of [owing, answered])
      expect(
        await operations.finish(
          started,
          outcomeOf("succeeded"),
          "keep for an answer",
        ),
      ).toMatchObject({ status: "succeeded" });
    expect(await payloads.readData(owing, schema)).toEqual(small.data);
    expect(await payloads.readData(answered, schema)).toBeUndefined();
  });
});

test("an erasure leaves nothing readable of the payload and the note, and may be repeated", async () => {
  const { payloads } = store();
  const operation = await accept("erased", withAvatar);
  await payloads.writeNote(operation, { name: "noted" });
  await payloads.erase(operation);
  await payloads.erase(operation);
  expect(await payloads.readData(operation, schema)).toBeUndefined();
  const { ids, item } = await stored("erased");
  expect(ids).toEqual(["operation#erased"]);
  for (const rest of ["Zoë", "noted"]) expect(item).not.toContain(rest);
});

describe("the time of a payload", () => {
  test("is fourteen days, for the avatar too, and the operation itself never expires", async () => {
    const { payloads, item } = store();
    const due = async () =>
      (await payloads.due.page(100)).entries.map(({ id }) => id);
    const { payloadUntilMs } = await accept("days", {
      ...small,
      avatar: sealed(Uint8Array.of(1), "of-days"),
    });
    expect(payloadUntilMs).toBe(startMs + 14 * dayMs);
    expect(await item("avatar#of-days")).toMatchObject({
      expiresAtSeconds: secondsAfterDays(14),
    });
    expect(await item("operation#days")).not.toHaveProperty("expiresAtSeconds");
    store().clock.nowMs = startMs + 14 * dayMs - 1;
    expect(await due()).not.toContain("days");
    expect(await payloads.eraseIfDue("days")).toBe(false);
    store().clock.nowMs++;
    expect(await due()).toContain("days");
    expect(await payloads.eraseIfDue("days")).toBe(true);
    expect(await payloads.eraseIfDue("days")).toBe(false);
  });

  test("begins when a waiting operation is due, and a time in the past shortens nothing", async () => {
    const later = await accept("later", withAvatar, startMs + 400 * dayMs);
    expect(later.payloadUntilMs).toBe(startMs + 414 * dayMs);
    const early = await accept("early", withAvatar, startMs - dayMs);
    expect(early.payloadUntilMs).toBe(startMs + 14 * dayMs);
  });

  test("is prolonged by a pause, for the avatar too, and is never shortened", async () => {
    const { operations, item } = store();
    let started = await run("pauses", {
      ...small,
      avatar: sealed(Uint8Array.of(1), "of-pauses"),
    });
    for (const [days, untilDays] of [
      [30, 44],
      [1, 44],
    ] as const) {
      const until = startMs + untilDays * dayMs;
      const paused = await operations.finish(
        started,
        pause(startMs + days * dayMs),
      );
      expect(paused?.payloadUntilMs).toBe(until);
      expect(await item("avatar#of-pauses")).toMatchObject({
        expiresAtSeconds: until / 1000,
      });
      store().clock.nowMs = startMs + days * dayMs;
      await operations.wake("pauses");
      const again = await operations.start("pauses", `run-${days}`);
      started = again?.operation ?? started;
    }
  });

  test("does not come back with a pause after the payload was erased", async () => {
    const { operations, payloads } = store();
    await run("gone");
    await payloads.erase((await operations.get("gone"))!);
    const execution = "run-1";
    const paused = await operations.finish({ id: "gone", execution }, pause(0));
    expect(paused).not.toHaveProperty("payloadUntilMs");
  });
});

test.each`
  neededDays | keptDays | recordDays
  ${0}       | ${14}    | ${90}
  ${30}      | ${44}    | ${90}
  ${1000}    | ${1014}  | ${1014}
`(
  "a payload that is needed in $neededDays days stays $keptDays, and its operation $recordDays",
  async ({ neededDays, keptDays, recordDays }: Record<string, number>) => {
    const { operations, payloads, item } = store();
    const id = `needed-${neededDays}`;
    const started = await run(id, withAvatar);
    await operations.oweAnswer(id);
    const end = outcomeOf("succeeded");
    await operations.finish(started, end, "keep for an answer");
    await payloads.prolong(id, startMs + neededDays! * dayMs);
    expect(await item(`operation#${id}`)).toMatchObject({
      payloadUntilMs: startMs + keptDays! * dayMs,
      expiresAtSeconds: secondsAfterDays(recordDays!),
    });
  },
);

test("a payload that is prolonged in the moment before it is erased stays", async () => {
  await accept("prolonged");
  const { table, payloads } = store();
  const atMs = startMs + 15 * dayMs;
  // `eraseIfDue` reads first and then erases. The payload is prolonged in between.
  const get: typeof table.get = async (id, read) => {
    const item = await table.get(id, read);
    await payloads.prolong("prolonged", atMs + 30 * dayMs);
    return item;
  };
  const late = createPayloads({ ...table, get }, () => atMs);
  expect(await late.eraseIfDue("prolonged")).toBe(false);
  expect(await payloads.findUnparsed("prolonged")).toBeDefined();
});
