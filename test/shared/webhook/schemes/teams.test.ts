import { expect, test } from "vitest";
import { teamsScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { signBy, verifyBy } from "./by-record.ts";
import { flippedBits } from "./flipped-bits.ts";

/** Computed independently of this code, over UTF-8 with characters of two, three and four bytes. */
const example = {
  key: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
  body: '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}',
  signature: "HMAC 7nzoWAGgCe4E4g6Gkrb/WDwVv32yql3ePD5wGEohhk8=",
};

function verify({ authorization = example.signature } = {}) {
  return verifyBy(teamsScheme)(
    {
      header: (name) => (name === "authorization" ? authorization : undefined),
      body: Buffer.from(example.body),
    },
    [example.key],
    0,
  );
}

test("accepts the example of Teams, without an id or a time", () => {
  expect(verify()).toEqual({ authentic: true });
});

test("signs the example as Teams does", () => {
  expect(signBy(teamsScheme, "authorization", example.key, example)).toBe(
    example.signature,
  );
});

test("a Teams signature with one flipped bit is refused, also if base64 would decode to the same bytes", () => {
  for (const changed of flippedBits(example.signature.slice("HMAC ".length)))
    expect(verify({ authorization: `HMAC ${changed}` }).authentic).toBe(false);
});

test.each(["hmac ", "Hmac ", "HMAC   "])(
  "accepts a Teams signature after %j, because case and spaces do not count there",
  (scheme) => {
    const authorization = example.signature.replace("HMAC ", scheme);
    expect(verify({ authorization }).authentic).toBe(true);
  },
);

test.each([
  "",
  "HMAC",
  "HMAC ",
  example.signature.slice("HMAC ".length),
  example.signature.replace("HMAC", "Bearer"),
  example.signature.replace("=", ""),
  `${example.signature}=`,
  `${example.signature} ${example.signature}`,
  `${example.signature},${example.signature}`,
  "HMAC 7nzoWAGgCe4E4g6Gkrb/WDwVv32yql3ePD5wGEohhg==",
])("refuses the Teams signature %j", (authorization) => {
  expect(verify({ authorization }).authentic).toBe(false);
});
