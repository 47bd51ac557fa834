import { expect, test } from "vitest";
import { isProtected } from "../../../shared/person/known-person.ts";

const platformAuth = { serviceUsername: async () => "Service" };

test.each([
  ["service", [], true],
  ["SERVICE", ["root"], true],
  ["root", ["root", "ceo"], true],
  ["Ceo", ["root", "ceo"], true],
  ["zoe", ["root", "ceo"], false],
  ["roo", ["root"], false],
  ["jose\u0301", ["Jos\u00e9"], true],
  ["JOSE\u0301", ["jos\u00e9"], true],
  ["jose", ["jos\u00e9"], false],
  ["", [], false],
])(
  "isProtected for %j and the list %j returns %j",
  async (username, list, is) => {
    expect(await isProtected(platformAuth, list, username)).toBe(is);
  },
);
