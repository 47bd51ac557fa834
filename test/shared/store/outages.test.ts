import { describe, expect, test } from "vitest";
import { minuteMs, startMs, useLaggingStore } from "./store-for-test.ts";

const store = useLaggingStore();

const fail = async (reason: "login-failed" | "platform-busy") => {
  const { outages } = store();
  return outages.noteFailure("platform", reason, await outages.get("platform"));
};

describe("an outage", () => {
  test("begins with the first failed probe, which gives it its time and its reason", async () => {
    expect(await fail("login-failed")).toBe(true);
    expect(await store().outages.get("platform")).toEqual({
      beganAtMs: startMs,
      reason: "login-failed",
      probes: 1,
      probeAtMs: startMs + minuteMs,
    });
  });

  test("keeps its time and its reason at later failures, and its probes come in pauses that double up to ten minutes", async () => {
    const pauses: number[] = [];
    for (let probe = 1; probe <= 7; probe++) {
      expect(await fail(probe === 1 ? "login-failed" : "platform-busy")).toBe(
        probe === 1,
      );
      const outage = await store().outages.get("platform");
      expect(outage).toMatchObject({
        beganAtMs: startMs,
        reason: "login-failed",
        probes: probe,
      });
      const { nowMs } = store().clock;
      pauses.push(((outage?.probeAtMs ?? 0) - nowMs) / minuteMs);
      store().clock.nowMs += minuteMs;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 10, 10, 10]);
  });

  test("that two workflows find at once begins for one of them", async () => {
    const { outages } = store();
    const begun = await Promise.all(
      [1, 2].map(() => outages.noteFailure("platform", "login-failed")),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
  });

  test("ends with the first answer, whose time stays", async () => {
    const { outages, clock } = store();
    await fail("login-failed");
    clock.nowMs += minuteMs;
    expect(await outages.noteAnswer("platform")).toBe(true);
    expect(await outages.get("platform")).toEqual({
      answeredAtMs: startMs + minuteMs,
    });
    expect(await outages.noteAnswer("platform")).toBe(false);
  });

  test("of the platform is none of our configuration", async () => {
    await fail("login-failed");
    expect(await store().outages.get("configuration")).toBeUndefined();
  });

  test("that is over can begin again", async () => {
    await fail("login-failed");
    await store().outages.noteAnswer("platform");
    expect(await fail("platform-busy")).toBe(true);
    expect(await store().outages.get("platform")).toMatchObject({
      reason: "platform-busy",
      probes: 1,
    });
  });
});

test("an answer without an outage is noted with its time", async () => {
  const { outages, clock } = store();
  await outages.leaseProbe("platform");
  for (const atMs of [startMs, startMs + 1]) {
    clock.nowMs = atMs;
    expect(await outages.noteAnswer("platform")).toBe(false);
    expect(await outages.get("platform")).toEqual({ answeredAtMs: atMs });
  }
});

describe("the lease of a probe", () => {
  const lease = () => store().outages.leaseProbe("platform");

  test("is held by one workflow for a minute", async () => {
    expect(await lease()).toBe(true);
    store().clock.nowMs += minuteMs;
    expect(await lease()).toBe(false);
    store().clock.nowMs += 1;
    expect(await lease()).toBe(true);
  });

  test("ends with the result of the probe, whatever it is", async () => {
    for (let probe = 0; probe < 2; probe++) {
      expect(await lease()).toBe(true);
      await fail("login-failed");
    }
    for (let probe = 0; probe < 2; probe++) {
      expect(await lease()).toBe(true);
      await store().outages.noteAnswer("platform");
    }
    expect(await lease()).toBe(true);
  });
});
