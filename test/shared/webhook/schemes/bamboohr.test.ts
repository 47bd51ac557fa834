import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  signBambooHr,
  verifyBambooHr,
} from "../../../../shared/webhook/schemes/bamboohr.ts";

const known = {
  key: "bamboo-test-key",
  timestamp: "1769884920",
  body: '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}',
  signature: "199837820165c913babb48b0ab06a9e7a50272d56fe8eaf40d37c4041a86fdae",
};
const signedAtMs = 1769884920_000;

type Delivery = {
  timestamp?: string | undefined;
  signature?: string | undefined;
  body?: string | Uint8Array;
};

function verify(
  changes: Delivery = {},
  { keys = [known.key], nowMs = signedAtMs } = {},
) {
  const { timestamp, signature, body } = { ...known, ...changes };
  const headers: Record<string, string | undefined> = {
    "x-bamboohr-timestamp": timestamp,
    "x-bamboohr-signature": signature,
  };
  return verifyBambooHr(
    { header: (name) => headers[name], body: Buffer.from(body) },
    keys,
    nowMs,
  );
}

const signedAt = (timestamp: string): Delivery => ({
  timestamp,
  signature: signBambooHr(known.key, timestamp, known.body),
});

describe("a known signature", () => {
  test("is authentic, tells when it was sent, and signs no delivery id", () => {
    expect(verify()).toEqual({ authentic: true, signedAtMs });
  });

  test("is what we would have sent", () => {
    const { key, timestamp, body, signature } = known;
    expect(signBambooHr(key, timestamp, body)).toBe(signature);
  });
});

describe("the time of sending", () => {
  test.each([
    "1769884920",
    "2026-01-31T18:42:00Z",
    "2026-01-31T18:42:00+00:00",
    "2026-01-31T18:42:00+0000",
    "2026-01-31T19:42:00.000+01:00",
  ])("may be written %s", (timestamp) => {
    expect(verify(signedAt(timestamp))).toEqual({
      authentic: true,
      signedAtMs,
    });
  });

  test.each([
    ["nothing", ""],
    ["too few digits", "769884920"],
    ["a fraction", "1769884920.5"],
    ["white space", " 1769884920"],
    ["no offset", "2026-01-31T18:42:00"],
    ["no time", "2026-01-31"],
    ["a day that does not exist", "2026-02-30T18:42:00Z"],
    ["words", "Sat, 31 Jan 2026 18:42:00 GMT"],
  ])("with %s is refused, even when it is signed", (_, timestamp) => {
    expect(verify(signedAt(timestamp))).toEqual({
      authentic: false,
      reason: "bad-timestamp",
    });
  });

  test.each([-300, 300])("%i s from our clock is accepted", (seconds) => {
    const nowMs = signedAtMs + seconds * 1000;
    expect(verify({}, { nowMs })).toMatchObject({ authentic: true });
  });

  test.each([-301, 301])("%i s from our clock is refused", (seconds) => {
    const nowMs = signedAtMs + seconds * 1000;
    expect(verify({}, { nowMs })).toEqual({
      authentic: false,
      reason: "stale-timestamp",
    });
  });

  test.each(["1769884920", "2026-01-31T18:42:00Z", "1769884920000"])(
    "cannot lend characters to the body or borrow from it: %s",
    (timestamp) => {
      const text = known.body + timestamp;
      const signature = signBambooHr(known.key, "", text);
      const accepted = Array.from(text, (_, end) => end).filter(
        (end) =>
          verify({
            body: text.slice(0, end),
            timestamp: text.slice(end),
            signature,
          }).authentic,
      );
      expect(accepted).toEqual([known.body.length]);
    },
  );
});

describe("several keys", () => {
  test("any of them may have signed", () => {
    const keys = ["another-webhook-key", known.key];
    expect(verify({}, { keys })).toMatchObject({ authentic: true });
    expect(verify({}, { keys: keys.reverse() })).toMatchObject({
      authentic: true,
    });
  });

  test("no key accepts nothing", () => {
    expect(verify({}, { keys: [] })).toEqual({
      authentic: false,
      reason: "bad-signature",
    });
  });
});

describe("what is not exactly as signed", () => {
  const isRefused = expect.objectContaining({ authentic: false });

  test("a flipped bit anywhere in the body is refused", () => {
    for (const body of flipsOf(known.body))
      expect(verify({ body })).toEqual(isRefused);
  });

  test("a flipped bit anywhere in the signature is refused", () => {
    for (const flipped of flipsOf(known.signature))
      expect(verify({ signature: flipped.toString("latin1") })).toEqual(
        isRefused,
      );
  });

  test("a flipped bit anywhere in the timestamp is refused, whatever the clock says", () => {
    for (const flipped of flipsOf(known.timestamp)) {
      const timestamp = flipped.toString("latin1");
      const nowMs = Number(timestamp) * 1000;
      expect(verify({ timestamp }, { nowMs })).toEqual(isRefused);
    }
  });

  test("a flipped bit anywhere in the key is refused", () => {
    for (const flipped of flipsOf(known.key))
      expect(verify({}, { keys: [flipped.toString("latin1")] })).toEqual(
        isRefused,
      );
  });

  test("the timestamp before the body, with or without a dot, is another signature", () => {
    const { key, timestamp, body } = known;
    for (const separator of ["", "."]) {
      const signature = signBambooHr(key, "", timestamp + separator + body);
      expect(verify({ signature })).toEqual(isRefused);
    }
  });

  test.each([
    ["upper case", known.signature.toUpperCase()],
    ["a prefix", `sha256=${known.signature}`],
    ["too little", known.signature.slice(2)],
    ["too much", `${known.signature}00`],
    ["no hex", "z".repeat(64)],
    ["nothing", ""],
  ])("a signature with %s is refused", (_, signature) => {
    expect(verify({ signature })).toEqual({
      authentic: false,
      reason: "bad-signature",
    });
  });

  test("a delivery without one of its headers is refused", () => {
    expect(verify({ timestamp: undefined })).toEqual(isRefused);
    expect(verify({ signature: undefined })).toEqual(isRefused);
  });

  test("headers of any content are judged, never a crash", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        (timestamp, signature) => {
          expect(verify({ timestamp, signature })).toEqual(isRefused);
        },
      ),
    );
  });
});

function flipsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return flipped;
  });
}
