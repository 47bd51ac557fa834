import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { dayMs } from "../../../shared/durations.ts";
import {
  type Amended,
  type EventDocument,
  isAmendable,
} from "../../../shared/store/amendments.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { acceptWith, newOperation } from "./operation-for-test.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const startDayMs = startMs + 30 * dayMs;
const schema = z.record(z.string(), z.unknown());
const later = { id: "op_change", fingerprint: "f2" };
const inline = { inline: true };
const bytes = (...values: number[]) => Uint8Array.from(values);

/** A hire that waits for its start date. */
const acceptHire = (
  id: string,
  data: object = { title: "Lead" },
  avatar?: Uint8Array,
) =>
  acceptWith(
    store(),
    newOperation(id),
    { data, ...(avatar && { avatar }) },
    startDayMs,
  );

const get = async (id: string): Promise<Operation> => {
  const operation = await store().operations.get(id);
  if (operation) return operation;
  throw new Error(`there is no operation ${id}`);
};

/** Amends the hire by a change of its title. */
const amend = async (id: string, made: Partial<Amended> = {}, by = later) =>
  store().operations.amend(await get(id), by, (data) => ({
    data: { ...data, title: "Director" },
    changed: ["/title"],
    fieldTimes: { "/title": [startMs, startMs] },
    ...made,
  }));

/** The items of an operation besides its own. */
const apartOf = async (id: string) =>
  (await store().ids()).filter(
    (one) => one.includes(`#${id}#`) && !one.startsWith("operation#"),
  );

describe("an operation", () => {
  test.each<[boolean, Partial<Operation>, string]>([
    [true, { status: "waiting" }, "if it waits for its time"],
    [false, { status: "waiting", phase: "grace" }, "in a phase of its own"],
    [
      false,
      { status: "waiting", blockedBy: "platform" },
      "while it is blocked",
    ],
    [false, { status: "running" }, "while it runs"],
  ])("can be amended: %s, as %j, %s", (expected, operation) => {
    expect(isAmendable(operation as Operation)).toBe(expected);
  });
});

describe("an amendment", () => {
  test("changes the data of the operation, and the operation names it, its fields and their times", async () => {
    await acceptHire("plain", { title: "Lead", tags: ["sre"] });
    const amendment = await amend("plain");
    expect(amendment).toEqual({
      by: "op_change",
      changed: ["/title"],
      fieldTimes: { "/title": [startMs, startMs] },
    });
    const operation = await get("plain");
    expect(operation).toMatchObject({ amendment, dueAtMs: startDayMs });
    expect(await store().payloads.data(operation, schema)).toEqual({
      title: "Director",
      tags: ["sre"],
    });
    expect(operation.history.at(-1)).toEqual({
      atMs: startMs,
      by: "operation:op_change",
      status: "waiting",
      reason: "amended",
    });
  });

  test("is done once, however often its operation repeats it", async () => {
    await acceptHire("twice");
    const first = await amend("twice");
    const again = await amend("twice", { changed: ["/other"] });
    expect(again).toEqual(first);
    expect((await get("twice")).history).toHaveLength(2);
  });

  test("of a later operation takes its place", async () => {
    await acceptHire("third");
    await amend("third");
    const next = { id: "op_next", fingerprint: "f3" };
    const made = { changed: ["/tags"] };
    expect(await amend("third", made, next)).toMatchObject({ by: "op_next" });
  });

  test("is not written if another one came first, or if the operation began meanwhile", async () => {
    await acceptHire("raced");
    const before = await get("raced");
    await amend("raced");
    const merge = (data: EventDocument): Amended => ({
      data,
      changed: [],
      fieldTimes: {},
    });
    const { operations } = store();
    const slow = { id: "op_slow", fingerprint: "f4" };
    expect(await operations.amend(before, slow, merge)).toBeUndefined();
    const waiting = await get("raced");
    store().clock.nowMs = startDayMs;
    await operations.wake("raced");
    expect(await operations.amend(waiting, slow, merge)).toBeUndefined();
    expect((await get("raced")).amendment?.by).toBe("op_change");
  });

  test.each<[string, Record<string, string>]>([
    ["began a phase of its own", { phase: "grace" }],
    ["was blocked", { blockedBy: "platform" }],
    ["was accepted", { status: "accepted" }],
  ])("is not written if the operation %s meanwhile", async (_, set) => {
    const id = `meanwhile-${Object.keys(set).join()}`;
    await acceptHire(id);
    const before = await get(id);
    await store().table.update(`operation#${id}`, { set, where: {} });
    const merge = (data: EventDocument): Amended => ({
      data,
      changed: [],
      fieldTimes: {},
    });
    const { operations } = store();
    expect(await operations.amend(before, later, merge)).toBeUndefined();
    expect(await get(id)).not.toHaveProperty("amendment");
  });

  test("is not written over one that came after the operation was read", async () => {
    await acceptHire("overtaken");
    await amend("overtaken");
    const before = await get("overtaken");
    await amend("overtaken", {}, { id: "op_next", fingerprint: "f8" });
    const slow = { id: "op_slow", fingerprint: "f9" };
    const amended = await store().operations.amend(before, slow, (data) => ({
      data,
      changed: [],
      fieldTimes: {},
    }));
    expect(amended).toBeUndefined();
    expect((await get("overtaken")).amendment?.by).toBe("op_next");
  });

  test("moves the start of the operation, and keeps its data until then", async () => {
    await acceptHire("moved");
    const dueAtMs = startDayMs + 10 * dayMs;
    const due = { dueAtMs, effectiveAtMs: dueAtMs };
    await amend("moved", { due });
    expect(await get("moved")).toMatchObject({
      dueAtMs,
      effectiveAtMs: dueAtMs,
      payloadUntilMs: dueAtMs + 14 * dayMs,
    });
    await amend(
      "moved",
      { due: { dueAtMs: startMs, effectiveAtMs: undefined } },
      { id: "op_now", fingerprint: "f5" },
    );
    expect(await get("moved")).toMatchObject({ dueAtMs: startMs });
    expect(await get("moved")).not.toHaveProperty("effectiveAtMs");
  });

  test("of an operation whose data was erased is not written", async () => {
    await acceptHire("erased");
    await store().payloads.erase(await get("erased"));
    expect(await amend("erased")).toBeUndefined();
    expect(await get("erased")).not.toHaveProperty("amendment");
  });
});

describe("what lies apart of an amended operation", () => {
  const big = "雪".repeat(2_000);

  test("is the large data in place of the small, and the other way round", async () => {
    await acceptHire("size");
    await amend("size", { data: { biography: big } });
    const large = await get("size");
    expect(await apartOf("size")).toEqual(large.apart);
    expect(await store().item("operation#size")).not.toHaveProperty("payload");
    expect(await store().payloads.data(large, schema)).toEqual({
      biography: big,
    });
    await amend("size", { data: {} }, { id: "op_2", fingerprint: "f6" });
    expect(await apartOf("size")).toEqual([]);
    expect(await get("size")).not.toHaveProperty("apart");
    expect(await store().payloads.data(await get("size"), schema)).toEqual({});
  });

  test("is the new image in place of the old one", async () => {
    await acceptHire("image", { avatar: inline }, bytes(1));
    const [old] = await apartOf("image");
    await amend("image", { data: { avatar: inline }, avatar: bytes(2) });
    const operation = await get("image");
    expect(await apartOf("image")).toEqual(operation.apart);
    expect(operation.apart).not.toContain(old);
    expect([...((await store().payloads.avatar(operation)) ?? [])]).toEqual([
      2,
    ]);
  });

  test("is the image of the hire as long as the data names it, and is kept as long as the data", async () => {
    await acceptHire("kept", { avatar: inline }, bytes(1));
    const [image = ""] = await apartOf("kept");
    const dueAtMs = startDayMs + 10 * dayMs;
    const due = { dueAtMs, effectiveAtMs: dueAtMs };
    await amend("kept", { data: { avatar: inline }, due });
    expect(await apartOf("kept")).toEqual([image]);
    expect(await store().item(image)).toMatchObject({
      expiresAtSeconds: (dueAtMs + 14 * dayMs) / 1000,
    });
    for (const [at, avatar] of [undefined, null, { url: "x" }].entries()) {
      const id = `gone-${at}`;
      await acceptHire(id, { avatar: inline }, bytes(1));
      await amend(id, { data: { avatar } });
      expect(await apartOf(id)).toEqual([]);
    }
  });

  test("is removed again if the amendment is not written", async () => {
    await acceptHire("lost", { avatar: inline }, bytes(1));
    const before = await get("lost");
    await amend("lost", { data: { avatar: inline } });
    await store().operations.amend(
      before,
      { id: "op_slow", fingerprint: "f7" },
      () => ({
        data: { biography: big, avatar: inline },
        avatar: bytes(3),
        changed: [],
        fieldTimes: {},
      }),
    );
    expect(await apartOf("lost")).toEqual((await get("lost")).apart);
  });
});
