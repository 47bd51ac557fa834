import { expect, test } from "vitest";
import { isSameUsername } from "../../shared/fold-case.ts";

test.each([
  ["Zoe.Lind", "zoe.lind", true],
  ["ZOË", "zoë", true],
  ["zoe\u0308", "zoë", true],
  ["ZOE\u0308", "zoë", true],
  ["zoe", "zoë", false],
  ["zoe", "zoe2", false],
  ["zoe", undefined, false],
  [undefined, "zoe", false],
])("%s and %s are one username: %s", (one, other, expected) => {
  expect(isSameUsername(one, other)).toBe(expected);
});
