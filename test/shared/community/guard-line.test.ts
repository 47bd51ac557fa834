import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripGuardLine } from "../../../shared/community/guard-line.ts";

const guard = "throw 'allowIllegalResourceCall is false.';";

describe("the guard line", () => {
  test.each([
    ["a line feed", `${guard}\n{"a":1}`],
    ["carriage return and line feed", `${guard}\r\n{"a":1}`],
    ["blanks and empty lines", `${guard} \t\n\n {"a":1}`],
    ["nothing", `${guard}{"a":1}`],
  ])("is taken off when it is followed by %s", (_title, text) => {
    expect(stripGuardLine(text)).toBe('{"a":1}');
  });

  test("ends at the first semicolon, however many follow in the JSON", () => {
    expect(stripGuardLine(`throw 'x';{"a":"b;c"}`)).toBe('{"a":"b;c"}');
    expect(stripGuardLine(`${guard}\n{"a":"; ","b":";"}`)).toBe(
      '{"a":"; ","b":";"}',
    );
  });

  test("may run over several lines", () => {
    expect(stripGuardLine("throw\n'x'\n;\n[]")).toBe("[]");
  });

  test("is taken off once, not as often as it is found", () => {
    expect(stripGuardLine(guard + guard)).toBe(guard);
  });

  test.each(["", "{}", " {}", "throwaway; {}", `"${guard}"`])(
    "is absent in %j, which stays as it is",
    (text) => {
      expect(stripGuardLine(text)).toBe(text);
    },
  );

  test("a JSON text is never altered, even when its strings contain the guard line", () => {
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
