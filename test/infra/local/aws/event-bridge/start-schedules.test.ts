import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startSchedules } from "../../../../../infra/local/aws/event-bridge/start-schedules.ts";
import type { Schedule } from "../../../../../infra/aws/deployment/schedules.ts";
import { newFolder } from "../../../../fixtures/new-folder.ts";
import { dayMs } from "../../../../../shared/durations.ts";

beforeEach(() => {
  // A Friday. Daylight saving time begins on Sunday.
  vi.useFakeTimers({ now: Date.parse("2026-03-27T00:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const standUp: Schedule = {
  name: "stand-up",
  expression: "cron(0 9 ? * MON-FRI *)",
  zone: "Europe/Zurich",
  event: { type: "status.set", data: { employeeId: "E-1", text: "stand-up" } },
};

function startIn(folder: string | undefined, ...schedules: Schedule[]) {
  const delivered: { at: string; event: unknown }[] = [];
  const running = startSchedules({
    schedules,
    folder,
    deliver: (event) =>
      void delivered.push({ at: new Date().toISOString(), event }),
  });
  return { delivered, close: running.close };
}

const once = {
  ...standUp,
  name: "once",
  expression: "at(2026-03-28T12:00:00)",
};

test("schedules send events at local times, a rate from its creation on, and wait longer than a timer can", async () => {
  const rate = { ...standUp, name: "rate", expression: "rate(30 days)" };
  const far = { ...once, expression: "at(2026-06-01T12:00:00)" };
  const weekly = { ...standUp, expression: "cron(0 9 ? * MON *)" };
  const { delivered, close } = startIn(undefined, weekly, rate, far);
  await vi.advanceTimersByTimeAsync(4 * dayMs);
  // The rate sends its first event at once.
  expect(delivered.shift()).toMatchObject({ at: "2026-03-27T00:00:00.000Z" });
  // Daylight saving time has begun.
  expect(delivered).toEqual([
    {
      at: "2026-03-30T07:00:00.000Z",
      event: {
        source: "aws.scheduler",
        schedule:
          "arn:aws:scheduler:us-east-1:000000000000:schedule/default/stand-up",
        scheduledTime: "2026-03-30T07:00:00Z",
        ...standUp.event,
      },
    },
  ]);
  await vi.advanceTimersByTimeAsync(76 * dayMs);
  await close();
  const others = delivered
    .map(({ at }) => at)
    .filter((at) => !/T07:00/.test(at));
  expect(others).toEqual([
    "2026-04-26T00:00:00.000Z",
    "2026-05-26T00:00:00.000Z",
    "2026-06-01T10:00:00.000Z",
  ]);
});

describe("schedules with a folder", () => {
  test("send the last missed event of each schedule at the next start, and go on", async () => {
    const folder = newFolder();
    const rate = { ...standUp, name: "rate", expression: "rate(2 days)" };
    await startIn(folder, standUp, once, rate).close();
    // Friday, Monday and Tuesday pass.
    await vi.advanceTimersByTimeAsync(5 * dayMs);
    const { delivered, close } = startIn(folder, standUp, once, rate);
    const times = () =>
      delivered.map(({ event }) =>
        String((event as { scheduledTime: string }).scheduledTime),
      );
    expect(times()).toEqual([
      "2026-03-31T07:00:00Z",
      "2026-03-28T11:00:00Z",
      "2026-03-31T00:00:00Z",
    ]);
    await vi.advanceTimersByTimeAsync(1 * dayMs);
    await close();
    expect(times().slice(3)).toEqual([
      "2026-04-01T07:00:00Z",
      "2026-04-02T00:00:00Z",
    ]);
  });

  test("send no event a second time, and none before a schedule was created or changed", async () => {
    const folder = newFolder();
    const first = startIn(folder, standUp);
    await vi.advanceTimersByTimeAsync(1 * dayMs);
    await first.close();
    expect(first.delivered).toHaveLength(1);
    const changed = { ...once, expression: "at(2026-03-27T12:00:00)" };
    await startIn(folder, standUp, once).close();
    const next = startIn(folder, standUp, changed);
    await next.close();
    expect(next.delivered).toEqual([]);
  });
});
