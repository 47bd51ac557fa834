import { expect, test } from "vitest";
import { basic, bearer } from "../../../../shared/webhook/schemes/tokens.ts";
import { verdictOf } from "./by-record.ts";

const key = "first-secret-key";

test.each([undefined, "", "Bearer", "Bearer ", key, `Bearer${key}`])(
  "a request with the authorization %j has no token, which the log can tell",
  (authorization) => {
    for (const scheme of [bearer, basic])
      expect(
        verdictOf(scheme, { headers: { authorization }, keys: [key] }),
      ).toBe("no-token");
  },
);
