import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDate, parseDate } from "../../../shared/community/dates.ts";

const firstMs = Date.parse("0000-01-01T00:00:00.000Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");
const instantMs = fc.integer({ min: firstMs, max: lastMs });

describe("platform dates", () => {
  test.each([
    [0, "1970-01-01T00:00:00.000+0000"],
    [1_769_884_920_007, "2026-01-31T18:42:00.007+0000"],
    [1_798_761_599_999, "2026-12-31T23:59:59.999+0000"],
    [1_798_761_600_000, "2027-01-01T00:00:00.000+0000"],
    [1_709_164_800_000, "2024-02-29T00:00:00.000+0000"],
    [-62_167_219_200_000, "0000-01-01T00:00:00.000+0000"],
    [253_402_300_799_999, "9999-12-31T23:59:59.999+0000"],
  ])("formatDate and parseDate convert between %d ms and %s", (ms, text) => {
    expect(formatDate(ms)).toBe(text);
    expect(parseDate(text)).toBe(ms);
  });

  test("parseDate reads each date that formatDate writes in the years 0000-9999", () => {
    fc.assert(
      fc.property(instantMs, (ms) => {
        const text = formatDate(ms);
        expect(text).toMatch(
          /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+0000$/,
        );
        expect(parseDate(text)).toBe(ms);
      }),
    );
  });

  test.each([
    ["2026-01-31T20:42:00.000+0200"],
    ["2026-01-31T20:42:00.000+02:00"],
    ["2026-01-31T13:12:00.000-0530"],
    ["2026-01-31T18:42:00.000-0000"],
  ])("parseDate accepts any offset, with or without a colon: %s", (text) => {
    expect(parseDate(text)).toBe(Date.parse("2026-01-31T18:42:00Z"));
  });

  test.each([
    [""],
    // As toISOString() writes it.
    ["2026-01-31T18:42:00.000Z"],
    ["2026-01-31T18:42:00+0000"],
    ["2026-01-31T18:42:00.000"],
    ["2026-01-31T18:42:00.000 +0000"],
    ["2026-01-31T18:42:00.000+0000\n"],
    ["26-01-31T18:42:00.000+0000"],
    ["+002026-01-31T18:42:00.000+0000"],
    ["2026-13-01T00:00:00.000+0000"],
    ["2026-02-30T00:00:00.000+0000"],
    ["2026-01-31T25:00:00.000+0000"],
    ["2026-01-31T18:42:00.000+9999"],
  ])("parseDate rejects %j", (text) => {
    expect(() => parseDate(text)).toThrow(RangeError);
  });

  test.each([[firstMs - 1], [lastMs + 1], [Number.NaN], [Infinity]])(
    "formatDate rejects %d ms, which is outside the years 0000-9999",
    (ms) => {
      expect(() => formatDate(ms)).toThrow(RangeError);
    },
  );
});
