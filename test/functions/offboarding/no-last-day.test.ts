import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { usePeopleSource } from "../events/people-source.ts";

/** What vendors write where a record has no last day. `read-date.test.ts` has all forms. */
const nones: (string | null)[] = ["9999-12-31", null];

const tokens = {
  feed: "token-of-the-feed-with-32-characters",
  withdrawing: "token-of-the-withdrawing-feed-32-chars",
  hiring: "token-of-the-hiring-feed-of-32-characters",
  status: "token-of-the-status-feed-of-32-characters",
};
const map = {
  type: {
    from: "/type",
    values: { "employee.terminated": "employee.terminated" },
  },
  timestamp: "/timestamp",
  fields: {
    "/employeeId": "/data/id",
    "/lastDay": { from: "/data/end", date: "YYYY-MM-DD" },
  },
};
const callerOf = (name: keyof typeof tokens, more: object = {}) => ({
  scheme: "bearer",
  keys: [tokens[name]],
  scopes: ["offboard"],
  map: { ...map, ...more },
});
const environment = useInProcess({
  callers: {
    feed: callerOf("feed"),
    withdrawing: callerOf("withdrawing", { withdrawLastDay: true }),
    hiring: {
      ...callerOf("hiring", { withdrawLastDay: true }),
      scopes: ["onboard"],
    },
    status: callerOf("status", { leftWithoutLastDay: true }),
  },
});

/** An employee whose termination waits for its last day. */
async function employLeaver(id: string) {
  const { sendAndWait } = environment();
  await sendAndWait("employee.hired", hireOf(id));
  const data = { employeeId: id, lastDay: "2999-12-31" };
  return sendAndWait("employee.terminated", data);
}

const send = (caller: keyof typeof tokens, id: string, end: object) =>
  environment().send(
    "employee.terminated",
    { id, ...end },
    { caller, token: tokens[caller], to: "events" },
  );

test.each(nones)(
  "a termination whose mapped last day is none, %j, ends nothing and moves nothing",
  async (end) => {
    const { find, idle, personOf, advanceTime } = environment();
    const id = `N-1${nones.indexOf(end)}`;
    const planned = await employLeaver(id);
    advanceTime(1_000);
    const answer = await send("feed", id, { end });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ operations: [] });
    await idle();
    expect((await personOf(id))?.svc.enabled).not.toBe(false);
    expect(await find(planned.id)).toMatchObject({ status: "waiting" });
  },
);

test.each(nones)(
  "a mapped last day that is none, %j, withdraws the planned one if the map says so",
  async (end) => {
    const { find, idle, personOf, advanceTime, operation } = environment();
    const id = `N-2${nones.indexOf(end)}`;
    const planned = await employLeaver(id);
    advanceTime(1_000);
    const answer = await send("withdrawing", id, { end });
    await idle();
    expect(await operation(answer)).toMatchObject({
      type: "employee.termination_cancelled",
      status: "succeeded",
    });
    expect(await find(planned.id)).toMatchObject({
      status: "cancelled",
      reason: "termination-cancelled",
    });
    expect((await personOf(id))?.svc.enabled).not.toBe(false);
  },
);

test("a last day is not withdrawn by a caller without the scope of a cancellation", async () => {
  const { find, advanceTime } = environment();
  const planned = await employLeaver("N-3");
  advanceTime(1_000);
  const answer = await send("hiring", "N-3", { end: null });
  expect(answer.status).toBe(403);
  expect(await find(planned.id)).toMatchObject({ status: "waiting" });
});

test.each([
  ["feed", {}],
  ["status", { end: "9999-12-31" }],
] as const)(
  "a termination of the caller %s with %j counts at once, because it mentions no last day",
  async (caller, end) => {
    const { idle, personOf, sendAndWait, advanceTime } = environment();
    const id = `N-4-${caller}`;
    await sendAndWait("employee.hired", hireOf(id));
    advanceTime(1_000);
    expect((await send(caller, id, end)).status).toBe(202);
    await idle();
    expect(await personOf(id)).toBeUndefined();
  },
);

const source = usePeopleSource();

/** An employee of a record that has named a last day to come. */
async function putLeaver(id: string, caller: "announced" | "keeping") {
  const { put, readThin, find } = source();
  put({ id, job: "Engineer" });
  await readThin(id, { caller });
  put({ id, job: "Engineer", status: "gone", last: "2999-12-31" });
  const planned = (await readThin(id, { caller })).sameAs ?? "";
  expect(await find(planned)).toMatchObject({
    type: "employee.terminated",
    status: "waiting",
  });
  return planned;
}

test.each(nones)(
  "a record whose last day is none, %j, withdraws the last day that it named before",
  async (last) => {
    const { put, readThin, find, personOf } = source();
    const id = `N-5-${last}`;
    const caller = "announced";
    const planned = await putLeaver(id, caller);
    put({ id, status: "gone", last });
    const read = await readThin(id, { caller });
    expect(await find(read.sameAs ?? "")).toMatchObject({
      type: "employee.termination_cancelled",
      status: "succeeded",
    });
    expect(await find(planned)).toMatchObject({ status: "cancelled" });
    expect(await readThin(id, { caller })).toMatchObject({
      reason: "no-event",
    });
    expect((await personOf(id))?.svc.enabled).not.toBe(false);
  },
);

test("a record whose last day is none withdraws no planned one if the map says so, whatever its status", async () => {
  const { put, readThin, find } = source();
  const caller = "keeping";
  const planned = await putLeaver("N-6", caller);
  put({ id: "N-6", status: "gone", last: null });
  expect(await readThin("N-6", { caller })).toMatchObject({
    reason: "no-event",
  });
  put({ id: "N-6", job: "Architect", last: null });
  const changed = await readThin("N-6", { caller });
  expect(changed.ledTo).toBeUndefined();
  expect(await find(changed.sameAs ?? "")).toMatchObject({
    type: "employee.changed",
  });
  expect(await find(planned)).toMatchObject({ status: "waiting" });
});

test("a record that hides the last day withdraws no planned one", async () => {
  const { put, readThin, find } = source();
  const caller = "announced";
  const planned = await putLeaver("N-7", caller);
  put({ id: "N-7", job: "Architect", last: undefined });
  const changed = await readThin("N-7", { caller });
  expect(changed.ledTo).toBeUndefined();
  expect(await find(planned)).toMatchObject({ status: "waiting" });
  put({ id: "N-7", job: "Architect", last: null });
  expect((await readThin("N-7", { caller })).ledTo).toHaveLength(2);
  expect(await find(planned)).toMatchObject({ status: "cancelled" });
});
