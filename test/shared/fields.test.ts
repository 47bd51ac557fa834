import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { anyText } from "../fixtures/any-text.ts";
import {
  dateSchema,
  employeeIdSchema,
  identityKindSchema,
  instantSchema,
  textSchema,
  zoneSchema,
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
    ["nothing", ""],
    ["a day that does not exist", "2026-02-30"],
    ["another order", "31.01.2026"],
    ["a time without its offset", "2026-01-31T09:00:00"],
    ["20 decimals", `2026-01-31T09:00:00.${"0".repeat(20)}Z`],
    ["400,000 decimals", `2026-01-31T09:00:00.${"0".repeat(400_000)}Z`],
  ])("refuses %s", (_what, value) => {
    const { error } = dateSchema.safeParse(value);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "must be a date (2026-01-31) or a date-time with its offset (2026-01-31T09:00:00+01:00)",
    ]);
  });
});

describe.each([
  ["date schema", dateSchema],
  ["instant schema", instantSchema],
])("the %s", (_name, schema) => {
  test.each(["1900-01-01T00:00:00Z", "9998-12-31T23:59:59-23:59"])(
    "accepts %s",
    (value) => {
      expect(schema.safeParse(value).success).toBe(true);
    },
  );

  test.each([
    "0000-01-01T00:00:00Z",
    "1899-12-31T23:59:59Z",
    "9999-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ])("refuses %s, and says what to send instead", (value) => {
    expect(messagesOf(schema, value)).toEqual([
      "must lie in the years 1900 to 9998; an optional field is left out if there is no date",
    ]);
  });
});

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe("the kind of an identity", () => {
  test.each(["s", "slack", "slack-2", "x".repeat(31)])("may be %s", (kind) => {
    expect(messagesOf(identityKindSchema, kind)).toBeUndefined();
  });

  test.each(["", "Slack", "2-slack", "-", "a b", "a_b", "x".repeat(32), "a\n"])(
    "must not be %j",
    (kind) => {
      expect(messagesOf(identityKindSchema, kind)).toEqual([
        "must be a lower-case word",
      ]);
    },
  );
});

test("a text that is no time zone is refused before a later check reads it", () => {
  const schema = zoneSchema.check(
    z.refine((zone) => new Intl.DateTimeFormat("en", { timeZone: zone })),
  );
  expect(messagesOf(schema, "Europe/Zurich")).toBeUndefined();
  expect(messagesOf(schema, "Europe/Zurych")).toEqual([
    "must be the IANA name of a time zone, such as Europe/Zurich",
  ]);
});

describe("an employee id", () => {
  test.each<[name: string, id?: string]>([
    ["1"],
    ["E-1/a?b#c"],
    ["!~"],
    ["AB 12 34"],
    ["Nº 7"],
    ["Zoë"],
    ["社員 42"],
    ["पहचान-७"],
    ["128 characters", "x".repeat(128)],
    ["128 characters of two units each", "𠮷".repeat(128)],
  ])("may be %s", (name, id = name) => {
    expect(employeeIdSchema.parse(id)).toBe(id);
  });

  test.each([
    ["nothing", ""],
    ["a space alone", "  "],
    ["more than 128 characters", "x".repeat(129)],
    ["more than 128 characters of two units each", "𠮷".repeat(129)],
    // The normal form of this character has three characters.
    ["more than 128 characters in its normal form", "\ufb2c".repeat(43)],
    ["a line break", "E-\n1"],
    ["a tab", "E-\t1"],
    ["a space of no width", "E-\u200b1"],
    ["a space that does not break", "E-\u00a01"],
    ["a mark that reorders text", "E-\u202e1"],
    ["half a character", "E-\ud800"],
    ["a character without a meaning yet", "E-\u0378"],
    ["a NUL", "E-\0"],
  ])("must not be %s", (_what, id) => {
    expect(employeeIdSchema.safeParse(id).success).toBe(false);
  });

  test("is the same employee in each normal form of Unicode, and with spaces around it", () => {
    for (const id of ["Zo\u00eb 7", "Zoe\u0308 7", "  Zo\u00eb 7 ", "Zoë 7\n"])
      expect(employeeIdSchema.parse(id)).toBe("Zo\u00eb 7");
  });

  test("stays as it is when it is read again, and has at most 512 bytes", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const read = employeeIdSchema.safeParse(text);
        if (!read.success) return;
        expect(employeeIdSchema.parse(read.data)).toBe(read.data);
        expect(Buffer.byteLength(read.data)).toBeLessThanOrEqual(512);
        expect(read.data).toBe(text.trim().normalize("NFC"));
      }),
    );
  });
});
