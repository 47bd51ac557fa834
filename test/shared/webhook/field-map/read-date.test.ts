import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs } from "../../../../shared/durations.ts";
import {
  dateFormatSchema,
  readDate,
} from "../../../../shared/webhook/field-map/read-date.ts";
import { effort } from "../../../resilience/effort.ts";

const formats = dateFormatSchema.options;

describe("a date of a payload", () => {
  test.each([
    ["2026-01-31", "YYYY-MM-DD", "2026-01-31"],
    ["2026-01-31T00:00:00.000Z", "YYYY-MM-DD", "2026-01-31"],
    ["2026-01-31T23:59:59-11:00", "YYYY-MM-DD", "2026-01-31"],
    ["2026-01-31 08:00", "YYYY-MM-DD", "2026-01-31"],
    [" 2026-01-31 ", "YYYY-MM-DD", "2026-01-31"],
    [20260131, "YYYYMMDD", "2026-01-31"],
    ["1/2/2026", "DD/MM/YYYY", "2026-02-01"],
    ["1/2/2026 12:00:00 AM", "MM/DD/YYYY", "2026-01-02"],
    ["29/02/2028", "DD/MM/YYYY", "2028-02-29"],
    // The longest text.
    [`2026-01-31 ${"0".repeat(29)}`, "YYYY-MM-DD", "2026-01-31"],
  ] as const)("is read: %j as %s", (value, format, date) => {
    expect(readDate(value, format, "UTC")).toEqual({ date });
  });

  test.each([
    ["2026-01-31T23:30:00Z", "Europe/Oslo", "2026-02-01"],
    ["2026-01-31T23:30:00Z", "America/New_York", "2026-01-31"],
    ["2026-01-31T00:00:00.000Z", "America/New_York", "2026-01-30"],
    ["2026-07-31T22:30:00+0000", "Europe/Oslo", "2026-08-01"],
    [1769902200, "Europe/Oslo", "2026-02-01"],
    ["1769902200000", "UTC", "2026-01-31"],
    [478569600, "UTC", "1985-03-02"],
    ["999999999999", "UTC", "2001-09-09"],
  ])("is the day of an instant in the zone: %j in %s", (value, zone, date) => {
    expect(readDate(value, "instant", zone)).toEqual({ date });
  });

  test.each([
    ["0000-00-00", "YYYY-MM-DD"],
    ["0000-00-00 00:00:00", "YYYY-MM-DD"],
    ["0001-01-01T00:00:00", "YYYY-MM-DD"],
    ["9999-12-31", "YYYY-MM-DD"],
    ["00/00/0000", "DD/MM/YYYY"],
    ["31/12/9999", "DD/MM/YYYY"],
    ["00000000", "YYYYMMDD"],
    ["99991231", "YYYYMMDD"],
    ["000", "YYYYMMDD"],
    [0, "instant"],
    ["0001-01-01T00:00:00Z", "instant"],
    ["9999-12-31T23:59:59Z", "instant"],
  ] as const)("is empty if it is a placeholder: %j as %s", (value, format) => {
    expect(readDate(value, format, "Europe/Oslo")).toEqual({});
  });

  test.each([
    ["19990001", "YYYYMMDD"],
    ["1/0001/1", "DD/MM/YYYY"],
    ["000120261", "YYYYMMDD"],
    ["1/1/99990", "DD/MM/YYYY"],
    ["1".repeat(41), "YYYYMMDD"],
  ] as const)("is no placeholder, and refused: %j as %s", (value, format) => {
    expect(readDate(value, format, "UTC")).toHaveProperty("expected");
  });

  test.each([
    ["31/01/2026", "YYYY-MM-DD"],
    ["2026-02-29", "YYYY-MM-DD"],
    ["2026-13-01", "YYYY-MM-DD"],
    ["01/31/2026", "DD/MM/YYYY"],
    ["31/01/26", "DD/MM/YYYY"],
    ["31.01/2026", "DD.MM.YYYY"],
    ["31x01x2026", "DD.MM.YYYY"],
    ["2026131", "YYYYMMDD"],
    [`2026-01-31 ${"x".repeat(40)}`, "YYYY-MM-DD"],
    ["soon", "YYYY-MM-DD"],
    [true, "YYYY-MM-DD"],
    [["2026-01-31"], "YYYY-MM-DD"],
    [{}, "YYYY-MM-DD"],
  ] as const)("is refused with the format: %j as %s", (value, format) => {
    expect(readDate(value, format, "UTC")).toEqual({
      expected: `must be a date that exists, as ${format}`,
    });
  });

  test.each(["2026-01-31", "2026-01-31T09:00:00", 7, "31/01/2026", null])(
    "is refused as an instant if it is no moment with its offset: %j",
    (value) => {
      expect(readDate(value, "instant", "UTC")).toEqual({
        expected:
          "must be a date-time with its offset (2026-01-31T09:00:00+01:00), or Unix seconds or milliseconds",
      });
    },
  );
});

describe("any date", () => {
  const day = fc.date({
    min: new Date("0002-01-01"),
    max: new Date("9998-12-31"),
    noInvalidDate: true,
  });
  const zones = fc.constantFrom(
    "UTC",
    "Europe/Oslo",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "America/New_York",
  );

  test("is read back from each format that writes it", () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...formats.filter((one) => one !== "instant")),
        (written, format) => {
          const date = written.toISOString().slice(0, 10);
          const [year = "", month = "", dayOfMonth = ""] = date.split("-");
          const text = format
            .replace("YYYY", year)
            .replace("MM", month)
            .replace("DD", dayOfMonth);
          expect(readDate(text, format, "UTC")).toEqual({ date });
        },
      ),
      { numRuns: effort(60, 5_000) },
    );
  });

  test("begins, in UTC, less than two days from the instant from which it is read", () => {
    fc.assert(
      fc.property(day, zones, (instant, zone) => {
        const read = readDate(instant.toISOString(), "instant", zone);
        const distanceMs =
          "date" in read && read.date !== undefined
            ? Math.abs(Date.parse(read.date) - instant.getTime())
            : Number.NaN;
        expect(distanceMs).toBeLessThan(2 * dayMs);
      }),
      { numRuns: effort(60, 5_000) },
    );
  });

  test("is read, empty or refused, and never throws", () => {
    const digits = fc.stringMatching(
      /^[0-9]{1,4}[-/.T ]?[0-9]{0,4}[-/.]?[0-9]{0,5}[TZ+ :.0-9]{0,12}$/,
    );
    const values = fc.oneof(
      fc.jsonValue(),
      digits,
      fc.integer(),
      day.map((one) => one.toISOString()),
      fc.date({ noInvalidDate: true }).map((one) => one.toISOString()),
    );
    fc.assert(
      fc.property(values, fc.constantFrom(...formats), zones, (...input) => {
        const read = readDate(...input);
        if ("expected" in read) expect(read.expected).toMatch(/^must be a/);
        else expect(read.date ?? "2026-01-31").toMatch(/^\d{4}-\d\d-\d\d$/);
      }),
      { numRuns: effort(200, 20_000) },
    );
  });
});
