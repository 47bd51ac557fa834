import { expect, test } from "vitest";
import * as z from "zod/mini";
import { dayMs, startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const schema = z.object({ name: z.string() });
const key = (id: string) => ({ id, fingerprint: "f" });

test("data and avatar are read as they were stored, the avatar byte by byte", async () => {
  const { payloads } = store();
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  await payloads.put(key("both"), {
    data: { name: "Zoë 雪 🚀" },
    avatar: bytes,
  });
  expect(await payloads.data(key("both"), schema)).toEqual({
    name: "Zoë 雪 🚀",
  });
  expect(Buffer.from((await payloads.avatar(key("both"))) ?? [])).toEqual(
    Buffer.from(bytes),
  );
});

test("an event without an avatar has none", async () => {
  const { payloads, ids } = store();
  await payloads.put(key("bare"), { data: { name: "n" } });
  expect(await payloads.avatar(key("bare"))).toBeUndefined();
  expect(await ids()).not.toContain("avatar#bare#f");
});

test("the first delivery is kept", async () => {
  const { payloads } = store();
  await payloads.put(key("first"), {
    data: { name: "first" },
    avatar: Uint8Array.of(1),
  });
  await payloads.put(key("first"), {
    data: { name: "second" },
    avatar: Uint8Array.of(2),
  });
  expect(await payloads.data(key("first"), schema)).toEqual({ name: "first" });
  expect((await payloads.avatar(key("first")))?.[0]).toBe(1);
});

test("an avatar of 300 KiB fits together with any data", async () => {
  const { payloads } = store();
  const name = "雪".repeat(100_000);
  await payloads.put(key("large"), {
    data: { name },
    avatar: new Uint8Array(300 * 1024),
  });
  expect((await payloads.avatar(key("large")))?.length).toBe(300 * 1024);
  expect((await payloads.data(key("large"), schema))?.name).toBe(name);
});

test("erased data is gone, and a second erasure succeeds", async () => {
  const { payloads, ids } = store();
  await payloads.put(key("erased"), {
    data: { name: "n" },
    avatar: Uint8Array.of(1),
  });
  await payloads.note(key("erased"), { name: "noted" });
  await payloads.erase(key("erased"));
  await payloads.erase(key("erased"));
  expect(await payloads.data(key("erased"), schema)).toBeUndefined();
  expect(await payloads.avatar(key("erased"))).toBeUndefined();
  expect((await ids()).filter((id) => id.includes("#erased#"))).toEqual([]);
});

test("every payload expires after fourteen days, in seconds", async () => {
  const { payloads, item } = store();
  await payloads.put(key("swept"), {
    data: { name: "n" },
    avatar: Uint8Array.of(1),
  });
  await payloads.note(key("swept"), { name: "noted" });
  const expiresAtSeconds = startMs / 1000 + 14 * 24 * 60 * 60;
  expect(await item("data#swept#f")).toMatchObject({ expiresAtSeconds });
  expect(await item("avatar#swept#f")).toMatchObject({ expiresAtSeconds });
  expect(await item("note#swept#f")).toMatchObject({ expiresAtSeconds });
});

test("a waiting payload expires fourteen days after its time, and a time in the past shortens nothing", async () => {
  const { payloads, item } = store();
  const dueAtMs = startMs + 400 * dayMs;
  await payloads.put(key("waits"), { data: { name: "n" } }, dueAtMs);
  await payloads.note(key("waits"), { name: "noted" }, dueAtMs);
  await payloads.put(key("late"), { data: { name: "n" } }, startMs - dayMs);
  for (const id of ["data#waits#f", "note#waits#f"])
    expect(await item(id)).toMatchObject({
      expiresAtSeconds: (dueAtMs + 14 * dayMs) / 1000,
    });
  expect(await item("data#late#f")).toMatchObject({
    expiresAtSeconds: (startMs + 14 * dayMs) / 1000,
  });
});

test("the latest note is read, and undefined without one", async () => {
  const { payloads } = store();
  expect(await payloads.noted(key("noted"), schema)).toBeUndefined();
  await payloads.note(key("noted"), { name: "first" });
  await payloads.note(key("noted"), { name: "second" });
  expect(await payloads.noted(key("noted"), schema)).toEqual({
    name: "second",
  });
});

test("data of another shape is an error", async () => {
  const { payloads } = store();
  await payloads.put(key("odd"), { data: { title: "t" } });
  await expect(payloads.data(key("odd"), schema)).rejects.toMatchObject({
    issues: [{ path: ["name"] }],
  });
});

test("another delivery under the same operation id has its own payload", async () => {
  const { payloads } = store();
  const other = { id: "shared", fingerprint: "other" };
  await payloads.put(key("shared"), { data: { name: "one" } });
  await payloads.put(other, {
    data: { name: "other" },
    avatar: Uint8Array.of(1),
  });
  await payloads.erase(other);
  expect(await payloads.data(key("shared"), schema)).toEqual({ name: "one" });
  expect(await payloads.avatar(key("shared"))).toBeUndefined();
});
