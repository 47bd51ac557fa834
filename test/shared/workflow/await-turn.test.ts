import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { expect, test } from "vitest";
import { awaitTurn, busyBehind } from "../../../shared/workflow/await-turn.ts";
import type { Steps } from "../../../shared/workflow/steps.ts";

/** An engine in which waiting takes no time; it remembers the steps, and the pauses in seconds. */
function createForTest() {
  const names: string[] = [];
  const waits: string[] = [];
  const pauses: number[] = [];
  const steps = {
    store: async (name: string, body: () => Promise<unknown>) => {
      names.push(name);
      return body();
    },
  } as unknown as Steps;
  const context = {
    wait: async (name: string, { seconds }: { seconds: number }) => {
      waits.push(name);
      pauses.push(seconds);
    },
  } as unknown as DurableContext;
  return { names, waits, pauses, steps, context };
}

/** Busy for the first `times` reads, then free. */
function claimAfter(busyRounds: number) {
  let rounds = 0;
  return async () => ({
    kind: rounds++ < busyRounds ? ("busy" as const) : ("claimed" as const),
  });
}

test("an execution whose turn has come continues at once", async () => {
  const { names, pauses, steps, context } = createForTest();
  expect(await awaitTurn(context, steps, claimAfter(0))).toEqual({
    kind: "claimed",
  });
  expect([names, pauses]).toEqual([["claim"], []]);
});

test("an execution whose first step has made the claim goes on without another one, or sleeps before the second", async () => {
  const { names, waits, steps, context } = createForTest();
  const claim = claimAfter(0);
  const claimed = { kind: "claimed" as const };
  expect(await awaitTurn(context, steps, claim, claimed)).toBe(claimed);
  expect([names, waits]).toEqual([[], []]);
  const busy = { kind: "busy" as const };
  expect(await awaitTurn(context, steps, claim, busy)).toEqual(claimed);
  expect([names, waits]).toEqual([["claim 2"], ["wait 1"]]);
});

test("an execution sleeps while another one runs, twice as long each time, up to half a minute", async () => {
  const { names, pauses, steps, context } = createForTest();
  await awaitTurn(context, steps, claimAfter(7));
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  // Each read is a step of its own, because the engine replays the result of a step.
  expect(new Set(names).size).toBe(8);
});

test("an execution waits at most an hour for another one that does not end", async () => {
  const { pauses, steps, context } = createForTest();
  const forever = claimAfter(Number.POSITIVE_INFINITY);
  await expect(awaitTurn(context, steps, forever)).rejects.toMatchObject({
    name: "StepFailure",
    message: "employee-busy",
  });
  const waitedSeconds = pauses.reduce((sum, pause) => sum + pause, 0);
  expect(waitedSeconds).toBeGreaterThan(55 * 60);
  expect(waitedSeconds).toBeLessThan(65 * 60);
});

test("an execution does not wait behind an operation that waits itself, because that takes longer than an hour", async () => {
  const { names, pauses, steps, context } = createForTest();
  const behind = async () => busyBehind({ blockedBy: "platform" });
  await expect(awaitTurn(context, steps, behind)).rejects.toMatchObject({
    name: "StepFailure",
    message: "employee-blocked",
  });
  expect([names, pauses]).toEqual([["claim"], []]);
  expect(busyBehind({})).toEqual({ kind: "busy", isBlocked: false });
});

test("each claim and each pause of an execution has a name of its own, because the engine replays them by name", async () => {
  const { names, waits, steps, context } = createForTest();
  await awaitTurn(context, steps, claimAfter(2));
  expect(names).toEqual(["claim", "claim 2", "claim 3"]);
  expect(waits).toEqual(["wait 1", "wait 2"]);
});
