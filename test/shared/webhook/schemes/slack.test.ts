import { describe, expect, test } from "vitest";
import {
  signSlack,
  verifySlack,
} from "../../../../shared/webhook/schemes/slack.ts";
import { flippedBits } from "./flipped-bits.ts";

/** The example of Slack's documentation. */
const published = {
  key: "8f742231b10e8888abcd99yyyzzz85a5",
  timestamp: "1531420618",
  body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  signature:
    "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
};
const signedAtMs = Number(published.timestamp) * 1000;

type Signed = Record<"timestamp" | "signature" | "body", string>;

function verify(
  changes: Partial<Signed> = {},
  { keys = [published.key], nowMs = signedAtMs } = {},
) {
  const { timestamp, signature, body } = { ...published, ...changes };
  const headers: Record<string, string> = {
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": signature,
  };
  return verifySlack(
    { header: (name) => headers[name], body: Buffer.from(body, "latin1") },
    keys,
    nowMs,
  );
}

test("accepts Slack's published example, and gives its time of signing", () => {
  expect(verify()).toEqual({ authentic: true, signedAtMs });
});

test("signs Slack's published example as Slack does", () => {
  const { key, timestamp, body, signature } = published;
  expect(signSlack(key, Number(timestamp), body)).toBe(signature);
});

describe("a Slack request with one flipped bit", () => {
  test.each(["body", "signature", "timestamp"] as const)(
    "in the %s is refused",
    (part) => {
      for (const changed of flippedBits(published[part]))
        expect(verify({ [part]: changed }).authentic).toBe(false);
    },
  );

  test("in the key is refused", () => {
    for (const key of flippedBits(published.key))
      expect(verify({}, { keys: [key] })).toEqual({
        authentic: false,
        reason: "bad-signature",
      });
  });
});

test("accepts each key of Slack during a rotation", () => {
  for (const keys of [
    [published.key, "another-key"],
    ["another-key", published.key],
  ])
    expect(verify({}, { keys }).authentic).toBe(true);
  expect(verify({}, { keys: [] }).authentic).toBe(false);
});

test.each([
  [0, true],
  [-300, true],
  [300, true],
  [-301, false],
  [301, false],
])(
  "%i seconds after the signed time, a Slack request is authentic: %s",
  (age, authentic) => {
    const nowMs = signedAtMs + age * 1000;
    expect(verify({}, { nowMs }).authentic).toBe(authentic);
  },
);

test.each([
  "",
  "1531420618.0",
  "01531420618",
  " 1531420618",
  "1531420618 ",
  "153142061",
  "+531420618",
  "0x5b477f4a",
  "NaN",
])("refuses the Slack timestamp %j", (timestamp) => {
  expect(verify({ timestamp })).toEqual({
    authentic: false,
    reason: "bad-timestamp",
  });
});

test("refuses a Slack signature that is short, long, of another version or in another spelling", () => {
  const { signature } = published;
  for (const changed of [
    "",
    "v0=",
    signature.slice(0, -1),
    `${signature}0`,
    signature.toUpperCase(),
    signature.slice("v0=".length),
    signature.replace("v0", "v1"),
    `${signature},${signature}`,
  ])
    expect(verify({ signature: changed })).toEqual({
      authentic: false,
      reason: "bad-signature",
    });
});

test("refuses a Slack request without the headers", () => {
  expect(
    verifySlack(
      { header: () => undefined, body: new Uint8Array() },
      [published.key],
      signedAtMs,
    ).authentic,
  ).toBe(false);
});
