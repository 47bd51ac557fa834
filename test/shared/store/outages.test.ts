import { describe, expect, test } from "vitest";
import { startMs, useLaggingStore } from "./store-for-test.ts";
import { minuteMs } from "../../../shared/durations.ts";
import type { ReasonCode, Blocker } from "../../../shared/reason-codes.ts";
import { hasChanged } from "../../../shared/store/outages.ts";
import { rows } from "../../fixtures/rows.ts";

const store = useLaggingStore();

const known = () => store().outages.get("platform");
const fail = async (reason: "login-failed" | "platform-busy") =>
  store().outages.noteFailure("platform", reason, await known());

/**
 * Plays steps: a probe is `failed` or `answered`, the lease of a probe is `leased` or `refused` to a workflow, or time
 * passes. `late`: the workflow knows the outage as it was at the step `read`. `blind`: it knows of no outage.
 */
async function expectSteps(steps: string): Promise<void> {
  const { outages, clock } = store();
  let read: Awaited<ReturnType<typeof known>>;
  for (const step of steps.split(", ")) {
    const [what, how = "now"] = step.split(" ");
    const views = { late: read, blind: undefined, now: await known() };
    const as = views[how as keyof typeof views];
    if (what === "read") read = await known();
    else if (what === "minute") clock.nowMs += minuteMs;
    else if (what === "millisecond") clock.nowMs += 1;
    else if (what === "answered") await outages.noteAnswer("platform", as);
    else if (what === "failed")
      await outages.noteFailure("platform", "login-failed", as);
    else {
      const { applied } = await outages.leaseProbe("platform", as);
      expect(`${step}: ${applied}`).toBe(`${step}: ${what === "leased"}`);
    }
  }
}

const began = { beganAtMs: startMs, reason: "login-failed" };
const first = { ...began, probes: 1, probeAtMs: startMs + minuteMs };
const second = { ...began, probes: 2, probeAtMs: startMs + 2 * minuteMs };
const answeredAfter = (minutes: number) => ({
  answeredAtMs: startMs + minutes * minuteMs,
});

test.each(rows<[string, string, object]>`
  begins once, also if two workflows find it, or DynamoDB gets the write twice | failed, minute, failed blind | ${first}
  counts a later failed probe once, also if DynamoDB gets the write twice | failed, read, failed late, failed late | ${second}
  ends with the first answer, and keeps its time | failed, minute, answered | ${answeredAfter(1)}
  that is over has the time of the latest answer | failed, answered, minute, answered | ${answeredAfter(1)}
  does not end with the answer to a probe that began before it | failed, answered blind | ${first}
  that is over does not begin again with the failure of a probe that began before its end | failed, read, answered, failed late | ${answeredAfter(0)}
  that is over can begin again | failed, answered, failed | ${{ ...first, ...answeredAfter(0) }}
`)("an outage %s: %s", async (_, steps, outage) => {
  await expectSteps(steps);
  expect(await known()).toEqual(outage);
});

test.each(rows`
  is held by one workflow for a minute | leased, minute, refused, millisecond, leased
  ends with each failed probe | leased, failed, leased, failed, leased
  ends with each answer | leased, answered, leased, answered, leased
  is refused to a workflow that does not know of the outage | failed, refused blind
  is refused to a scheduler that does not know that the outage is over | failed, read, answered, refused late
`)("the lease of a probe %s: %s", async (_, steps) => {
  await expectSteps(steps);
});

test("a workflow that does not get the lease of a probe learns of the outage", async () => {
  await expectSteps("failed");
  expect(await store().outages.leaseProbe("platform")).toMatchObject({
    applied: false,
    item: { reason: "login-failed" },
  });
});

test("an outage keeps its begin, has the latest reason, and doubles its pauses up to ten minutes", async () => {
  const pauses: number[] = [];
  for (let probe = 1; probe <= 7; probe++) {
    const reason = probe === 1 ? "login-failed" : "platform-busy";
    await fail(reason);
    const outage = await known();
    expect(outage).toMatchObject({ beganAtMs: startMs, reason, probes: probe });
    const { nowMs } = store().clock;
    pauses.push(((outage?.probeAtMs ?? 0) - nowMs) / minuteMs);
    store().clock.nowMs += minuteMs;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 10, 10, 10]);
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
    "counts for the %s, from %s to %s, as another cause: %s",
    (blocker, before, now, isAnother) => {
      expect(hasChanged(blocker, { reason: before }, now)).toBe(isAnother);
    },
  );

  test("is noted after a change until the waiting operations show it, unless it has changed again", async () => {
    const { outages } = store();
    const change = async (reason: ReasonCode) => {
      await outages.noteFailure("platform", reason, await known());
      return (await known()) ?? {};
    };
    await change("platform-busy");
    const changed = await change("login-refused");
    expect(changed).toMatchObject({ isShownLate: true });
    // The next failure of the same cause forgets nothing.
    expect(await change("login-refused")).toMatchObject({ isShownLate: true });
    await outages.noteShown("platform", changed);
    expect((await known())?.isShownLate).toBeUndefined();
    const again = await change("platform-busy");
    await outages.noteShown("platform", changed);
    expect(await known()).toEqual(again);
    expect(again).toMatchObject({ isShownLate: true });
  });
});
