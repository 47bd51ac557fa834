import { describe, expect, test } from "vitest";
import {
  dateSchema,
  employeeIdSchema,
  textSchema,
} from "../../shared/fields.ts";

describe("the text schema", () => {
  const text = textSchema(10);

  test("trims a text and allows several lines", () => {
    expect(text.parse("  Zoë \n")).toBe("Zoë");
    expect(text.parse("a\nb\r\n\tc")).toBe("a\nb\r\n\tc");
    expect(text.parse("ten  chars")).toBe("ten  chars");
  });

  test.each([
    ["nothing", ""],
    ["white space alone", " \n\t "],
    ["more than it may have", "eleven char"],
    ["a NUL", "a\u0000b"],
    ["an escape", "a\u001bb"],
    ["a bell beside a new line", "a\nb\u0007"],
    ["half a character", "a\ud800b"],
    ["a number", 7],
  ])("refuses %s", (_what, value) => {
    expect(text.safeParse(value).success).toBe(false);
  });
});

describe("the date schema", () => {
  test.each([
    "2026-01-31",
    "2028-02-29",
    "2026-01-31T09:00:00Z",
    "2026-01-31T09:00:00+01:00",
    // The maximum length.
    `2026-01-31T09:00:00.${"0".repeat(19)}Z`,
  ])("accepts %s", (value) => {
    expect(dateSchema.safeParse(value).success).toBe(true);
  });

  test.each([
    "",
    "2026-02-30",
    "31.01.2026",
    "2026-01-31T09:00:00",
    `2026-01-31T09:00:00.${"0".repeat(20)}Z`,
    `2026-01-31T09:00:00.${"0".repeat(400_000)}Z`,
  ])("refuses %.40s", (value) => {
    expect(dateSchema.safeParse(value).success).toBe(false);
  });
});

test("an employee id has 1 to 128 visible ASCII characters and no surrounding spaces", () => {
  for (const id of ["1", "E-1/a?b#c", "!~", "x".repeat(128)])
    expect(employeeIdSchema.safeParse(id).success).toBe(true);
  for (const id of ["", " E-1", "E-1 ", "E-1\n", "Zoë", "x".repeat(129)])
    expect(employeeIdSchema.safeParse(id).success).toBe(false);
});
