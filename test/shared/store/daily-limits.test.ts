import { putEmployee } from "../../fixtures/put-employee.ts";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import {
  createDailyLimits,
  limitNames,
  type LimitSettings,
} from "../../../shared/store/daily-limits.ts";
import { useStore } from "./store-for-test.ts";
import { allLimits } from "../../fixtures/all-limits.ts";
import { effort } from "../../resilience/effort.ts";
import { rows } from "../../fixtures/rows.ts";

const store = useStore();
const asShipped = { percent: 5, min: 3, max: 20 };

/** An unused deletion limit with this many active people. `counted` lists up to which number they were counted. */
async function deletionLimitFor(active: number) {
  const { table, clock } = store();
  await table.delete("deletion-limit");
  const counted: number[] = [];
  const limits = createDailyLimits(
    table,
    async (limit) => {
      counted.push(limit);
      return Math.min(active, limit);
    },
    () => clock.nowMs,
  );
  return {
    counted,
    allow: (personID: string, settings: LimitSettings, isReleased?: boolean) =>
      limits.allow("deletion-limit", personID, allLimits(settings), isReleased),
  };
}

/** How many of `count` people pass, one after the other. */
async function countPassing(
  deletionLimit: Awaited<ReturnType<typeof deletionLimitFor>>,
  count: number,
  limits = asShipped,
): Promise<number> {
  let passed = 0;
  for (let index = 0; index < count; index++)
    if (await deletionLimit.allow(`E-${index}`, limits)) passed++;
  return passed;
}

const units: Record<string, number> = { h: hourMs, ms: 1 };
/** Exactly so many people may pass. */
const upTo = (count: number) => ({ percent: 0, min: count, max: count });

// Title | the limit at first | steps: a person who asks and the answer, or a time that passes, or a new limit
test.each(rows<[string, number, string]>`
  counts a person from the last pass, because an outage can lie between a pass and the change | ${1} | A passes, 20 h, A passes, 20 h, B is held, 4 h, B passes
  counts the same person once, who may always pass again | ${2} | A passes, 1 h, A passes, B passes, 1 h, A passes, C is held, B passes
  frees a place a day after its use, to the millisecond | ${1} | A passes, 86399999 ms, B is held, 1 ms, B passes
  frees each place at its own time | ${3} | A passes, 6 h, B passes, 6 h, C passes, 11 h, D is held, 1 h, D passes, E is held, 6 h, E passes
  counts a person again who passed more than a day ago | ${1} | A passes, 24 h, B passes, A is held
  holds a person whom it has counted, if it was set to 0 since | ${1} | A passes, limit 0, A is held, 12 h, A is held, limit 1, A passes
  counts an id that is a property name of JavaScript like any other | ${2} | constructor passes, __proto__ passes, __proto__ passes, # is held
`)("the deletion limit %s: limit %i, %s", async (_, most, steps) => {
  let count = most;
  const { clock } = store();
  const { allow } = await deletionLimitFor(0);
  const played: string[] = [];
  for (const step of steps.split(", ")) {
    const [who = "", what = ""] = step.split(" ");
    const unitMs = units[what];
    let outcome = step;
    if (unitMs) clock.nowMs += Number(who) * unitMs;
    else if (who === "limit") count = Number(what);
    else if (await allow(who, upTo(count))) outcome = `${who} passes`;
    else outcome = `${who} is held`;
    played.push(outcome);
  }
  expect(played.join(", ")).toBe(steps);
});

describe("the deletion limit within a day", () => {
  test.each([
    [0, asShipped, 3],
    [79, asShipped, 3],
    [80, asShipped, 4],
    [399, asShipped, 19],
    [400, asShipped, 20],
    [10_000, asShipped, 20],
    // No share, a limit of no one, a share of all people, and a minimum above the maximum.
    [10_000, { percent: 0, min: 2, max: 20 }, 2],
    [10_000, { percent: 0, min: 0, max: 0 }, 0],
    [10_000, { percent: 100, min: 0, max: 7 }, 7],
    [10_000, { percent: 5, min: 9, max: 4 }, 4],
  ])(
    "is for %i active people and the setting %o: %i people",
    async (active, settings, limit) => {
      const deletionLimit = await deletionLimitFor(active);
      expect(await countPassing(deletionLimit, limit + 2, settings)).toBe(
        limit,
      );
    },
  );

  test.each([
    [asShipped, [400, 400]],
    [upTo(2), []],
    [{ percent: 5, min: 2, max: 0 }, []],
  ])("the setting %o counts people up to %j", async (settings, counted) => {
    const deletionLimit = await deletionLimitFor(10_000);
    await countPassing(deletionLimit, 2, settings);
    expect(deletionLimit.counted).toEqual(counted);
  });
});

test.each(
  effort(
    [[0, 3]],
    [
      [0, 3],
      [200, 10],
      [10_000, 20],
    ],
  ),
)(
  "thirty parallel leavers of %i active people pass the deletion limit exactly %i times",
  async (active, limit) => {
    const deletionLimit = await deletionLimitFor(active);
    // A step tries again after this error.
    const insist = async (id: string): Promise<boolean> => {
      for (;;) {
        try {
          return await deletionLimit.allow(id, asShipped);
        } catch (error) {
          expect(error).toMatchObject({
            name: "StepFailure",
            message: "limit-contended",
            retryable: true,
          });
        }
      }
    };
    const passed = await Promise.all(
      Array.from({ length: 30 }, (_, index) => insist(`E-${index}`)),
    );
    expect(passed.filter(Boolean)).toHaveLength(limit);
    const { item } = store();
    const stored = await item("deletion-limit");
    expect(stored?.["passed"]).toHaveLength(limit);
  },
);

test("eight leavers of the same moment are counted at once, without another attempt of a step", async () => {
  const { allow } = await deletionLimitFor(10_000);
  const passed = await Promise.all(
    Array.from({ length: 8 }, (_, index) => allow(`E-${index}`, asShipped)),
  );
  expect(passed).toEqual(Array.from({ length: 8 }, () => true));
});

test("the deletion limit is a share of the active employees of its table", async () => {
  const { dailyLimits, table } = store();
  await table.delete("deletion-limit");
  for (let index = 0; index < 8; index++)
    await putEmployee(store(), `E-${index}`);
  await putEmployee(store(), "E-gone", { state: "left" });
  const half = { percent: 50, min: 0, max: 20 };
  const passed = await Array.fromAsync({ length: 8 }, (_, index) =>
    dailyLimits.allow("deletion-limit", `E-${index}`, allLimits(half)),
  );
  expect(passed.filter(Boolean)).toHaveLength(4);
});

test("each limit counts in an item of its own", async () => {
  const { dailyLimits, table } = store();
  const one = allLimits(upTo(1));
  for (const name of limitNames) {
    await table.delete(name);
    expect(await dailyLimits.allow(name, "E-1", one)).toBe(true);
    expect(await dailyLimits.allow(name, "E-2", one)).toBe(false);
  }
});

test("a limit remembers at most 1,000 people, and holds the next one, however many were released", async () => {
  const { item, table, clock } = store();
  const deletionLimit = await deletionLimitFor(0);
  const most = { percent: 0, min: 1_000, max: 1_000 };
  await table.delete("deletion-limit");
  await table.putIfAbsent({
    id: "deletion-limit",
    version: 1,
    passed: Array.from({ length: 1_000 }, (_, index) => ({
      personID: `E-${index}`,
      atMs: clock.nowMs,
    })),
  });
  expect(await deletionLimit.allow("E-new", most)).toBe(false);
  expect(await deletionLimit.allow("E-new", most, true)).toBe(true);
  expect(await deletionLimit.allow("E-other", most)).toBe(false);
  const stored = await item("deletion-limit");
  expect(stored?.["passed"]).toHaveLength(1_000);
});

test("the usage of a limit says how many people count today and how many it allows, and adds none", async () => {
  const { dailyLimits, table, item, clock } = store();
  const settings = allLimits(upTo(2));
  await table.delete("rename-limit");
  const usage = () => dailyLimits.usage("rename-limit", settings);
  expect(await usage()).toEqual({ used: 0, allowed: 2 });
  await dailyLimits.allow("rename-limit", "E-1", settings);
  const before = await item("rename-limit");
  expect(await usage()).toEqual({ used: 1, allowed: 2 });
  expect(await item("rename-limit")).toEqual(before);
  clock.nowMs += dayMs;
  expect(await usage()).toEqual({ used: 0, allowed: 2 });
});
