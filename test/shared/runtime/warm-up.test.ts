import { afterEach, expect, test, vi } from "vitest";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Dependencies that record their use. @param use - what a use does */
function createParts(use: (name: string) => Promise<undefined>) {
  const used: string[] = [];
  const part = (name: string) => () => {
    used.push(name);
    return use(name);
  };
  return {
    used,
    handler: part("app"),
    callers: { warmUp: part("callers") },
    table: part("table"),
  };
}

test("warms up the app, the callers and what else it connects to when a function with an HTTP API starts", async () => {
  const parts = createParts(async () => undefined);
  await warmUpHttp(parts.handler, parts, parts.table);
  expect(parts.used).toEqual(["callers", "table", "app"]);
});

test("an unreachable dependency does not prevent a sandbox from starting", async () => {
  const parts = createParts(() => Promise.reject(new Error("out of reach")));
  await expect(
    warmUpHttp(parts.handler, parts, parts.table),
  ).resolves.toBeUndefined();
});

test("a hanging dependency delays the start of a sandbox by two of its ten seconds", async () => {
  vi.useFakeTimers();
  const parts = createParts((name) =>
    name === "callers" ? new Promise(() => {}) : Promise.resolve(undefined),
  );
  let isStarted = false;
  const started = warmUpHttp(parts.handler, parts, parts.table).then(() => {
    isStarted = true;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isStarted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await started;
  expect(isStarted).toBe(true);
});
