import { beforeEach, describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../../resilience/effort.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { statusHelpersOf } from "./status-helpers.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess({ graceDays: 7 });
const { hire, set, shown, published, typeByHand, storedItems } =
  statusHelpersOf(environment);

const put = { method: "PUT", path: "/people/{personID}" } as const;

/** Another employee for each test. */
let who: string;
let count = 0;
beforeEach(async () => {
  who = `T-${++count}`;
  await hire(who);
});

/** Sets a status that ends after this time. */
const setFor = (text: string, minutes: number) =>
  set(who, text, { untilMs: environment().nowMs() + minutes * minuteMs });

/** Lets this time pass and runs the scheduler. */
async function advanceTime(minutes: number): Promise<void> {
  environment().advanceTime(minutes * minuteMs);
  await environment().runScheduler();
}

// What happens | the statuses that are set or typed by hand, the ends that are cancelled, and the status after minutes |
// all that were published
test.each(
  rows`
    gives way to the previous status at its end, and not earlier | set X, set A for 60, 59: A, 2: X | X A X
    leaves no status if there was none before | set A for 60, 61: |
    gives way to a status that the person had typed on the profile | type Mine, set A for 60, 61: Mine |
    gives way to the cleared status if it was cleared for some time | set X, set for 60, 0:, 61: X |
    stays if it was the status before already | set X, set X for 60, 61: X | X
    gives way to the earlier of two, and then to the status before both | set X, set A for 60, set B for 30, 31: A, 30: X | X A B A X
    gives way to the status before both if the first has expired | set X, set A for 30, set B for 60, 31: B, 30: X | X A B X
    gives way to the status before both if both restores are late | set X, set A for 60, set B for 30, 90: X |
    is not replaced if the person has typed another one since | set X, set A for 60, type Mine, 61: Mine |
    is not replaced if another event has set the same text since | set X, set A for 60, set A, 61: A | X A
    prolongs an earlier one with the same text | set X, set A for 30, set A for 60, 31: A, 30: X | X A X
    shortens an earlier one with the same text | set X, set A for 60, set A for 30, 31: X, 30: X | X A X
    shortens one before the earlier one, if that has expired | set X, set A for 90, set B for 30, set A for 60, 61: X, 30: X | X A B A X
    is not replaced if its end was cancelled, and comes back after another one | set X, set A for 60, cancel A, 61: A, set B for 60, 61: A | X A B A
    gives way to the earlier one, whose end has passed and was cancelled before | set X, set A for 30, set B for 60, cancel A, 61: A | X A B A
  `,
)("a timed status that expires %s", async (_, story = "", all = "") => {
  const ids = new Map<string, string>();
  for (const step of story.split(", ")) {
    const [, minutes, shows = ""] = /^(\d+): ?(.*)$/.exec(step) ?? [];
    const [, text = "", until] =
      /^set ?(\w*?)(?: ?for (\d+))?$/.exec(step) ?? [];
    if (minutes !== undefined) {
      await advanceTime(Number(minutes));
      expect(await shown(who)).toBe(shows);
    } else if (step.startsWith("type ")) await typeByHand(who, step.slice(5));
    else if (step.startsWith("cancel ")) {
      const path = `/${ids.get(step.slice(7))}/cancel`;
      expect((await environment().operate("POST", path)).status).toBe(200);
    } else if (until === undefined) await set(who, text);
    else {
      const { id, status } = await setFor(text, Number(until));
      expect(status).toBe("waiting");
      ids.set(text, id);
    }
  }
  if (all !== "") expect(await published(who)).toEqual(all.split(" "));
});

describe("the end of a timed status", () => {
  test("is restored if the answer to the write is lost until the restored status expires too", async () => {
    await set(who, "X");
    await setFor("A", 90);
    await setFor("B", 60);
    const { faults } = environment().platform;
    faults.add({ ...put, kind: "reset-after" });
    faults.add({ ...put, method: "GET", kind: "status", status: 503, skip: 2 });
    await advanceTime(61);
    expect(await shown(who)).toBe("A");
    faults.clear();
    await advanceTime(30);
    expect(await shown(who)).toBe("X");
    expect(await published(who)).toEqual(["X", "A", "B", "A", "X"]);
  });

  test("can be restored by a retry if the restore failed", async () => {
    await set(who, "X");
    const { id } = await setFor("A", 60);
    environment().platform.faults.add({ ...put, kind: "status", status: 403 });
    await advanceTime(61);
    expect(await environment().find(id)).toMatchObject({ status: "failed" });
    environment().platform.faults.clear();
    await environment().operate("POST", `/${id}/retry`);
    await environment().idle();
    await environment().runScheduler();
    expect(await environment().find(id)).toMatchObject({ status: "succeeded" });
    expect(await published(who)).toEqual(["X", "A", "X"]);
  });

  test("leaves no data in our store", async () => {
    await set(who, "canary-before");
    await setFor("canary-timed", 60);
    expect(await storedItems()).toContain("canary-before");
    await advanceTime(61);
    expect(await storedItems()).not.toContain("canary");
  });
});

describe("a timed status that expires is not replaced", () => {
  test("if another event has set another one since", async () => {
    const { id } = await setFor("A", 60);
    await set(who, "B");
    await advanceTime(61);
    expect(await shown(who)).toBe("B");
    expect(await environment().find(id)).toMatchObject({
      status: "cancelled",
      reason: "changed-since",
    });
  });

  test.each([
    ["is leaving", 7, "leaving", "left-since"],
    // The termination cancels the waiting operation and erases its data.
    ["has left", 0, "left", "left"],
  ])(
    "for an employee who %s in the meantime",
    async (_, graceDays, state, reason) => {
      const { id } = await setFor("A", 60);
      await environment().say("terminated", who, { graceDays });
      const before = await environment().personOf(who);
      await advanceTime(61);
      expect(await environment().personOf(who)).toEqual(before);
      expect(await environment().store.employees.get(who)).toMatchObject({
        state,
      });
      expect(await environment().find(id)).toMatchObject({
        status: "cancelled",
        reason,
      });
    },
  );
});

test("a status that has expired before its event arrives is never shown", async () => {
  const untilMs = environment().nowMs() - 1_000;
  expect(await set(who, "Too late", { untilMs })).toMatchObject({
    status: "cancelled",
    reason: "expired",
  });
  expect(await published(who)).toEqual([]);
});

test("a status that was written without our knowledge and expires before the next attempt is restored", async () => {
  await set(who, "X");
  environment().platform.faults.add({ ...put, kind: "reset-after", times: 1 });
  const untilMs = environment().nowMs() + 5 * minuteMs;
  const data = {
    employeeId: who,
    text: "A",
    expiresAt: new Date(untilMs).toISOString(),
  };
  const answer = await environment().send("status.set", data);
  while ((await shown(who)) !== "A")
    await new Promise((wake) => setTimeout(wake, 1));
  environment().advanceTime(6 * minuteMs);
  await environment().idle();
  await environment().runScheduler();
  expect(await shown(who)).toBe("X");
  expect(await environment().operation(answer)).toMatchObject({
    status: "succeeded",
  });
});

test.each(effort([400], [40, 400]))(
  "a timed status may last %i days, and the status to restore is still stored then",
  async (days) => {
    await set(who, "X");
    const untilMs = environment().nowMs() + days * dayMs;
    const { id, payloadUntilMs } = await set(who, "Away", { untilMs });
    // The payload must not be erased before that time.
    expect(payloadUntilMs).toBeGreaterThan(untilMs);
    for (const step of [days / 2, days / 2 - 1]) {
      await advanceTime(step * 24 * 60);
      expect(await shown(who)).toBe("Away");
    }
    await advanceTime(24 * 60 + 1);
    expect(await shown(who)).toBe("X");
    expect(await environment().find(id)).toMatchObject({ status: "succeeded" });
  },
);

test("a timed status that expires in a suspension ends, and the person stays disabled", async () => {
  const { id } = await setFor("A", 60);
  await environment().say("suspended", who);
  await advanceTime(61);
  expect((await environment().find(id)).status).toBe("succeeded");
  expect(await environment().personOf(who)).toMatchObject({
    svc: { enabled: false, visible: false },
  });
  expect(await shown(who)).toBe("");
});
