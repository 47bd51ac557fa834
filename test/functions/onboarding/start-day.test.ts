import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { startDayOf } from "../../../functions/employment/extras/start-day.ts";

const iso = (instantMs: number) => new Date(instantMs).toISOString();
const inDays = (dueInDays: number) => ({ subject: "s", dueInDays });

/** The day that clocks in the zone show. */
function dayIn(zone: string, instantMs: number): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
  return format.format(instantMs);
}

describe("a task that is due in days", () => {
  test.each([
    ["2026-12-01", "UTC", 0, "2026-12-01T12:00:00.000Z"],
    ["2026-12-01", "UTC", 1, "2026-12-02T12:00:00.000Z"],
    // Over the end of a leap February.
    ["2028-02-28", "UTC", 2, "2028-03-01T12:00:00.000Z"],
    // Over a change of the clocks.
    ["2026-03-27", "Europe/Oslo", 0, "2026-03-27T11:00:00.000Z"],
    ["2026-03-27", "Europe/Oslo", 7, "2026-04-03T10:00:00.000Z"],
    // Noon UTC is the next day there.
    ["2026-12-01", "Pacific/Auckland", 0, "2026-11-30T23:00:00.000Z"],
    ["2026-12-01T00:00:00+01:00", "UTC", 0, "2026-12-01T11:00:00.000Z"],
    ["2026-12-01T00:00:00+01:00", "Asia/Tokyo", 3, "2026-12-04T11:00:00.000Z"],
    ["2026-12-01T23:30:00-08:00", "UTC", 0, "2026-12-01T20:00:00.000Z"],
    ["2026-12-01T23:30:00Z", "Asia/Tokyo", 0, "2026-12-01T12:00:00.000Z"],
    ["2026-12-01T09:00:00.25+05:45", "UTC", 1, "2026-12-02T06:15:00.000Z"],
  ])(
    "after the start date %s in %s, a task due in %i days is due at %s",
    (startDate, zone, days, due) => {
      const { date, dueAtMsOf } = startDayOf(startDate, 0, zone);
      expect(iso(dueAtMsOf(inDays(days)))).toBe(due);
      expect(date).toBe(startDate.slice(0, 10));
    },
  );

  test("counts from the day of the event in the zone if there is no start date", () => {
    const openedAtMs = Date.parse("2026-11-30T23:30:00Z");
    const due = (zone: string) =>
      iso(startDayOf(undefined, openedAtMs, zone).dueAtMsOf(inDays(0)));
    expect(due("UTC")).toBe("2026-11-30T12:00:00.000Z");
    expect(due("Europe/Zurich")).toBe("2026-12-01T11:00:00.000Z");
    expect(due("America/New_York")).toBe("2026-11-30T17:00:00.000Z");
  });

  test("is due on that day of the calendar, in the zone or at the offset of the start date", () => {
    const zones = [
      "Pacific/Kiritimati",
      "Pacific/Pago_Pago",
      "America/Sao_Paulo",
      "Africa/Cairo",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
    ];
    const day = fc
      .integer({ min: 0, max: 30_000 })
      .map((days) => iso(days * dayMs).slice(0, 10));
    fc.assert(
      fc.property(
        day,
        fc.nat(3_650),
        fc.constantFrom(...zones),
        (date, days, zone) => {
          const wanted = iso(Date.parse(date) + days * dayMs);
          const dueAtMs = startDayOf(date, 0, zone).dueAtMsOf(inDays(days));
          // Kiritimati and Pago Pago once left out or repeated a day, which has no noon of its own.
          if (Math.min(Date.parse(date), dueAtMs) > Date.UTC(2012, 0))
            expect(`${zone} ${dayIn(zone, dueAtMs)}`).toBe(
              `${zone} ${wanted.slice(0, 10)}`,
            );
          const local = startDayOf(`${date}T23:59:59-11:00`, 0, zone);
          expect(iso(local.dueAtMsOf(inDays(days)) - 11 * hourMs)).toBe(
            wanted.replace("T00", "T12"),
          );
        },
      ),
    );
  });
});

test("a task with a due date of its own is due then, at noon in the zone if it has no time", () => {
  const { dueAtMsOf } = startDayOf(
    "2030-01-01T00:00:00+09:00",
    0,
    "Asia/Tokyo",
  );
  const due = (dueDate: string) => iso(dueAtMsOf({ subject: "s", dueDate }));
  expect(due("2026-12-18")).toBe("2026-12-18T03:00:00.000Z");
  expect(due("2026-12-18T23:30:00-08:00")).toBe("2026-12-19T07:30:00.000Z");
});
