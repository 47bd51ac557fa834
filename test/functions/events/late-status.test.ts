import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { usePeopleSource } from "./people-source.ts";

const source = usePeopleSource({ graceDays: 7 });
const noEvent = { status: "cancelled", reason: "no-event" };

const isEnabled = async (id: string) =>
  (await source().personOf(id))?.svc.enabled;

/** Lets an employee leave on a day that the source has told. The source still says that the employee is employed. */
async function leaveOnLastDay(id: string) {
  const { put, readThin, advanceTime, runScheduler, nowMs } = source();
  const last = new Date(nowMs() + dayMs).toISOString().slice(0, 10);
  put({ id, start: "2026-01-01" });
  await readThin(id);
  put({ id, start: "2026-01-01", status: "gone", last });
  await readThin(id);
  expect(await isEnabled(id)).toBe(true);
  advanceTime(2 * dayMs);
  await runScheduler();
  expect(await isEnabled(id)).toBe(false);
  return { id, start: "2026-01-01", last };
}

test.each(["here", "away"])(
  "a leaver stays disabled when the source says %s after the last day, and names that day",
  async (status) => {
    const { put, readThin, store } = source();
    const leaver = await leaveOnLastDay(`late-${status}`);
    put({ ...leaver, status, job: "Architect" });
    expect(await readThin(leaver.id)).toMatchObject(noEvent);
    expect(await isEnabled(leaver.id)).toBe(false);
    expect((await store.employees.get(leaver.id))?.state).toBe("leaving");
    put({ ...leaver, status: "gone" });
    expect(await readThin(leaver.id)).toMatchObject(noEvent);
  },
);

test("a leaver is not created again when the source says employed after the deletion, and names the last day", async () => {
  const { put, readThin, advanceTime, runScheduler, personOf } = source();
  const { start: _, ...leaver } = await leaveOnLastDay("late-deleted");
  advanceTime(8 * dayMs);
  await runScheduler();
  expect(await personOf(leaver.id)).toBeUndefined();
  put(leaver);
  expect(await readThin(leaver.id)).toMatchObject(noEvent);
  expect(await personOf(leaver.id)).toBeUndefined();
});

test("a leaver whom HR takes back after the deletion needs attention, until the source names a later start date", async () => {
  const { put, readThin, advanceTime, runScheduler, personOf } = source();
  const { id, start, last } = await leaveOnLastDay("back");
  advanceTime(8 * dayMs);
  await runScheduler();
  put({ id, start });
  expect(await readThin(id)).toMatchObject({
    status: "needs_attention",
    reason: "rehire-unclear",
  });
  expect(await personOf(id)).toBeUndefined();
  const next = new Date(Date.parse(last) + dayMs).toISOString().slice(0, 10);
  put({ id, start: next });
  expect(await readThin(id)).toMatchObject({ status: "succeeded" });
  expect(await isEnabled(id)).toBe(true);
});

test("a leaver is enabled again in the grace period when the source names no last day any more", async () => {
  const { put, readThin } = source();
  const { id, start } = await leaveOnLastDay("stays");
  put({ id, start });
  expect((await readThin(id)).ledTo).toHaveLength(2);
  expect(await isEnabled(id)).toBe(true);
});

test("a leaver who starts again on the day after the last day is enabled, although the source names the last day", async () => {
  const { put, readThin } = source();
  const { id, last } = await leaveOnLastDay("again");
  const next = new Date(Date.parse(last) + dayMs).toISOString().slice(0, 10);
  put({ id, start: next, last });
  await readThin(id);
  expect(await isEnabled(id)).toBe(true);
});
