import { describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { opsToken } from "../../../infra/local/credentials.ts";
import { sampleAvatar } from "../../../infra/cli/sample/hire.ts";
import { tokens, usePeopleSource } from "./people-source.ts";

const source = usePeopleSource();
const lagging = usePeopleSource({ indexLagMs: 2_000 });

/** The operation that a read led to. */
async function ledTo(read: { sameAs?: string | undefined }) {
  return source().find(read.sameAs ?? "none");
}

/** The types of the events that a read led to. */
async function typesOf({ ledTo: all, sameAs = "none" }: Operation) {
  const found = await Promise.all((all ?? [sameAs]).map(source().find));
  return found.map(({ type }) => type);
}

test("a thin event hires the employee of the record, and its operation names the one that does the work", async () => {
  const { put, readThin, personOf, asked } = source();
  put({ id: "T-1", job: "Engineer" });
  const read = await readThin("T-1");
  expect(read).toMatchObject({
    type: "record.changed",
    status: "succeeded",
    warnings: [],
  });
  expect(asked).toEqual(["T-1"]);
  expect(await ledTo(read)).toMatchObject({
    type: "employee.hired",
    status: "succeeded",
    caller: "people",
    employeeId: "T-1",
  });
  expect(await personOf("T-1")).toMatchObject({
    name: { givenName: "ZoeT-1" },
  });
});

test("a whole employment by thin events: change, absence, return, termination and its cancellation", async () => {
  const { put, readThin, store, personOf } = source();
  const state = async () => (await store.employees.get("T-2"))?.state;
  put({ id: "T-2", job: "Engineer" });
  await readThin("T-2");

  put({ id: "T-2", job: "Architect" });
  const changed = await readThin("T-2");
  expect(await ledTo(changed)).toMatchObject({
    type: "employee.changed",
    status: "succeeded",
    result: { changed: ["/title"] },
  });

  put({ id: "T-2", job: "Architect", status: "away" });
  expect(await ledTo(await readThin("T-2"))).toMatchObject({
    type: "employee.suspended",
    status: "succeeded",
  });
  expect(await state()).toBe("suspended");

  put({ id: "T-2", job: "Manager" });
  const returned = await readThin("T-2");
  expect(returned.ledTo).toHaveLength(2);
  const resumed = await source().find(returned.ledTo?.[0] ?? "");
  expect(resumed).toMatchObject({
    type: "employee.resumed",
    status: "succeeded",
  });
  expect(await ledTo(returned)).toMatchObject({
    type: "employee.changed",
    status: "succeeded",
  });
  expect(await state()).toBe("active");

  put({ id: "T-2", status: "gone", last: "2999-12-31" });
  expect(await ledTo(await readThin("T-2"))).toMatchObject({
    type: "employee.terminated",
    status: "waiting",
  });
  put({ id: "T-2", job: "Director" });
  const stays = await readThin("T-2");
  expect(stays.ledTo).toHaveLength(2);
  expect(await source().find(stays.ledTo?.[0] ?? "")).toMatchObject({
    type: "employee.termination_cancelled",
    status: "succeeded",
  });
  expect(await ledTo(stays)).toMatchObject({ type: "employee.changed" });

  put({ id: "T-2", status: "gone" });
  expect(await ledTo(await readThin("T-2"))).toMatchObject({
    type: "employee.terminated",
    status: "succeeded",
  });
  expect(await personOf("T-2")).toBeUndefined();
});

test.each([
  ["", source, "T-22"],
  [" while an index lags", lagging, "T-23"],
])(
  "a kept person returns with the data that the record has then%s",
  async (_, environment, id) => {
    const { put, readThin, store, find, personOf } = environment();
    put({ id, job: "Engineer" });
    await readThin(id);
    put({ id, status: "gone", disposition: "disable" });
    await readThin(id);
    expect((await store.employees.get(id))?.state).toBe("kept");

    put({ id, job: "Manager" });
    const returned = await readThin(id);
    const events = await Promise.all((returned.ledTo ?? []).map(find));
    expect(events).toMatchObject([
      { type: "employee.termination_cancelled", status: "succeeded" },
      { type: "employee.changed", status: "succeeded" },
    ]);
    expect((await personOf(id))?.svc).toMatchObject({
      enabled: true,
      profile: [{ value: "Manager" }],
    });
  },
);

test("a record with a last day ahead hires the employee until then, and later reads only change the employee", async () => {
  const { put, readThin, personOf, store } = source();
  const last = "2999-12-31";
  put({ id: "T-2b", status: "gone", last, job: "Trainee" });
  const hired = await readThin("T-2b");
  expect(hired.ledTo).toHaveLength(2);
  expect(await source().find(hired.ledTo?.[0] ?? "")).toMatchObject({
    type: "employee.hired",
    status: "succeeded",
  });
  expect(await ledTo(hired)).toMatchObject({
    type: "employee.terminated",
    status: "waiting",
  });
  expect(await personOf("T-2b")).toMatchObject({
    name: { givenName: "ZoeT-2b" },
  });

  put({ id: "T-2b", status: "gone", last, job: "Engineer" });
  const changed = await readThin("T-2b");
  expect(changed.ledTo).toBeUndefined();
  expect(await ledTo(changed)).toMatchObject({
    type: "employee.changed",
    result: { changed: ["/title"] },
  });

  put({ id: "T-2b", status: "gone", last: "2026-01-01" });
  expect(await ledTo(await readThin("T-2b"))).toMatchObject({
    type: "employee.terminated",
  });
  expect((await store.employees.get("T-2b"))?.state).not.toBe("active");
});

test("a leaver whose access ended early stays disabled until the last day, whatever thin event comes then", async () => {
  const { put, readThin, find, personOf, store } = source();
  const last = "2999-12-31";
  const leaver = { id: "T-2c", last, job: "Engineer" };
  const isEnabled = async () => (await personOf("T-2c"))?.svc.enabled !== false;
  put({ id: "T-2c", job: "Engineer" });
  await readThin("T-2c");
  put({ ...leaver, status: "gone" });
  const planned = await ledTo(await readThin("T-2c"));
  expect(planned).toMatchObject({
    type: "employee.terminated",
    status: "waiting",
  });

  put({ ...leaver, status: "away", until: last });
  expect(await ledTo(await readThin("T-2c"))).toMatchObject({
    type: "employee.suspended",
  });
  expect(await isEnabled()).toBe(false);
  expect(await readThin("T-2c")).toMatchObject({ reason: "no-event" });

  put({ ...leaver, status: "gone", job: "Architect" });
  const changed = await readThin("T-2c");
  expect(changed.ledTo).toBeUndefined();
  expect(await ledTo(changed)).toMatchObject({ type: "employee.changed" });
  expect(await isEnabled()).toBe(false);
  expect((await store.employees.get("T-2c"))?.state).toBe("suspended");
  expect(await find(planned.id)).toMatchObject({ status: "waiting" });
});

test("an absence until the last day that has not begun is not cancelled by the next thin event", async () => {
  const { put, readThin, find } = source();
  const last = "2999-12-31";
  const leaver = { id: "T-2e", last };
  put({ id: "T-2e" });
  await readThin("T-2e");
  const absent = { ...leaver, status: "away", from: "2999-12-01", until: last };
  put(absent);
  const [suspended = ""] = (await readThin("T-2e")).ledTo ?? [];
  expect(await find(suspended)).toMatchObject({
    type: "employee.suspended",
    status: "waiting",
  });
  expect(await readThin("T-2e")).toMatchObject({ reason: "no-event" });
  put({ ...leaver, status: "gone", job: "Architect" });
  expect(await typesOf(await readThin("T-2e"))).toEqual(["employee.changed"]);
  expect(await find(suspended)).toMatchObject({ status: "waiting" });
});

test("an absence until the last day plans the termination too, if no event has told it before", async () => {
  const { put, readThin, find } = source();
  const last = "2999-12-31";
  put({ id: "T-2d" });
  await readThin("T-2d");
  put({ id: "T-2d", status: "away", until: last, last });
  const read = await readThin("T-2d");
  expect(read.ledTo).toHaveLength(2);
  expect(await find(read.ledTo?.[0] ?? "")).toMatchObject({
    type: "employee.suspended",
  });
  expect(await ledTo(read)).toMatchObject({
    type: "employee.terminated",
    status: "waiting",
  });
});

test("the same thin event twice is one operation and one read", async () => {
  const { put, sendThin, idle, asked, operation, nowMs } = source();
  put({ id: "T-3" });
  const same = { delivery: "same", atMs: nowMs() };
  const first = await sendThin("T-3", same);
  const second = await sendThin("T-3", same);
  await idle();
  expect((await operation(first)).id).toBe((await operation(second)).id);
  expect(asked).toEqual(["T-3"]);
});

test("the receiver answers a thin event without a call to the source", async () => {
  const { put, sendThin, idle, asked, answer } = source();
  put({ id: "T-4" });
  const slow = Promise.withResolvers<undefined>();
  answer(() => slow.promise);
  expect((await sendThin("T-4")).status).toBe(202);
  slow.resolve(undefined);
  await idle();
  expect(asked).toEqual(["T-4"]);
});

test("a caller without a lookup may not send a thin event, and no other URL takes one", async () => {
  const { send, apps, nowMs } = source();
  const refused = await send(
    "record.changed",
    { employeeId: "T-5" },
    { to: "events" },
  );
  expect(refused.status).toBe(403);
  const elsewhere = await apps.onboarding.request("/onboarding/people", {
    method: "POST",
    headers: {
      authorization: `Bearer ${tokens.people}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      type: "record.changed",
      timestamp: new Date(nowMs()).toISOString(),
      data: { employeeId: "T-5" },
    }),
  });
  expect(elsewhere.status).toBe(400);
});

test("two events whose reads overlap in time end with the later state, however slow the first read is", async () => {
  const { put, readThin, sendThin, idle, answer, personOf, asked, records } =
    source();
  put({ id: "T-6", job: "Engineer" });
  await readThin("T-6");
  put({ id: "T-6", job: "Architect" });
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const stale = JSON.stringify(records.get("T-6"));
  answer(async () => {
    if (asked.length > 2) return undefined;
    begun.resolve();
    await released.promise;
    return { status: 200, body: stale };
  });
  const first = await sendThin("T-6");
  await begun.promise;
  put({ id: "T-6", job: "Manager" });
  const second = await sendThin("T-6");
  // The second read waits for the first one.
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
  expect(asked).toHaveLength(2);
  released.resolve();
  await idle();
  const earlier = await ledTo(await source().operation(first));
  const later = await ledTo(await source().operation(second));
  expect(later.eventAtMs).toBeGreaterThan(earlier.eventAtMs);
  expect(await personOf("T-6")).toMatchObject({
    svc: { profile: [{ svc_label: "Title", value: "Manager" }] },
  });
});

test("an event without news is cancelled, and so is a record that the map says is not ours", async () => {
  const { put, readThin } = source();
  put({ id: "T-7", status: "other" });
  const none = { status: "cancelled", reason: "no-event" };
  expect(await readThin("T-7")).toMatchObject(none);
  put({ id: "T-7", status: "gone" });
  expect(await readThin("T-7")).toMatchObject(none);
  put({ id: "T-7", status: "away" });
  expect(await readThin("T-7")).toMatchObject(none);
});

test("an absence that begins on another day than before is a suspension from that day", async () => {
  const { put, readThin } = source();
  const absent = { id: "T-20", status: "away" };
  const fromOf = async (read: Operation) =>
    new Date((await ledTo(read)).effectiveAtMs ?? 0).toISOString();
  put({ id: "T-20" });
  await readThin("T-20");
  put({ ...absent, from: "2999-01-01" });
  expect(await fromOf(await readThin("T-20"))).toBe("2999-01-01T00:00:00.000Z");
  expect(await readThin("T-20")).toMatchObject({ reason: "no-event" });
  put({ ...absent, from: "2999-03-01" });
  const second = await readThin("T-20");
  expect(await fromOf(second)).toBe("2999-03-01T00:00:00.000Z");
  expect(await readThin("T-20")).toMatchObject({ reason: "no-event" });
});

test("a caller does not end what another caller decided", async () => {
  const { put, readThin, store } = source();
  put({ id: "T-8", job: "Engineer" });
  await readThin("T-8");
  put({ id: "T-8", status: "away" });
  await readThin("T-8", { caller: "rival" });
  put({ id: "T-8", job: "Architect" });
  const back = await readThin("T-8");
  expect(back.ledTo).toBeUndefined();
  expect(await ledTo(back)).toMatchObject({ type: "employee.changed" });
  expect(await store.employees.get("T-8")).toMatchObject({
    state: "suspended",
  });
  const returned = await readThin("T-8", { caller: "rival" });
  expect(returned.ledTo).toHaveLength(2);

  put({ id: "T-8", status: "gone", last: "2999-12-31" });
  const leaving = await ledTo(await readThin("T-8", { caller: "rival" }));
  put({ id: "T-8", job: "Boss" });
  expect((await readThin("T-8")).ledTo).toBeUndefined();
  expect(await source().find(leaving.id)).toMatchObject({ status: "waiting" });
});

describe("an absence that lasts longer than its operation is kept", () => {
  test("the return of an employee whose suspension was deleted enables the person", async () => {
    const { put, readThin, store, find, outlastOperations } = source();
    put({ id: "T-22", job: "Engineer" });
    await readThin("T-22");
    const away = { id: "T-22", status: "away", from: "2020-01-01" };
    put(away);
    const suspended = await ledTo(await readThin("T-22"));
    await outlastOperations();
    await expect(find(suspended.id)).rejects.toThrow("there is no operation");
    expect(await readThin("T-22")).toMatchObject({ reason: "no-event" });

    put({ id: "T-22", job: "Architect" });
    expect(await typesOf(await readThin("T-22", { caller: "rival" }))).toEqual([
      "employee.changed",
    ]);
    expect(await typesOf(await readThin("T-22"))).toEqual([
      "employee.resumed",
      "employee.changed",
    ]);
    expect(await store.employees.get("T-22")).toMatchObject({
      state: "active",
    });
  });

  test("the return of an employee who was kept, and whose termination was deleted, enables the person", async () => {
    const { put, readThin, store, find, outlastOperations } = source();
    put({ id: "T-23", job: "Engineer" });
    await readThin("T-23");
    const gone = { id: "T-23", status: "gone", disposition: "disable" };
    put(gone);
    const left = await ledTo(await readThin("T-23"));
    expect(await store.employees.get("T-23")).toMatchObject({ state: "kept" });
    await outlastOperations();
    await expect(find(left.id)).rejects.toThrow("there is no operation");
    expect(await readThin("T-23")).toMatchObject({ reason: "no-event" });

    put({ id: "T-23", job: "Architect", start: "2020-01-01" });
    expect(await readThin("T-23", { caller: "rival" })).toMatchObject({
      reason: "no-event",
    });
    expect(await typesOf(await readThin("T-23"))).toEqual([
      "employee.termination_cancelled",
      "employee.changed",
    ]);
    expect(await store.employees.get("T-23")).toMatchObject({
      state: "active",
    });
  });
});

test("a hire that has not begun is changed by the next read, not repeated", async () => {
  const { put, readThin, personOf, nowMs, advanceTime, runScheduler } =
    source();
  const start = new Date(nowMs() + 10 * dayMs).toISOString().slice(0, 10);
  put({ id: "T-9", start, job: "Engineer" });
  const hire = await ledTo(await readThin("T-9"));
  expect(hire).toMatchObject({ type: "employee.hired", status: "waiting" });
  put({ id: "T-9", start, job: "Architect" });
  expect(await ledTo(await readThin("T-9"))).toMatchObject({
    type: "employee.changed",
    status: "succeeded",
  });
  advanceTime(11 * dayMs);
  await runScheduler();
  expect((await personOf("T-9"))?.svc.profile).toContainEqual({
    svc_label: "Title",
    value: "Architect",
  });
});

test("a hire that waits begins on the day to which the record moves its start", async () => {
  const { put, readThin, personOf, advanceTime, runScheduler, nowMs } =
    source();
  const startIn = async (days: number) => {
    const start = new Date(nowMs() + days * dayMs).toISOString().slice(0, 10);
    put({ id: "T-21", start });
    return ledTo(await readThin("T-21"));
  };
  const isCreatedIn = async (days: number) => {
    advanceTime(days * dayMs);
    await runScheduler();
    return (await personOf("T-21")) !== undefined;
  };
  await startIn(10);
  const later = { type: "employee.hired", status: "waiting" };
  expect(await startIn(20)).toMatchObject(later);
  expect(await isCreatedIn(11)).toBe(false);
  expect(await startIn(5)).toMatchObject(later);
  expect(await isCreatedIn(6)).toBe(true);
});

test("without the scope for what the record means, the read needs attention and nothing happens", async () => {
  const { put, readThin, store } = source();
  put({ id: "T-10" });
  await readThin("T-10");
  put({ id: "T-10", status: "gone" });
  expect(await readThin("T-10", { caller: "hiring" })).toMatchObject({
    status: "needs_attention",
    reason: "scope-missing",
  });
  expect((await store.employees.get("T-10"))?.state).toBe("active");
});

/** Asks what a body would mean. */
async function preview(query: string, body: unknown, caller = "people") {
  return source().apps.preview.request(`/events/${caller}/preview${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${caller === "people" ? tokens.people : opsToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
}

test("a preview of a thin event names the source, and reads no record", async () => {
  const answer = await preview("", {
    type: "record.changed",
    timestamp: new Date(source().nowMs()).toISOString(),
    data: { employeeId: "T-11" },
  });
  expect(await answer.json()).toEqual({
    events: [
      {
        type: "record.changed",
        employeeId: "T-11",
        source: "people",
        fields: ["/employeeId"],
      },
    ],
    ignored: 0,
  });
  expect(source().asked).toEqual([]);
});

test("a preview of a record tells what the lookup of the caller makes of it", async () => {
  const record = { id: "T-12", status: "here", given: "Zoe", mail: "z@e.org" };
  expect(await (await preview("?record", record)).json()).toEqual({
    events: [
      {
        type: "employee.hired",
        employeeId: "T-12",
        fields: ["/employeeId", "/name/givenName", "/email"],
        templates: [],
      },
    ],
    ignored: 0,
  });
  const gone = { ...record, status: "gone", last: "2999-12-31" };
  expect(await (await preview("?record", gone)).json()).toMatchObject({
    events: [
      { type: "employee.terminated", fields: ["/employeeId", "/lastDay"] },
    ],
  });
  const other = { ...record, status: "other" };
  expect(await (await preview("?record", other)).json()).toEqual({
    events: [],
    ignored: 1,
  });
  const wrong = await preview("?record", { ...record, mail: "none" });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({
    errors: [{ pointer: "#/mail" }],
  });
});

test("a preview of a record is refused for a caller without a lookup", async () => {
  const answer = await preview("?record", { id: "T-13" }, "ops");
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [{ detail: expect.stringContaining("no lookup") }],
  });
});

test("a hire gets the avatar of its source", async () => {
  const { put, photos, readThin, find } = source();
  put({ id: "T-14" });
  photos.set("T-14", sampleAvatar);
  const read = await readThin("T-14", { caller: "pictured" });
  expect(read).toMatchObject({ status: "succeeded", warnings: [] });
  const hire = await find(read.sameAs ?? "");
  expect(hire).toMatchObject({ status: "succeeded", warnings: [] });
  expect(hire.steps["upload avatar"]).toMatchObject({ status: "succeeded" });
});

test("a hire whose source has no avatar, or a broken one, is a hire without an avatar", async () => {
  const { put, photos, readThin, find } = source();
  put({ id: "T-15" });
  const none = await readThin("T-15", { caller: "pictured" });
  expect(none).toMatchObject({ status: "succeeded", warnings: [] });
  put({ id: "T-16" });
  photos.set("T-16", Buffer.from("no image"));
  const broken = await readThin("T-16", { caller: "pictured" });
  expect(broken).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "/avatar", reason: "avatar-not-an-image" }],
  });
  expect(await find(broken.sameAs ?? "")).toMatchObject({
    type: "employee.hired",
    status: "succeeded",
  });
});
