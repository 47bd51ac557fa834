import { putEmployee } from "../../fixtures/put-employee.ts";
import { describe, expect, test } from "vitest";
import type { Lease } from "../../../shared/store/leases.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const leaseMs = 90_000;
const condition = { where: { state: "active" } };
const busy = {
  name: "StoreConflict",
  message: "employee-busy",
  retryable: true,
};
const changed = {
  name: "StoreConflict",
  message: "employee-changed",
  retryable: false,
};

/** An active employee, and a write that the test can hold and continue. */
async function bring(id: string) {
  const { leases } = store();
  await putEmployee(store(), id);
  const begin = async (holder: string) => {
    const begun = Promise.withResolvers<void>();
    const writing = Promise.withResolvers<string>();
    const held = leases.hold(id, holder, condition, () => {
      begun.resolve();
      return writing.promise;
    });
    await begun.promise;
    return { held, ...writing };
  };
  const hold = (
    holder: string,
    write: (lease: Lease) => Promise<string> = async () => holder,
  ) => leases.hold(id, holder, condition, write);
  return { begin, hold };
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

test("the holder of a lease writes, and leaves no trace of the lease", async () => {
  const { item } = store();
  const { hold } = await bring("E-1");
  const before = await item("employee#E-1");
  expect(await hold("op_1")).toBe("op_1");
  expect(await item("employee#E-1")).toEqual(before);
});

describe("a second holder", () => {
  test("a second holder is refused until the first is done", async () => {
    const { begin, hold } = await bring("E-2");
    const first = await begin("op_1");
    let isWritten = false;
    const write = async () => {
      isWritten = true;
      return "op_2";
    };
    await expect(hold("op_2", write)).rejects.toMatchObject(busy);
    expect(isWritten).toBe(false);
    first.resolve("done");
    expect(await first.held).toBe("done");
    expect(await hold("op_2", write)).toBe("op_2");
  });

  test("a second holder gets the lease when it has expired, and not a millisecond earlier", async () => {
    const { clock } = store();
    const { begin, hold } = await bring("E-3");
    const first = await begin("op_1");
    clock.nowMs = startMs + leaseMs;
    await expect(hold("op_2")).rejects.toMatchObject(busy);
    clock.nowMs++;
    const second = await begin("op_2");
    // The first comes back late: it must not end the second's lease.
    first.resolve("late");
    await first.held;
    await expect(hold("op_3")).rejects.toMatchObject(busy);
    second.resolve("done");
    await second.held;
    expect(await hold("op_3")).toBe("op_3");
  });

  test("the first holder gets its lease again when its step is repeated", async () => {
    const { clock } = store();
    const { begin, hold } = await bring("E-4");
    const first = await begin("op_1");
    clock.nowMs = startMs + leaseMs - 1;
    const again = await begin("op_1");
    // And then has all of its time anew.
    clock.nowMs = startMs + 2 * leaseMs - 1;
    await expect(hold("op_2")).rejects.toMatchObject(busy);
    for (const { resolve, held } of [first, again]) {
      resolve("done");
      await held;
    }
  });

  test("of fifty parallel holders, all but one are refused", async () => {
    const { hold } = await bring("E-5");
    const end = Promise.withResolvers<string>();
    const held = Array.from({ length: 50 }, (_, index) =>
      hold(`op_${index}`, () => end.promise),
    );
    const settling = Promise.allSettled(
      held.map((one) =>
        one.catch((error: unknown) => {
          expect(error).toMatchObject(busy);
          throw error;
        }),
      ),
    );
    // All have asked when all but one were sent away.
    let refused = 0;
    await new Promise<void>((allRefused) => {
      for (const one of held)
        one.catch(() => {
          refused++;
          if (refused === 49) allRefused();
        });
    });
    end.resolve("done");
    const outcomes = await settling;
    expect(
      outcomes.filter(({ status }) => status === "fulfilled"),
    ).toHaveLength(1);
  });
});

describe("a write that got no answer", () => {
  const lateWriteMs = 5 * 60_000;

  /** An employee whose lease had this write at the start. Tells whether a holder is doubtful. */
  async function writeFirst(id: string, write: typeof lostWrite) {
    const { leases } = store();
    const { hold } = await bring(id);
    await hold("op_1", write).catch(() => undefined);
    return (holder: string) =>
      leases.hold(id, holder, condition, async (lease) => lease.isDoubtful);
  }

  test("the next holder after a failed write without an answer is doubtful, and so are the holders of the next five minutes", async () => {
    const { clock } = store();
    const isDoubtful = await writeFirst("E-doubt", lostWrite);
    clock.nowMs = startMs + leaseMs + 1;
    expect(await isDoubtful("op_2")).toBe(true);
    clock.nowMs += lateWriteMs - 1;
    expect(await isDoubtful("op_3")).toBe(true);
    clock.nowMs++;
    expect(await isDoubtful("op_4")).toBe(false);
  });

  test("the holders of the next five minutes are doubtful after a write that was repeated because it got no answer", async () => {
    const { clock } = store();
    const isDoubtful = await writeFirst("E-repeated", repeatedWrite);
    expect(await isDoubtful("op_2")).toBe(true);
    clock.nowMs = startMs + lateWriteMs - 1;
    expect(await isDoubtful("op_3")).toBe(true);
    clock.nowMs++;
    expect(await isDoubtful("op_4")).toBe(false);
  });

  test("a repeated write without an answer makes the five minutes of doubt begin again", async () => {
    const { clock } = store();
    const { hold } = await bring("E-twice");
    await hold("op_1", repeatedWrite);
    clock.nowMs += lateWriteMs - 1;
    await hold("op_2", repeatedWrite);
    clock.nowMs += lateWriteMs - 1;
    const holding = hold("op_3", async ({ isDoubtful }) => String(isDoubtful));
    expect(await holding).toBe("true");
  });

  test("the holder who left a lease is doubtful too, and so is the next one", async () => {
    const isDoubtful = await writeFirst("E-own", lostWrite);
    expect(await isDoubtful("op_1")).toBe(true);
    expect(await isDoubtful("op_2")).toBe(true);
  });

  test("a holder after a lease that was given back is not doubtful", async () => {
    const { leases } = store();
    const { hold } = await bring("E-back");
    await hold("op_1");
    await leases.hold("E-back", "op_2", condition, async (lease) =>
      expect(lease.isDoubtful).toBe(false),
    );
  });

  test("a holder who was delayed for more than 80 seconds must not send a write", async () => {
    const { clock, leases } = store();
    const { hold } = await bring("E-slow");
    const send = (afterMs: number) =>
      leases.hold("E-slow", "op_1", condition, async (lease) => {
        clock.nowMs += afterMs;
        lease.requireTime();
      });
    await send(80_000);
    await expect(send(80_001)).rejects.toMatchObject(busy);
    // Nothing was sent, so the lease is free.
    expect(await hold("op_2")).toBe("op_2");
  });
});

describe("a failed write", () => {
  test("a write that surely failed releases the lease at once", async () => {
    const { hold } = await bring("E-6");
    await expect(hold("op_1", () => Promise.reject(failure))).rejects.toBe(
      failure,
    );
    expect(await hold("op_2")).toBe("op_2");
  });

  test("a failed write without an answer keeps the lease until it expires, because the request can still arrive", async () => {
    const { clock } = store();
    const { hold } = await bring("E-lost");
    await expect(hold("op_1", lostWrite)).rejects.toBe(failure);
    await expect(hold("op_2")).rejects.toMatchObject(busy);
    // Whose request it was may look and write again.
    expect(await hold("op_1")).toBe("op_1");
    await hold("op_1", lostWrite).catch(() => undefined);
    clock.nowMs = startMs + leaseMs + 1;
    expect(await hold("op_2")).toBe("op_2");
  });
});

describe("an employee whose state changed", () => {
  test("an employee whose state changed is not written, and the holder learns that waiting does not help", async () => {
    const { item, table } = store();
    const { hold } = await bring("E-7");
    await table.update("employee#E-7", {
      set: { state: "deleting" },
      where: {},
    });
    const before = await item("employee#E-7");
    let isWritten = false;
    const write = async () => {
      isWritten = true;
      return "";
    };
    await expect(hold("op_1", write)).rejects.toMatchObject(changed);
    expect(isWritten).toBe(false);
    expect(await item("employee#E-7")).toEqual(before);
  });

  test("a lease on an unknown employee creates no employee", async () => {
    const { leases, item } = store();
    const holding = leases.hold("E-none", "op_1", condition, async () => "");
    await expect(holding).rejects.toMatchObject(changed);
    expect(await item("employee#E-none")).toBeUndefined();
  });

  test("a changed employee is distinguished from one with another holder", async () => {
    const { begin, hold } = await bring("E-8");
    const { leases } = store();
    const first = await begin("op_1");
    await expect(hold("op_2")).rejects.toMatchObject(busy);
    await expect(
      leases.hold("E-8", "op_2", { where: { state: "left" } }, async () => ""),
    ).rejects.toMatchObject(changed);
    first.resolve("done");
    await first.held;
  });
});

test("a note is stored together with the write, or not at all", async () => {
  const { leases, item } = store();
  const { begin } = await bring("E-9");
  const first = await begin("op_1");
  const asked = { ...condition, set: { state: "leaving" } };
  await expect(
    leases.hold("E-9", "op_2", asked, async () => ""),
  ).rejects.toMatchObject(busy);
  expect(await item("employee#E-9")).toMatchObject({ state: "active" });
  first.resolve("done");
  await first.held;
  // Before the write: if it fails, the record shows what may have happened.
  const failing = leases.hold("E-9", "op_2", asked, () =>
    Promise.reject(failure),
  );
  await expect(failing).rejects.toBe(failure);
  expect(await item("employee#E-9")).toMatchObject({ state: "leaving" });
});
