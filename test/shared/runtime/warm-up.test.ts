import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { warmUpHttp, warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { warmUpWorkflow } from "../../../shared/runtime/warm-up-workflow.ts";
import type { ReceiverDependencies } from "../../../shared/webhook/receiver.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Dependencies that record their use, and the effect of each use. */
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
    platformAuth: { warmUp: part("platformAuth") },
    engine: { warmUp: part("engine") },
    store: { operations: { get: part("table"), start: part("first write") } },
    nowMs: () => 0,
    random: () => 0,
    warmUpStart: async () => {
      await use("start");
      used.push("start");
    },
  };
}

test("warms up the app, the callers, the table and Lambda when a function with an HTTP API starts", async () => {
  const parts = createParts(async () => undefined);
  await warmUpHttp(parts.handler, parts);
  expect(parts.used).toEqual(["app", "callers", "table", "start"]);
});

/** What a receiver needs of its dependencies in a warm-up, and its app. */
function createReceiverParts(parts: ReturnType<typeof createParts>) {
  const dependencies = {
    callers: { warmUp: parts.callers.warmUp, identify: null as never },
    store: null as never,
    startWorkflow: () => Promise.reject(new Error("a real start")),
    sleepMs: null as never,
    zone: "Europe/Oslo",
    nowMs: () => 0,
    log: null as never,
    warmUp: { store: null as never, startWorkflow: parts.warmUpStart },
  };
  const createApp = ({
    startWorkflow,
  }: Pick<ReceiverDependencies, "startWorkflow">) =>
    new Hono()
      .onError((_, c) => c.body(null, 503))
      .post("/notes/:caller", async (c) => {
        await startWorkflow({ id: "op", run: 1, type: "status.set" });
        parts.used.push("event");
        return c.body(null, 202);
      });
  return { dependencies, createApp };
}

test("a receiver starts with one dry run, which its warm-up event waits for too", async () => {
  const parts = createParts(async () => undefined);
  const { dependencies, createApp } = createReceiverParts(parts);
  await warmUpReceiver(parts.handler, createApp, dependencies, "/notes", {
    type: "status.set",
    data: {},
  });
  expect(parts.used.toSorted()).toEqual(["app", "callers", "event", "start"]);
});

test("warms up the platform token, the engine and the first write when a workflow starts", async () => {
  const parts = createParts(async () => undefined);
  await warmUpWorkflow(parts);
  expect(parts.used).toEqual(["platformAuth", "engine", "first write"]);
});

test("an unreachable dependency does not prevent a sandbox from starting", async () => {
  const parts = createParts(() => Promise.reject(new Error("out of reach")));
  await expect(warmUpHttp(parts.handler, parts)).resolves.toBeUndefined();
  await expect(warmUpWorkflow(parts)).resolves.toBeUndefined();
  const { dependencies, createApp } = createReceiverParts(parts);
  await expect(
    warmUpReceiver(parts.handler, createApp, dependencies, "/notes", {
      type: "status.set",
      data: {},
    }),
  ).resolves.toBeUndefined();
});

test("a hanging dependency delays the start of a sandbox by two of its ten seconds", async () => {
  vi.useFakeTimers();
  const parts = createParts((name) =>
    name === "callers" ? new Promise(() => {}) : Promise.resolve(undefined),
  );
  let isStarted = false;
  const started = warmUpHttp(parts.handler, parts).then(() => {
    isStarted = true;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isStarted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await started;
  expect(isStarted).toBe(true);
});
