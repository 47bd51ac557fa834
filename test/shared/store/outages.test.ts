import { describe, expect, test } from "vitest";
import { startMs, useLaggingStore } from "./store-for-test.ts";
import { minuteMs } from "../../../shared/durations.ts";
import type { ReasonCode, Blocker } from "../../../shared/reason-codes.ts";
import { hasChanged } from "../../../shared/store/outages.ts";

const store = useLaggingStore();

const known = () => store().outages.get("platform");
const fail = async (reason: "login-failed" | "platform-busy") =>
  store().outages.noteFailure("platform", reason, await known());
const answer = async () =>
  store().outages.noteAnswer("platform", await known());
const lease = async () =>
  (await store().outages.leaseProbe("platform", await known())).applied;

describe("an outage", () => {
  test("keeps its time, has the reason of the latest failure, and doubles its pauses up to ten minutes", async () => {
    const pauses: number[] = [];
    for (let probe = 1; probe <= 7; probe++) {
      await fail(probe === 1 ? "login-failed" : "platform-busy");
      const outage = await known();
      expect(outage).toMatchObject({
        beganAtMs: startMs,
        reason: probe === 1 ? "login-failed" : "platform-busy",
        probes: probe,
      });
      const { nowMs } = store().clock;
      pauses.push(((outage?.probeAtMs ?? 0) - nowMs) / minuteMs);
      store().clock.nowMs += minuteMs;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 10, 10, 10]);
  });

  test("begins once, also if two workflows find it at once or DynamoDB gets the write twice", async () => {
    const { outages, clock } = store();
    for (const reason of ["login-failed", "platform-busy"] as const) {
      await outages.noteFailure("platform", reason);
      clock.nowMs += minuteMs;
    }
    expect(await known()).toEqual({
      beganAtMs: startMs,
      reason: "login-failed",
      probes: 1,
      probeAtMs: startMs + minuteMs,
    });
  });

  test("counts a later failed probe once, also if DynamoDB gets the write twice", async () => {
    await fail("login-failed");
    const before = await known();
    const { outages } = store();
    for (let times = 0; times < 2; times++)
      await outages.noteFailure("platform", "login-failed", before);
    expect(await known()).toMatchObject({
      probes: 2,
      probeAtMs: startMs + 2 * minuteMs,
    });
  });

  test("ends with the first answer, whose time stays", async () => {
    const { clock } = store();
    await fail("login-failed");
    clock.nowMs += minuteMs;
    await answer();
    expect(await known()).toEqual({ answeredAtMs: startMs + minuteMs });
    // So it is with an answer without an outage.
    clock.nowMs += minuteMs;
    await answer();
    expect(await known()).toEqual({ answeredAtMs: startMs + 2 * minuteMs });
  });

  test("does not end with the answer to a probe that began before it", async () => {
    await fail("login-failed");
    await store().outages.noteAnswer("platform");
    expect(await known()).toMatchObject({ beganAtMs: startMs });
  });

  test("that is over does not begin again with the failure of a probe that began before its end", async () => {
    await fail("login-failed");
    const before = await known();
    await answer();
    await store().outages.noteFailure("platform", "login-failed", before);
    expect(await known()).toEqual({ answeredAtMs: startMs });
  });

  test("that is over can begin again", async () => {
    await fail("login-failed");
    await answer();
    await fail("platform-busy");
    expect(await known()).toMatchObject({ reason: "platform-busy", probes: 1 });
  });
});

describe("the cause of an outage", () => {
  test.each<[Blocker, ReasonCode, ReasonCode, boolean]>([
    // The platform is down, whatever the failure.
    ["platform", "platform-error-503", "platform-error-502", false],
    ["platform", "platform-error-503", "platform-unreachable", false],
    ["platform", "platform-busy", "login-failed", false],
    // It is back, and refuses us; and the reverse.
    ["platform", "platform-error-503", "login-refused", true],
    ["platform", "platform-unreachable", "platform-refused-401", true],
    ["platform", "login-refused", "platform-refused-401", false],
    ["platform", "login-refused", "platform-error-503", true],
    // Each failure of our configuration has a repair of its own.
    ["configuration", "secret-missing", "secret-malformed", true],
    ["configuration", "secret-missing", "secret-missing", false],
  ])(
    "of the %s: from %s to %s, has changed: %s",
    (blocker, before, now, is) => {
      expect(hasChanged(blocker, { reason: before }, now)).toBe(is);
    },
  );

  test("that has changed is noted until the operations that wait show it", async () => {
    const { outages } = store();
    await outages.noteFailure("platform", "platform-busy", await known());
    await outages.noteFailure("platform", "login-refused", await known());
    const changed = await known();
    expect(changed).toMatchObject({ isShownLate: true });
    // The next failure of the same cause forgets nothing.
    await outages.noteFailure("platform", "login-refused", changed);
    expect(await known()).toMatchObject({ isShownLate: true });
    await outages.noteShown("platform", changed ?? {});
    expect((await known())?.isShownLate).toBeUndefined();
  });

  test("that has changed again since it was read is not noted as shown", async () => {
    const { outages } = store();
    await outages.noteFailure("platform", "platform-busy", await known());
    await outages.noteFailure("platform", "login-refused", await known());
    const changed = await known();
    await outages.noteFailure("platform", "platform-busy", changed);
    await outages.noteShown("platform", changed ?? {});
    expect(await known()).toMatchObject({ isShownLate: true });
  });
});

describe("the lease of a probe", () => {
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
      await answer();
    }
    expect(await lease()).toBe(true);
  });

  test("is refused to a workflow that does not know of the outage, and it learns of the outage", async () => {
    await fail("login-failed");
    expect(await store().outages.leaseProbe("platform")).toMatchObject({
      applied: false,
      item: { reason: "login-failed" },
    });
  });

  test("is refused to a scheduler that does not know that the outage is over", async () => {
    await fail("login-failed");
    const before = await known();
    await answer();
    expect(await store().outages.leaseProbe("platform", before)).toEqual({
      applied: false,
      item: { answeredAtMs: startMs },
    });
  });
});
