import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  jsonBody,
  stripGuardLine,
} from "../../../shared/community/json-body.ts";

const guard = "throw 'allowIllegalResourceCall is false.';";

describe("stripGuardLine", () => {
  test.each([
    ["a line feed", `${guard}\n{"a":1}`],
    ["carriage return and line feed", `${guard}\r\n{"a":1}`],
    ["blanks and empty lines", `${guard} \t\n\n {"a":1}`],
    ["nothing", `${guard}{"a":1}`],
  ])("removes a guard line that is followed by %s", (_title, text) => {
    expect(stripGuardLine(text)).toBe('{"a":1}');
  });

  test.each(["", "{}", " {}", "throwaway; {}", `"${guard}"`])(
    "keeps %j, which has no guard line",
    (text) => {
      expect(stripGuardLine(text)).toBe(text);
    },
  );

  test("never alters a JSON text, even when its strings contain the guard line", () => {
    const stringWithGuard = fc
      .tuple(fc.string(), fc.string())
      .map(([before, after]) => before + guard + after);
    const value = fc.oneof(
      fc.jsonValue(),
      stringWithGuard,
      fc.dictionary(stringWithGuard, stringWithGuard),
      fc.array(stringWithGuard),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (body, indent) => {
        const text = JSON.stringify(body, null, indent);
        expect(stripGuardLine(text)).toBe(text);
        expect(stripGuardLine(`${guard}\n${text}`)).toBe(text);
      }),
    );
  });
});

test("jsonBody throws a TypeError for a value that cannot be written as an object of JSON", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  let deep: object = {};
  for (let depth = 0; depth < 100_000; depth++) deep = { deep };
  for (const bad of [circular, deep, { big: 1n }, "text", 7, null])
    expect(() => jsonBody(bad as object)).toThrow(TypeError);
});
