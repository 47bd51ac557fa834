import { expect, test } from "vitest";
import * as z from "zod/mini";
import { startMs, useLifecycle } from "./lifecycle-for-test.ts";

const lifecycle = useLifecycle();
const schema = z.object({ name: z.string() });
const key = (id: string) => ({ id, fingerprint: "f" });

test("data and avatar come back as they were, the avatar byte by byte", async () => {
  const { payloads } = lifecycle();
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  await payloads.put(key("both"), { name: "Zoë 雪 🚀" }, bytes);
  expect(await payloads.data(key("both"), schema)).toEqual({
    name: "Zoë 雪 🚀",
  });
  expect(Buffer.from((await payloads.avatar(key("both"))) ?? [])).toEqual(
    Buffer.from(bytes),
  );
});

test("an event without an avatar has none", async () => {
  const { payloads, ids } = lifecycle();
  await payloads.put(key("bare"), { name: "n" });
  expect(await payloads.avatar(key("bare"))).toBeUndefined();
  expect(await ids()).not.toContain("avatar#bare#f");
});

test("the first delivery counts", async () => {
  const { payloads } = lifecycle();
  await payloads.put(key("first"), { name: "first" }, Uint8Array.of(1));
  await payloads.put(key("first"), { name: "second" }, Uint8Array.of(2));
  expect(await payloads.data(key("first"), schema)).toEqual({ name: "first" });
  expect((await payloads.avatar(key("first")))?.[0]).toBe(1);
});

test("an avatar of 300 KiB fits beside any data", async () => {
  const { payloads } = lifecycle();
  const name = "雪".repeat(100_000);
  await payloads.put(key("large"), { name }, new Uint8Array(300 * 1024));
  expect((await payloads.avatar(key("large")))?.length).toBe(300 * 1024);
  expect((await payloads.data(key("large"), schema))?.name).toBe(name);
});

test("erased data is gone, and erasing it again is fine", async () => {
  const { payloads, ids } = lifecycle();
  await payloads.put(key("erased"), { name: "n" }, Uint8Array.of(1));
  await payloads.erase(key("erased"));
  await payloads.erase(key("erased"));
  expect(await payloads.data(key("erased"), schema)).toBeUndefined();
  expect(await payloads.avatar(key("erased"))).toBeUndefined();
  expect((await ids()).filter((id) => id.endsWith("#erased"))).toEqual([]);
});

test("both may be swept after fourteen days, told in seconds", async () => {
  const { payloads, item } = lifecycle();
  await payloads.put(key("swept"), { name: "n" }, Uint8Array.of(1));
  const expiresAtSeconds = startMs / 1000 + 14 * 24 * 60 * 60;
  expect(await item("data#swept#f")).toMatchObject({ expiresAtSeconds });
  expect(await item("avatar#swept#f")).toMatchObject({ expiresAtSeconds });
});

test("data of another shape is an error, not data", async () => {
  const { payloads } = lifecycle();
  await payloads.put(key("odd"), { title: "t" });
  await expect(payloads.data(key("odd"), schema)).rejects.toMatchObject({
    issues: [{ path: ["name"] }],
  });
});

test("another delivery under the same operation id has a place of its own", async () => {
  const { payloads } = lifecycle();
  const other = { id: "shared", fingerprint: "other" };
  await payloads.put(key("shared"), { name: "one" });
  await payloads.put(other, { name: "other" }, Uint8Array.of(1));
  await payloads.erase(other);
  expect(await payloads.data(key("shared"), schema)).toEqual({ name: "one" });
  expect(await payloads.avatar(key("shared"))).toBeUndefined();
});
