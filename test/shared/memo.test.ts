import { expect, test } from "vitest";
import { createMemo } from "../../shared/memo.ts";

test("createMemo creates a value once for simultaneous and later requests", async () => {
  let created = 0;
  const memo = createMemo(async () => ++created);
  expect(await Promise.all([memo.get(), memo.get()])).toEqual([1, 1]);
  expect(await memo.get()).toBe(1);
});

test("createMemo rejects all waiting requests after a failure and tries again at the next request", async () => {
  let attempts = 0;
  const memo = createMemo(async () => {
    if (++attempts === 1) throw new Error("not yet");
    return "there";
  });
  const waiting = await Promise.allSettled([memo.get(), memo.get()]);
  expect(waiting.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await memo.get()).toBe("there");
  expect(attempts).toBe(2);
});

test("createMemo creates a value again when it is maxAgeMs old or was forgotten", async () => {
  let nowMs = 0;
  let created = 0;
  const memo = createMemo(
    async () => ++created,
    () => nowMs,
  );
  await memo.get();
  nowMs = 1_000;
  expect(await memo.get(1_001)).toBe(1);
  expect(await memo.get()).toBe(1);
  expect(await memo.get(1_000)).toBe(2);
  memo.forget();
  expect(await memo.get()).toBe(3);
});

test("createMemo keeps a newer value when an earlier creation fails late", async () => {
  let nowMs = 0;
  let fail: (error: Error) => void = () => undefined;
  const makes = [
    () => new Promise<string>((_resolve, reject) => (fail = reject)),
    async () => "newer",
  ];
  const memo = createMemo(
    () => (makes.shift() ?? (async () => "newest"))(),
    () => nowMs,
  );
  const first = memo.get();
  nowMs = 10;
  expect(await memo.get(5)).toBe("newer");
  fail(new Error("late"));
  await expect(first).rejects.toThrow("late");
  expect(await memo.get()).toBe("newer");
});
