import { describe, expect, test } from "vitest";
import type { Lease } from "../../../shared/store/leases.ts";
import { putEmployee } from "../../fixtures/put-employee.ts";
import { rows } from "../../fixtures/rows.ts";
import { useStore } from "./store-for-test.ts";

const store = useStore();
const condition = { where: { state: "active" } };
const busy = { message: "employee-busy", retryable: true };
const changed = { message: "employee-changed", retryable: false };

const failure = new Error("the write failed");
/** A write whose first request got no answer. */
const repeatedWrite = async ({ noteUnanswered }: Lease): Promise<string> => {
  noteUnanswered();
  return "repeated";
};

/** Stores an active employee. In a step such as "A begins", the holder A does what `actions` has under "begins". */
async function bring(id: string) {
  const { leases, clock } = store();
  await putEmployee(store(), id);
  const hold = (
    holder: string,
    write: (lease: Lease) => Promise<unknown> = async () => holder,
  ) => leases.withLease(id, holder, condition, write);
  const begun: Record<string, (() => Promise<unknown>)[]> = {};
  const begin = async (holder: string) => {
    const writing = Promise.withResolvers<string>();
    const begins = Promise.withResolvers<void>();
    const held = hold(holder, () => {
      begins.resolve();
      return writing.promise;
    });
    await Promise.race([begins.promise, held]);
    (begun[holder] ??= []).push(() => {
      writing.resolve("done");
      return held;
    });
  };
  const doubts = (holder: string) =>
    hold(holder, async ({ isDoubtful }) => isDoubtful);
  const actions: Record<string, (holder: string) => Promise<unknown>> = {
    begins: begin,
    // The write that began first.
    ends: async (holder) => begun[holder]?.shift()?.(),
    writes: hold,
    "is busy": (holder) => expect(hold(holder)).rejects.toMatchObject(busy),
    fails: (holder) =>
      expect(hold(holder, () => Promise.reject(failure))).rejects.toBe(failure),
    "gets no answer": (holder) =>
      expect(
        hold(holder, async ({ noteUnanswered }) => {
          noteUnanswered();
          throw failure;
        }),
      ).rejects.toBe(failure),
    repeats: (holder) => hold(holder, repeatedWrite),
    doubts: async (holder) => expect(await doubts(holder)).toBe(true),
    "is sure": async (holder) => expect(await doubts(holder)).toBe(false),
    "ms pass": async (durationMs) => void (clock.nowMs += Number(durationMs)),
  };
  const expectSteps = async (steps: string) => {
    for (const step of steps.split(", ")) {
      const [, who = "", what = ""] = /^(\w+) (.+)$/.exec(step) ?? [];
      const act = actions[what];
      if (!act) throw new Error(`what is "${step}"?`);
      await act(who);
    }
  };
  return { hold, expectSteps };
}

test.each(rows`
  refuses a second holder until the first is done | A begins, B is busy, A ends, B writes
  ends after 90 seconds, and a first holder that comes back does not end the lease of the second | A begins, 89999 ms pass, B is busy, 1 ms pass, B begins, A ends, C is busy, B ends, C writes
  goes to its holder again, for its whole time, when a step is repeated | A begins, 89999 ms pass, A begins, 89999 ms pass, B is busy
  is free at once after a write that surely failed | A fails, B is sure
  stays after a write without an answer, because the request can still arrive, and only its holder repeats it | A gets no answer, B is busy, A writes, A gets no answer, 90000 ms pass, B writes
  is doubtful for five minutes after a write without an answer, also for its holder | A gets no answer, A doubts, 299999 ms pass, B doubts, 1 ms pass, C is sure
  is doubtful for another five minutes after a repeated request, also if it succeeds | A repeats, 299999 ms pass, B repeats, 299999 ms pass, C doubts, 1 ms pass, D is sure
`)("a lease on a person %s: %s", async (what, steps) => {
  await (await bring(what)).expectSteps(steps);
});

test("a holder who was delayed for more than 80 seconds must not send a write, and frees the lease", async () => {
  const { clock } = store();
  const { hold } = await bring("E-slow");
  const send = (afterMs: number) =>
    hold("op_1", async (lease) => {
      clock.nowMs += afterMs;
      lease.requireTime();
      return "sent";
    });
  await send(80_000);
  await expect(send(80_001)).rejects.toMatchObject(busy);
  expect(await hold("op_2")).toBe("op_2");
});

test("a lease on a person leaves no trace", async () => {
  const { item } = store();
  const { hold } = await bring("E-6");
  const before = await item("employee#E-6");
  expect(await hold("op_1")).toBe("op_1");
  expect(await item("employee#E-6")).toEqual(before);
});

test("a holder who looks again notes its write only when no late write can come any more", async () => {
  const { clock, item, leases } = store();
  const { hold } = await bring("E-again");
  await hold("op_1", repeatedWrite);
  const setAfter = { state: "leaving" };
  const asked = { ...condition, setAfter, looksAgain: true };
  const write = async (lease: Lease) => lease.lateWriteUntilMs;
  const again = () => leases.withLease("E-again", "op_2", asked, write);
  // The first look begins while a late write may come, and the second one when none can come.
  clock.nowMs = await again();
  expect(await item("employee#E-again")).toMatchObject({ state: "active" });
  await again();
  expect(await item("employee#E-again")).toMatchObject({ state: "leaving" });
});

describe("the employee of a lease", () => {
  test("is not written, now or later, if its state has changed, also while another holder writes", async () => {
    const { item, table, leases } = store();
    const { hold, expectSteps } = await bring("E-7");
    await expectSteps("op_1 begins");
    const asked = { where: { state: "left" } };
    const waiting = leases.withLease("E-7", "op_2", asked, async () => "");
    await expect(waiting).rejects.toMatchObject(changed);
    await expectSteps("op_1 ends");
    await table.update("employee#E-7", {
      set: { state: "deleting" },
      where: {},
    });
    const before = await item("employee#E-7");
    await expect(hold("op_1")).rejects.toMatchObject(changed);
    expect(await item("employee#E-7")).toEqual(before);
  });

  test("is not created", async () => {
    const { leases, item } = store();
    const holding = leases.withLease(
      "E-none",
      "op_1",
      condition,
      async () => "",
    );
    await expect(holding).rejects.toMatchObject(changed);
    expect(await item("employee#E-none")).toBeUndefined();
  });

  test("has the new state from the start of the lease, so that a failed write shows what may have happened", async () => {
    const { leases, item } = store();
    await bring("E-9");
    const asked = { ...condition, set: { state: "leaving" } };
    const failing = leases.withLease("E-9", "op_2", asked, () =>
      Promise.reject(failure),
    );
    await expect(failing).rejects.toBe(failure);
    expect(await item("employee#E-9")).toMatchObject({ state: "leaving" });
  });
});

test("a lease that is about no person has one holder at a time, until it ends or is ended", async () => {
  const { clock, leases, item } = store();
  const forMs = 60_000;
  const take = (by: string) => leases.take("thing", by, forMs);
  expect(await leases.takenUntil("thing", "two")).toBeUndefined();
  expect(await take("one")).toBeUndefined();
  clock.nowMs += 1_000;
  expect(await take("one")).toBeUndefined();
  const untilMs = clock.nowMs + forMs;
  expect(await take("two")).toBe(untilMs);
  expect(await leases.takenUntil("thing", "two")).toBe(untilMs);
  expect(await leases.takenUntil("thing", "one")).toBeUndefined();
  clock.nowMs = untilMs;
  expect(await leases.takenUntil("thing", "two")).toBeUndefined();
  expect(await take("two")).toBeUndefined();
  expect(await leases.end("thing", "one")).toBe(false);
  expect(await take("one")).toBe(untilMs + forMs);
  expect(await leases.end("thing", "two")).toBe(true);
  expect(await item("thing")).toBeUndefined();
});
