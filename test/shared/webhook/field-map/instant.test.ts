import fc from "fast-check";
import { expect, test } from "vitest";
import { instantMsOf } from "../../../../shared/webhook/field-map/instant.ts";

const instantMs = Date.UTC(2026, 0, 31, 18, 42);

test.each([
  "2026-01-31T18:42:00Z",
  "2026-01-31T18:42:00.000Z",
  "2026-01-31T18:42:00+00:00",
  "2026-01-31T18:42:00+0000",
  "2026-01-31T13:12:00-0530",
  // The longest text.
  `2026-01-31T18:42:00.${"0".repeat(19)}Z`,
  "2026-02-01T00:27:00.000+05:45",
  "1769884920",
  1769884920,
  "1769884920000",
  1769884920000,
])("reads the instant %j", (written) => {
  expect(instantMsOf(written)).toBe(instantMs);
});

test.each([
  ["no offset", "2026-01-31T18:42:00"],
  ["no time", "2026-01-31"],
  ["no seconds", "2026-01-31T18:42Z"],
  ["a day that does not exist", "2026-02-30T18:42:00Z"],
  ["an hour that does not exist", "2026-01-31T25:42:00Z"],
  ["days before months", "31.01.2026 18:42"],
  ["too few digits", 17698849],
  ["too many digits", "17698849200000"],
  ["a day and a time in digits", "202603311530"],
  ["a fraction", 1769884920.5],
  ["more than forty characters", `2026-01-31T18:42:00.${"0".repeat(20)}Z`],
  ["a sign", "+1769884920"],
  ["nothing", ""],
  ["another type", true],
  ["an object", {}],
  ["null", null],
])("does not guess %s: %j", (_, written) => {
  expect(instantMsOf(written)).toBeUndefined();
});

test("reads every instant as toISOString writes it", () => {
  const instants = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });
  fc.assert(
    fc.property(instants, (ms) => {
      expect(instantMsOf(new Date(ms).toISOString())).toBe(ms);
    }),
  );
});

test("reads or refuses any input, and never throws", () => {
  fc.assert(
    fc.property(fc.anything(), (written) => {
      expect(["number", "undefined"]).toContain(typeof instantMsOf(written));
    }),
  );
});

test("refuses a text of 400,000 characters", () => {
  expect(instantMsOf("T+".repeat(200_000))).toBeUndefined();
});
