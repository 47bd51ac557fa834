import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, isZone, nextTimeOfDay } from "../../shared/zoned-time.ts";
import { rows } from "../fixtures/rows.ts";

const iso = (instantMs: number) => new Date(instantMs).toISOString();

describe("instantOf", () => {
  test.each(rows`
    UTC | 2026-01-31 | 2026-01-31T00:00Z | 2026-02-01T00:00Z
    UTC | 2028-02-29 | 2028-02-29T00:00Z | 2028-03-01T00:00Z
    UTC | 2026-12-31 | 2026-12-31T00:00Z | 2027-01-01T00:00Z
    Europe/Oslo | 2026-01-31 | 2026-01-30T23:00Z | 2026-01-31T23:00Z
    Europe/Oslo | 2026-07-01 | 2026-06-30T22:00Z | 2026-07-01T22:00Z
    Europe/Oslo | 2026-03-29 | 2026-03-28T23:00Z | 2026-03-29T22:00Z
    Europe/Oslo | 2026-10-25 | 2026-10-24T22:00Z | 2026-10-25T23:00Z
    Asia/Kathmandu | 2026-01-31 | 2026-01-30T18:15Z | 2026-01-31T18:15Z
    Pacific/Kiritimati | 2026-01-31 | 2026-01-30T10:00Z | 2026-01-31T10:00Z
    Pacific/Pago_Pago | 2026-01-31 | 2026-01-31T11:00Z | 2026-02-01T11:00Z
  `)("in %s, %s lasts from %s to %s", (zone, date, start, end) => {
    expect(instantOf(date, "start", zone)).toBe(Date.parse(start));
    expect(instantOf(date, "end", zone)).toBe(Date.parse(end));
  });

  test("returns the instant at which the clocks change when they skip midnight", () => {
    // On 4 November 2018 the clocks in São Paulo went from 23:59:59 to 01:00.
    const skippedMs = Date.parse("2018-11-04T03:00Z");
    expect(instantOf("2018-11-04", "start", "America/Sao_Paulo")).toBe(
      skippedMs,
    );
    expect(instantOf("2018-11-03", "end", "America/Sao_Paulo")).toBe(skippedMs);
  });

  test("returns the first midnight when the clocks show midnight twice", () => {
    // In Havana the clocks go back from 01:00 to 00:00.
    expect(iso(instantOf("2026-11-01", "start", "America/Havana"))).toBe(
      "2026-11-01T04:00:00.000Z",
    );
  });
});

test("instantOf returns the same instant for a date-time with an offset in every zone, for both edges", () => {
  for (const edge of ["start", "end"] as const)
    for (const zone of ["UTC", "Asia/Kathmandu"])
      expect(iso(instantOf("2026-01-31T09:00:00+01:00", edge, zone))).toBe(
        "2026-01-31T08:00:00.000Z",
      );
});

describe("nextTimeOfDay", () => {
  test.each(
    rows`
    returns an instant today | Europe/Oslo | 2026-01-31T15:59:59.999Z | 17:00 | 2026-01-31T16:00Z
    never returns the current instant | Europe/Oslo | 2026-01-31T16:00Z | 17:00 | 2026-02-01T16:00Z
    returns an instant tomorrow | Europe/Oslo | 2026-01-31T16:00:00.001Z | 17:00 | 2026-02-01T16:00Z
    accepts midnight | Europe/Oslo | 2026-01-31T12:00Z | 00:00 | 2026-01-31T23:00Z
    uses the day of the zone | America/Los_Angeles | 2026-02-01T02:00Z | 19:00 | 2026-02-01T03:00Z
    uses the day of the zone | Asia/Kathmandu | 2026-01-31T20:00Z | 01:00 | 2026-02-01T19:15Z
    considers summer time | Europe/Oslo | 2026-03-28T17:00Z | 17:00 | 2026-03-29T15:00Z
    returns the next day when the time is skipped | Europe/Oslo | 2026-03-28T23:30Z | 02:30 | 2026-03-30T00:30Z
    returns the first of two instants when the time is repeated | Europe/Oslo | 2026-10-24T23:30Z | 02:30 | 2026-10-25T00:30Z
    returns the second instant between the two | Europe/Oslo | 2026-10-25T00:30Z | 02:30 | 2026-10-25T01:30Z
    returns the next day after both instants | Europe/Oslo | 2026-10-25T01:30Z | 02:30 | 2026-10-26T01:30Z
    returns the next day when the time is skipped at midnight | America/Sao_Paulo | 2018-11-03T12:00Z | 00:30 | 2018-11-05T02:30Z
  `,
  )("%s: in %s at %s, %s is %s", (_, zone, now, time, next) => {
    const [hours, minutes] = time.split(":").map(Number);
    expect(iso(nextTimeOfDay(hours!, minutes!, zone, Date.parse(now)))).toBe(
      new Date(next).toISOString(),
    );
  });

  test("returns a future instant of at most 49 hours ahead at which a clock in the zone shows the time", () => {
    const zones = fc.constantFrom(
      "UTC",
      "Europe/Oslo",
      "America/Sao_Paulo",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "America/St_Johns",
    );
    const instants = fc.date({
      min: new Date("1990-01-01"),
      max: new Date("2040-01-01"),
      noInvalidDate: true,
    });
    const hour = fc.nat(23);
    const minute = fc.nat(59);
    fc.assert(
      fc.property(
        zones,
        instants,
        hour,
        minute,
        (zone, now, hours, minutes) => {
          const next = nextTimeOfDay(hours, minutes, zone, now.getTime());
          const clock = new Intl.DateTimeFormat("en-GB", {
            timeZone: zone,
            timeStyle: "medium",
          }).format(next);
          const shown = [hours, minutes].map((n) => String(n).padStart(2, "0"));
          expect(clock).toBe(`${shown.join(":")}:00`);
          expect(next).toBeGreaterThan(now.getTime());
          expect(next - now.getTime()).toBeLessThanOrEqual(49 * 3_600_000);
        },
      ),
    );
  });
});

test("isZone accepts names of time zones and rejects offsets and unknown names", () => {
  for (const name of ["UTC", "Europe/Oslo", "Asia/Kathmandu", "Etc/GMT+1"])
    expect(isZone(name)).toBe(true);
  for (const name of ["", "Oslo", "Europe/Nowhere", "+01:00", "-05", "foo+01"])
    expect(isZone(name)).toBe(false);
});

test("instantOf and nextTimeOfDay throw a RangeError for an unknown zone", () => {
  expect(() => instantOf("2026-01-31", "start", "Nowhere")).toThrow(RangeError);
  expect(() => nextTimeOfDay(17, 0, "Nowhere", 0)).toThrow(RangeError);
});
