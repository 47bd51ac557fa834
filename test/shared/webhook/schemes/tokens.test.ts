import { expect, test } from "vitest";
import { basic, bearer } from "../../../../shared/webhook/schemes/tokens.ts";
import { verifyBy } from "./by-record.ts";

test.each([
  ["no header", undefined],
  ["an empty header", ""],
  ["no token", "Bearer"],
  ["no token behind the space", "Bearer "],
  ["no scheme", "first-secret-key"],
  ["no space", "Bearerfirst-secret-key"],
])("a request with %s has no token, which the log can tell", (_, given) => {
  const request = { header: () => given, body: new Uint8Array() };
  for (const scheme of [bearer, basic])
    expect(verifyBy(scheme)(request, ["first-secret-key"], 0)).toEqual({
      authentic: false,
      reason: "no-token",
    });
});
