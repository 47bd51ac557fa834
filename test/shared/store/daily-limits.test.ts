import { putEmployee } from "../../fixtures/put-employee.ts";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import {
  createDailyLimits,
  limitNames,
  type LimitSettings,
} from "../../../shared/store/daily-limits.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { effort } from "../../resilience/effort.ts";

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
      limits.allow("deletion-limit", personID, settings, isReleased),
  };
}

/** How many of `count` people pass, one after the other. */
async function passing(
  deletionLimit: Awaited<ReturnType<typeof deletionLimitFor>>,
  count: number,
  limits = asShipped,
  prefix = "E",
): Promise<number> {
  let passed = 0;
  for (let index = 0; index < count; index++)
    if (await deletionLimit.allow(`${prefix}-${index}`, limits)) passed++;
  return passed;
}

test("a person counts from the last pass, because an outage can lie between a pass and the change", async () => {
  const one = { percent: 0, min: 1, max: 1 };
  const { allow } = await deletionLimitFor(0);
  const { clock } = store();
  expect(await allow("E-1", one)).toBe(true);
  clock.nowMs += 20 * hourMs;
  expect(await allow("E-1", one)).toBe(true);
  clock.nowMs += 20 * hourMs;
  expect(await allow("E-2", one)).toBe(false);
  clock.nowMs += 4 * hourMs + 1;
  expect(await allow("E-2", one)).toBe(true);
});

describe("the deletion limit within a day", () => {
  test.each([
    [0, asShipped, 3],
    [59, asShipped, 3],
    [61, asShipped, 3],
    [79, asShipped, 3],
    [80, asShipped, 4],
    [399, asShipped, 19],
    [400, asShipped, 20],
    [10_000, asShipped, 20],
    // No share, nobody, everybody, and a least above the most.
    [10_000, { percent: 0, min: 2, max: 20 }, 2],
    [10_000, { percent: 0, min: 0, max: 0 }, 0],
    [10_000, { percent: 100, min: 0, max: 7 }, 7],
    [10_000, { percent: 5, min: 9, max: 4 }, 4],
  ])(
    "of %i active people, by the setting %o, %i may leave within a day",
    async (active, settings, limit) => {
      const deletionLimit = await deletionLimitFor(active);
      expect(await passing(deletionLimit, limit + 2, settings)).toBe(limit);
    },
  );

  test("the deletion limit counts only the people that decide it", async () => {
    const deletionLimit = await deletionLimitFor(10_000);
    await passing(deletionLimit, 2);
    expect(deletionLimit.counted).toEqual([400, 400]);
  });

  test("the same person counts once and may always pass again", async () => {
    const deletionLimit = await deletionLimitFor(0);
    for (let i = 0; i < 5; i++)
      expect(await deletionLimit.allow("E-same", asShipped)).toBe(true);
    expect(await passing(deletionLimit, 3)).toBe(2);
    expect(await deletionLimit.allow("E-same", asShipped)).toBe(true);
    expect(await deletionLimit.allow("E-2", asShipped)).toBe(false);
  });

  test("a person id that is a property name of JavaScript counts like any other", async () => {
    const deletionLimit = await deletionLimitFor(0);
    const ids = ["constructor", "__proto__", "a.b", "#"];
    const passed = await Array.fromAsync(ids, (id) =>
      deletionLimit.allow(id, asShipped),
    );
    expect(passed).toEqual([true, true, true, false]);
    expect(await deletionLimit.allow("__proto__", asShipped)).toBe(true);
  });
});

test("the deletion limit slides: each place is free again a day after its use", async () => {
  const { clock } = store();
  const deletionLimit = await deletionLimitFor(0);
  for (const hours of [0, 6, 12]) {
    clock.nowMs = startMs + hours * hourMs;
    expect(await deletionLimit.allow(`E-${hours}`, asShipped)).toBe(true);
  }
  const ask = async (atMs: number, id: string) => {
    clock.nowMs = atMs;
    return deletionLimit.allow(id, asShipped);
  };
  expect(await ask(startMs + dayMs - 1, "E-a")).toBe(false);
  expect(await ask(startMs + dayMs, "E-a")).toBe(true);
  expect(await ask(startMs + dayMs, "E-b")).toBe(false);
  expect(await ask(startMs + dayMs + 6 * hourMs, "E-b")).toBe(true);
  // A person who passed more than a day ago counts again.
  expect(await ask(startMs + dayMs + 6 * hourMs, "E-0")).toBe(false);
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
  "of thirty parallel leavers with %i active people, exactly %i pass",
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

test("the deletion limit counts the people of the same table", async () => {
  const { dailyLimits, table } = store();
  await table.delete("deletion-limit");
  for (let index = 0; index < 8; index++)
    await putEmployee(store(), `E-${index}`);
  await putEmployee(store(), "E-gone", { state: "left" });
  const half = { percent: 50, min: 0, max: 20 };
  const passed = await Array.fromAsync({ length: 8 }, (_, index) =>
    dailyLimits.allow("deletion-limit", `E-${index}`, half),
  );
  expect(passed.filter(Boolean)).toHaveLength(4);
});

test("each limit counts in an item of its own", async () => {
  const { dailyLimits, table } = store();
  const one = { percent: 0, min: 1, max: 1 };
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
  const settings = { percent: 0, min: 2, max: 2 };
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
