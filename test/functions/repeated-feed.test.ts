import { expect, test } from "vitest";
import { useInProcess } from "../environments/in-process.ts";
import { hireOf } from "../fixtures/hire.ts";
import { isThorough } from "../resilience/effort.ts";
import { dayMs } from "../../shared/durations.ts";

const environment = useInProcess({ graceDays: 3 });
const lagDays = 2;
const days = 30;
const ids = Array.from({ length: 10 }, (_, index) => `F-${index}`);

/** What HR knows of an employee, from a day on. The feed shows it two days later, and other events at once. */
type Record = { startDay: number; username: string };

/** An event that HR sends on a day, besides the feed. */
type Sent = { day: number; type: string; employeeId: string; data: object };

/** What the platform shows at the end of a day. */
type Shown = "absent" | "disabled" | `enabled ${string}`;

const [leaver, renamed, parent, stayer, returner] = ids as [
  string,
  string,
  string,
  string,
  string,
];
const usernameOf = (employeeId: string) => employeeId.toLowerCase();
const newName = "renamed.by.the.feed";
const day = {
  leavingIsSent: 5,
  lastDay: 12,
  leaveIsSent: 4,
  leaveBegins: 8,
  leaveEnds: 18,
  rename: 10,
  wrongLeavingIsSent: 6,
  wrongLastDay: 14,
  correction: 16,
  firstLastDay: 7,
  contractIsSent: 11,
  secondStart: 20,
};

test.runIf(isThorough)(
  "a daily feed of every employee that lags two days behind ends every day of a month right",
  { timeout: 120_000 },
  async () => {
    const { sendAndWait, idle, nowMs, advanceTime, dispatchDue } =
      environment();
    const { platform } = environment();
    const beginMs = Math.ceil(nowMs() / dayMs) * dayMs;
    const dateOf = (number: number) =>
      new Date(beginMs + number * dayMs).toISOString().slice(0, 10);
    const events = eventsOf(dateOf);

    async function passUntil(atMs: number): Promise<void> {
      advanceTime(atMs - nowMs());
      for (let round = 0; round < 2; round++) {
        await dispatchDue();
        await idle();
        advanceTime(2 * 60_000);
      }
    }

    for (let today = 0; today < days; today++) {
      const midnightMs = beginMs + today * dayMs;
      const morningMs = midnightMs + dayMs / 4;
      await passUntil(midnightMs + 5 * 60_000);
      advanceTime(morningMs - nowMs());
      for (const { type, employeeId, data } of events.filter(
        (one) => one.day === today,
      ))
        await sendAndWait(type, { employeeId, ...data });
      const seenDay = today - lagDays;
      for (const employeeId of ids) {
        const { startDay, username } = recordOf(employeeId, seenDay);
        await environment().send(
          "employee.hired",
          hireOf(employeeId, {
            username,
            email: `${username}@example.com`,
            startDate: dateOf(startDay),
          }),
          { atMs: morningMs - lagDays * dayMs },
        );
      }
      await passUntil(midnightMs + dayMs - 10 * 60_000);
      const shown = ids.map((employeeId) => {
        const names = [
          usernameOf(employeeId),
          recordOf(employeeId, days).username,
        ];
        const found = platform
          .people()
          .filter(({ svc }) => names.includes(svc.username));
        expect(found.length).toBeLessThanOrEqual(1);
        const svc = found[0]?.svc;
        return [
          employeeId,
          svc
            ? svc.enabled
              ? `enabled ${svc.username}`
              : "disabled"
            : "absent",
        ];
      });
      expect({ today, ...Object.fromEntries(shown) }).toEqual({
        today,
        ...Object.fromEntries(
          ids.map((employeeId) => [employeeId, expectedOf(employeeId, today)]),
        ),
      });
    }
  },
);

/** What HR's records said on a day. */
function recordOf(employeeId: string, onDay: number): Record {
  return {
    startDay:
      employeeId === returner && onDay >= day.contractIsSent
        ? day.secondStart
        : -100,
    username:
      employeeId === renamed && onDay >= day.rename
        ? newName
        : usernameOf(employeeId),
  };
}

function eventsOf(dateOf: (number: number) => string): Sent[] {
  return [
    {
      day: day.leavingIsSent,
      type: "employee.terminated",
      employeeId: leaver,
      data: { lastDay: dateOf(day.lastDay) },
    },
    {
      day: day.leaveIsSent,
      type: "employee.suspended",
      employeeId: parent,
      data: { from: dateOf(day.leaveBegins), until: dateOf(day.leaveEnds) },
    },
    {
      day: day.rename,
      type: "employee.changed",
      employeeId: renamed,
      data: { username: newName, email: `${newName}@example.com` },
    },
    {
      day: day.wrongLeavingIsSent,
      type: "employee.terminated",
      employeeId: stayer,
      data: { lastDay: dateOf(day.wrongLastDay) },
    },
    {
      day: day.correction,
      type: "employee.termination_cancelled",
      employeeId: stayer,
      data: {},
    },
    {
      day: 1,
      type: "employee.terminated",
      employeeId: returner,
      data: { lastDay: dateOf(day.firstLastDay) },
    },
  ];
}

/** What the platform must show at the end of a day: who exists, who may sign in, and under which name. */
function expectedOf(employeeId: string, today: number): Shown {
  const enabled: Shown = `enabled ${recordOf(employeeId, today).username}`;
  const graceDays = 3;
  switch (employeeId) {
    case leaver:
      if (today <= day.lastDay) return enabled;
      return today <= day.lastDay + graceDays ? "disabled" : "absent";
    case parent:
      return today >= day.leaveBegins && today <= day.leaveEnds
        ? "disabled"
        : enabled;
    case stayer:
      return today > day.wrongLastDay && today < day.correction
        ? "disabled"
        : enabled;
    case returner:
      if (today <= day.firstLastDay || today >= day.secondStart) return enabled;
      return today <= day.firstLastDay + graceDays ? "disabled" : "absent";
    default:
      return enabled;
  }
}
