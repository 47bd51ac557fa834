import { describe, expect, test } from "vitest";
import type { Lease } from "../../../shared/store/leases.ts";
import { putEmployee } from "../../fixtures/put-employee.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const leaseMs = 90_000;
const lateWriteMs = 5 * 60_000;
const condition = { where: { state: "active" } };
const busy = { message: "employee-busy", retryable: true };
const changed = { message: "employee-changed", retryable: false };

/** An active employee, and a write that the test can hold and continue. */
async function bring(id: string) {
  const { leases } = store();
  await putEmployee(store(), id);
  const begin = async (holder: string) => {
    const begun = Promise.withResolvers<void>();
    const writing = Promise.withResolvers<string>();
    const held = leases.withLease(id, holder, condition, () => {
      begun.resolve();
      return writing.promise;
    });
    await begun.promise;
    const end = () => {
      writing.resolve("done");
      return held;
    };
    return { held, end };
  };
  const hold = (
    holder: string,
    write: (lease: Lease) => Promise<string> = async () => holder,
  ) => leases.withLease(id, holder, condition, write);
  const isDoubtful = (holder: string) =>
    leases.withLease(id, holder, condition, async (lease) => lease.isDoubtful);
  return { begin, hold, isDoubtful };
}

const failure = new Error("the write failed");
/** A write that got no answer, and fails or succeeds after that. */
const lostWrite = async ({ noteUnanswered }: Lease): Promise<string> => {
  noteUnanswered();
  throw failure;
};
const repeatedWrite = async ({ noteUnanswered }: Lease): Promise<string> => {
  noteUnanswered();
  return "repeated";
};

describe("a lease on a person", () => {
  test("refuses a second holder to the millisecond until the first is done or its lease has expired", async () => {
    const { clock } = store();
    const { begin, hold } = await bring("E-2");
    const first = await begin("op_1");
    clock.nowMs = startMs + leaseMs - 1;
    const neverWritten = () => Promise.reject(failure);
    await expect(hold("op_2", neverWritten)).rejects.toMatchObject(busy);
    clock.nowMs++;
    const second = await begin("op_2");
    // The first comes back late: it must not end the second's lease.
    await first.end();
    await expect(hold("op_3")).rejects.toMatchObject(busy);
    await second.end();
    expect(await hold("op_3")).toBe("op_3");
  });

  test("the first holder gets its lease again when its step is repeated, with all of its time anew", async () => {
    const { clock } = store();
    const { begin, hold } = await bring("E-4");
    const first = await begin("op_1");
    clock.nowMs = startMs + leaseMs - 1;
    const again = await begin("op_1");
    clock.nowMs = startMs + 2 * leaseMs - 2;
    await expect(hold("op_2")).rejects.toMatchObject(busy);
    await Promise.all([first.end(), again.end()]);
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

  test("leaves no trace, and a write that surely failed frees it at once", async () => {
    const { item } = store();
    const { hold, isDoubtful } = await bring("E-6");
    const before = await item("employee#E-6");
    expect(await hold("op_1")).toBe("op_1");
    expect(await item("employee#E-6")).toEqual(before);
    const failing = hold("op_1", () => Promise.reject(failure));
    await expect(failing).rejects.toBe(failure);
    expect(await isDoubtful("op_2")).toBe(false);
  });
});

describe("a write that got no answer", () => {
  test("keeps the lease if it fails, because the request can still arrive, and only its holder repeats it", async () => {
    const { clock } = store();
    const { hold } = await bring("E-lost");
    await expect(hold("op_1", lostWrite)).rejects.toBe(failure);
    await expect(hold("op_2")).rejects.toMatchObject(busy);
    expect(await hold("op_1")).toBe("op_1");
    await hold("op_1", lostWrite).catch(() => undefined);
    clock.nowMs = startMs + leaseMs;
    expect(await hold("op_2")).toBe("op_2");
  });

  test("makes the next holders doubtful for five minutes, also the one who left the lease", async () => {
    const { clock } = store();
    const { hold, isDoubtful } = await bring("E-doubt");
    await hold("op_1", lostWrite).catch(() => undefined);
    expect(await isDoubtful("op_1")).toBe(true);
    clock.nowMs += lateWriteMs - 1;
    expect(await isDoubtful("op_2")).toBe(true);
    clock.nowMs++;
    expect(await isDoubtful("op_3")).toBe(false);
  });

  test("makes the five minutes begin again, also if a repeated request succeeds", async () => {
    const { clock } = store();
    const { hold, isDoubtful } = await bring("E-twice");
    for (const holder of ["op_1", "op_2"]) {
      await hold(holder, repeatedWrite);
      clock.nowMs += lateWriteMs - 1;
    }
    expect(await isDoubtful("op_3")).toBe(true);
    clock.nowMs++;
    expect(await isDoubtful("op_4")).toBe(false);
  });

  test("lets a holder who looks again note its write only when no late write can come any more", async () => {
    const { clock, item, leases } = store();
    const { hold } = await bring("E-again");
    await hold("op_1", repeatedWrite);
    const setAfter = { state: "leaving" };
    const writes = { ...condition, setAfter, looksAgain: true };
    const write = async (lease: Lease) => lease.lateWriteUntilMs;
    const again = () => leases.withLease("E-again", "op_2", writes, write);
    clock.nowMs = await again();
    expect(await item("employee#E-again")).toMatchObject({ state: "active" });
    await again();
    expect(await item("employee#E-again")).toMatchObject({ state: "leaving" });
  });
});

describe("an employee whose state changed", () => {
  test("is not written, also while another holder writes, and the holder learns that waiting does not help", async () => {
    const { item, table, leases } = store();
    const { begin, hold } = await bring("E-7");
    const first = await begin("op_1");
    const asked = { where: { state: "left" } };
    const waiting = leases.withLease("E-7", "op_2", asked, async () => "");
    await expect(waiting).rejects.toMatchObject(changed);
    await first.end();
    await table.update("employee#E-7", {
      set: { state: "deleting" },
      where: {},
    });
    const before = await item("employee#E-7");
    await expect(hold("op_1")).rejects.toMatchObject(changed);
    expect(await item("employee#E-7")).toEqual(before);
  });

  test("is not created by a lease", async () => {
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

  test("is noted when the lease is taken, so that a failed write shows what may have happened", async () => {
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

test("a lease of its own has one holder at a time, until it ends or is ended", async () => {
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
