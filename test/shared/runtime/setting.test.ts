import { describe, expect, test } from "vitest";
import { fromText, toText } from "../../../shared/runtime/setting.ts";
import {
  address,
  listOf,
  matching,
  name,
  oneOf,
  timeZone,
  type Value,
  wholeNumber,
  wholeNumberOr,
} from "../../../shared/runtime/values.ts";
import * as z from "zod/mini";
import { rows } from "../../fixtures/rows.ts";

/** What the schema says of the value: undefined if it fits. */
function issueOf({ schema }: Value<unknown>, value: unknown) {
  return z.safeParse(schema, value).error?.issues[0]?.message;
}

describe("the text of a value", () => {
  test.each([
    [oneOf("login", "basic"), "login", "login"],
    [matching(/^.2$/, "a two"), "12", "12"],
    [timeZone(), "UTC", "UTC"],
    [address(), "https://a.test", "https://a.test"],
    [wholeNumber(0, 9), 7, "7"],
    [wholeNumberOr(0, 9, "unlimited"), 7, "7"],
    [wholeNumberOr(0, 9, "unlimited"), "unlimited", "unlimited"],
    [listOf(name().schema, 2, "names"), ["root", "ceo"], '["root","ceo"]'],
  ])("written for %o is read as the same value", (kind, value, text) => {
    expect(toText(value)).toBe(text);
    expect(fromText(text, kind.schema)).toEqual(value);
    expect(issueOf(kind, value)).toBeUndefined();
  });

  test.each(["", "seven", "7 days"])(
    "%j is no value where a number is expected",
    (text) => {
      expect(fromText(text, wholeNumber(0, 9).schema)).toBeUndefined();
    },
  );
});

test.each(rows<[string, Value<unknown>, number | string]>`
  must be a whole number from 3 to 9 | ${wholeNumber(3, 9)} | ${2}
  must be a whole number from 3 to 9 | ${wholeNumber(3, 9)} | ${10}
  must be a whole number from 3 to 9 | ${wholeNumber(3, 9)} | ${3.5}
  must be a whole number from 3 to 9 | ${wholeNumber(3, 9)} | 3
  must be a whole number from 3 to 9, or unlimited | ${wholeNumberOr(3, 9, "unlimited")} | ${10}
  must be a whole number from 3 to 9, or unlimited | ${wholeNumberOr(3, 9, "unlimited")} | none
  must be some a | ${matching(/^a+$/, "some a")} | b
  must be the IANA name of a time zone, such as Europe/Zurich | ${timeZone()} | Berlin
  must be an https address without credentials, query and fragment | ${address()} | community.example.com
`)(
  "the rule of a value is the message about another value: %s",
  (message, kind, value) => {
    expect(issueOf(kind, value)).toBe(message);
    expect(message).toBe(`must be ${kind.rule}`);
  },
);
