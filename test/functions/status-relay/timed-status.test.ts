import { beforeEach, describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { dayMs } from "../../fixtures/hire.ts";
import { relayOf } from "./relay.ts";

const environment = useInProcess({ graceDays: 7 });
const { hire, set, shown, published, typeByHand, storedItems } =
  relayOf(environment);

const minuteMs = 60_000;
const put = { method: "PUT", path: "/people/{personID}" } as const;

/** Another one for each test. */
let who: string;
let count = 0;
beforeEach(async () => {
  who = `T-${++count}`;
  await hire(who);
});

/** Sets a status that ends so long from now. */
const setFor = (text: string, minutes: number) =>
  set(who, text, { untilMs: environment().nowMs() + minutes * minuteMs });

/** So much time goes by, and the scheduler looks. */
async function advanceTime(minutes: number): Promise<void> {
  environment().advanceTime(minutes * minuteMs);
  await environment().runScheduler();
}

describe("when its time is over", () => {
  test("the status before comes back, and not earlier", async () => {
    await set(who, "X");
    const { id, status } = await setFor("A", 60);
    expect(status).toBe("waiting");
    await advanceTime(59);
    expect(await shown(who)).toBe("A");
    await advanceTime(2);
    expect(await shown(who)).toBe("X");
    expect(await environment().find(id)).toMatchObject({ status: "succeeded" });
    expect(await published(who)).toEqual(["X", "A", "X"]);
  });

  test("there is none where there was none", async () => {
    await setFor("A", 60);
    await advanceTime(61);
    expect(await shown(who)).toBe("");
  });

  test("what was typed by hand before comes back", async () => {
    await typeByHand(who, "By hand");
    await setFor("A", 60);
    await advanceTime(61);
    expect(await shown(who)).toBe("By hand");
  });

  test("what was cleared for a time comes back", async () => {
    await set(who, "X");
    await setFor("", 60);
    expect(await shown(who)).toBe("");
    await advanceTime(61);
    expect(await shown(who)).toBe("X");
  });

  test("a status that was there already stays", async () => {
    await set(who, "X");
    await setFor("X", 60);
    await advanceTime(61);
    expect(await published(who)).toEqual(["X"]);
  });

  test("a restoration whose answer is lost is not made twice", async () => {
    await set(who, "X");
    const { id } = await setFor("A", 60);
    environment().platform.faults.add({
      ...put,
      kind: "reset-after",
      times: 1,
    });
    await advanceTime(61);
    expect(await published(who)).toEqual(["X", "A", "X"]);
    expect(await environment().find(id)).toMatchObject({ status: "succeeded" });
  });

  test("what could not be taken away then can be later, by a retry", async () => {
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

  test("nothing of it is kept", async () => {
    await set(who, "canary-before");
    await setFor("canary-timed", 60);
    expect(await storedItems()).toContain("canary-before");
    await advanceTime(61);
    expect(await storedItems()).not.toContain("canary");
  });
});

describe("nothing comes back", () => {
  const expectLeft = async (id: string, text: string) => {
    expect(await shown(who)).toBe(text);
    expect(await environment().find(id)).toMatchObject({
      status: "cancelled",
      reason: "changed-since",
    });
  };

  test("over what was typed by hand since", async () => {
    const { id } = await setFor("A", 60);
    await typeByHand(who, "By hand");
    await advanceTime(61);
    await expectLeft(id, "By hand");
  });

  test("over what another event has set since", async () => {
    const { id } = await setFor("A", 60);
    await set(who, "B");
    await advanceTime(61);
    await expectLeft(id, "B");
  });

  test("over the same text that another event has set since", async () => {
    await set(who, "X");
    const { id } = await setFor("A", 60);
    await set(who, "A");
    await advanceTime(61);
    await expectLeft(id, "A");
  });

  test("when that is cancelled: the status stays", async () => {
    await set(who, "X");
    const { id } = await setFor("A", 60);
    expect((await environment().operate("DELETE", `/${id}`)).status).toBe(200);
    await advanceTime(61);
    expect(await shown(who)).toBe("A");
    // It is without an end now, so it comes back after another.
    await setFor("B", 60);
    await advanceTime(61);
    expect(await shown(who)).toBe("A");
  });

  test.each([
    ["is leaving", 7, "leaving", "left-since"],
    // Their leaving cancels what waits, and erases what they had said.
    ["has left", 0, "left", "left"],
  ])("for somebody who %s meanwhile", async (_, graceDays, state, reason) => {
    const { id } = await setFor("A", 60);
    await environment().sendAndWait("employee.terminated", {
      employeeId: who,
      graceDays,
    });
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
  });
});

test("a later status that never got there does not keep the end away", async () => {
  await set(who, "X");
  await setFor("A", 60);
  environment().platform.faults.add({ ...put, kind: "status", status: 403 });
  expect(await set(who, "B")).toMatchObject({ status: "failed" });
  environment().platform.faults.clear();
  await advanceTime(61);
  expect(await shown(who)).toBe("X");
});

describe("one timed status over another", () => {
  test("gives way to it, and that to what was there before both", async () => {
    await set(who, "X");
    await setFor("A", 60);
    await setFor("B", 30);
    await advanceTime(31);
    expect(await shown(who)).toBe("A");
    await advanceTime(30);
    expect(await shown(who)).toBe("X");
    expect(await published(who)).toEqual(["X", "A", "B", "A", "X"]);
  });

  test("that has run out meanwhile gives way to what was there before both", async () => {
    await set(who, "X");
    await setFor("A", 30);
    await setFor("B", 60);
    await advanceTime(31);
    expect(await shown(who)).toBe("B");
    await advanceTime(30);
    expect(await published(who)).toEqual(["X", "A", "B", "X"]);
  });

  test("gives way to what was there before both when both are late", async () => {
    await set(who, "X");
    await setFor("A", 60);
    await setFor("B", 30);
    await advanceTime(90);
    expect(await shown(who)).toBe("X");
  });

  test("with the same text prolongs it", async () => {
    await set(who, "X");
    await setFor("A", 30);
    await setFor("A", 60);
    await advanceTime(31);
    expect(await shown(who)).toBe("A");
    await advanceTime(30);
    expect(await published(who)).toEqual(["X", "A", "X"]);
  });

  test("of five comes back one after the other", async () => {
    await set(who, "X");
    for (const minutes of [50, 40, 30, 20, 10])
      await setFor(`for ${minutes}`, minutes);
    for (const expected of ["for 20", "for 30", "for 40", "for 50", "X"]) {
      await advanceTime(10.1);
      expect(await shown(who)).toBe(expected);
    }
  });
});

test("a status whose time is over when it comes is never shown", async () => {
  const untilMs = environment().nowMs() - 1_000;
  expect(await set(who, "Too late", { untilMs })).toMatchObject({
    status: "cancelled",
    reason: "expired",
  });
  expect(await published(who)).toEqual([]);
});

test("a status that got there unheard, and whose time is over at the next attempt, is taken away again", async () => {
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

test.each([40, 400])(
  "it may take %i days, and what is to come back is there then",
  async (days) => {
    await set(who, "X");
    const untilMs = environment().nowMs() + days * dayMs;
    const { id, fingerprint } = await set(who, "Away", { untilMs });
    // Nothing that is needed then may be swept before.
    const kept = (await environment().storedItems()).filter((item) =>
      String(item["id"]).endsWith(fingerprint),
    );
    expect(kept).toHaveLength(2);
    for (const { expiresAtSeconds } of kept)
      expect(Number(expiresAtSeconds) * 1000).toBeGreaterThan(untilMs);
    for (const step of [days / 2, days / 2 - 1]) {
      await advanceTime(step * 24 * 60);
      expect(await shown(who)).toBe("Away");
    }
    await advanceTime(24 * 60 + 1);
    expect(await shown(who)).toBe("X");
    expect(await environment().find(id)).toMatchObject({ status: "succeeded" });
  },
);
