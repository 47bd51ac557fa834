import { describe, expect, test } from "vitest";
import type {
  LimitName,
  LimitSettings,
} from "../../../shared/store/daily-limits.ts";
import type { StartedOperation } from "../../../shared/store/operation.ts";
import {
  isWithinLimit,
  limitRenames,
  requireWithinLimit,
} from "../../../shared/workflow/limits.ts";
import type { Steps } from "../../../shared/workflow/steps.ts";
import { startMs } from "../store/store-for-test.ts";

type Counted = [LimitName, string, LimitSettings, boolean | undefined];

const settings: LimitSettings = { percent: 0, min: 1, max: 1 };

/** A run whose limit allows one answer. It records the names of steps, and what is counted. */
function runOf(
  isAllowed: boolean,
  operation: Pick<StartedOperation, "releasedFrom" | "releasedUntilMs"> = {},
) {
  const names: string[] = [];
  const counted: Counted[] = [];
  const steps = {
    store: (name: string, body: () => Promise<unknown>) => {
      names.push(name);
      return body();
    },
  } as unknown as Steps;
  const dailyLimits = {
    allow: async (...call: Counted) => {
      counted.push(call);
      return isAllowed;
    },
    usage: async () => ({ used: 0, allowed: 1 }),
  };
  const store = { dailyLimits };
  return { operation, steps, store, nowMs: () => startMs, names, counted };
}

describe("a person within a limit", () => {
  test.each([
    ["disable-limit", "check disable limit"],
    ["deletion-limit", "check deletion limit"],
  ] as const)("is counted in the %s by the step %s", async (limit, step) => {
    const run = runOf(true);
    expect(await isWithinLimit(run, limit, "p-1", settings)).toBe(true);
    expect(run.names).toEqual([step]);
    expect(run.counted).toEqual([[limit, "p-1", settings, false]]);
    await requireWithinLimit(run, limit, "p-2", settings);
    expect(run.counted).toHaveLength(2);
  });

  test("is renamed inside the step of the change", async () => {
    const run = runOf(true);
    await limitRenames(run, settings)("p-1");
    expect(run.names).toEqual([]);
    expect(run.counted).toEqual([["rename-limit", "p-1", settings, false]]);
  });
});

describe("an operation above a limit", () => {
  test("is held with the name of the limit", async () => {
    const run = runOf(false);
    expect(await isWithinLimit(run, "disable-limit", "p-1", settings)).toBe(
      false,
    );
    await expect(
      requireWithinLimit(run, "deletion-limit", "p-1", settings),
    ).rejects.toMatchObject({ name: "StepFailure", code: "deletion-limit" });
    await expect(limitRenames(run, settings)("p-1")).rejects.toMatchObject({
      name: "StepFailure",
      code: "rename-limit",
    });
  });
});

describe("a released operation", () => {
  const isReleased = async (
    limit: LimitName,
    operation: Pick<StartedOperation, "releasedFrom" | "releasedUntilMs">,
  ) => {
    const run = runOf(true, operation);
    await isWithinLimit(run, limit, "p-1", settings);
    return run.counted[0]?.[3];
  };
  const releasedFrom = "disable-limit";

  test("is counted as released until its release ends", async () => {
    const until = (releasedUntilMs: number) =>
      isReleased(releasedFrom, { releasedFrom, releasedUntilMs });
    expect(await until(startMs + 1)).toBe(true);
    expect(await until(startMs)).toBe(false);
  });

  test("is released from the limit that held it, and from no other limit", async () => {
    const released = { releasedFrom, releasedUntilMs: startMs + 1 } as const;
    expect(await isReleased("deletion-limit", released)).toBe(false);
  });

  test("without a time is not released", async () => {
    expect(await isReleased(releasedFrom, { releasedFrom })).toBe(false);
  });
});
