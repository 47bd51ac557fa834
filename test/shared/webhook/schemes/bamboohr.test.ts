import fc from "fast-check";
import { anyText } from "../../../fixtures/any-text.ts";
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

describe("a known signature of BambooHR", () => {
  test("is authentic, with the time of sending and without a delivery id", () => {
    expect(verify()).toEqual({ authentic: true, signedAtMs });
  });

  test("equals our own signature", () => {
    const { key, timestamp, body, signature } = known;
    expect(signBambooHr(key, timestamp, body)).toBe(signature);
  });
});

describe("the timestamp of BambooHR", () => {
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
  ])("with %s is refused, even if it is signed", (_, timestamp) => {
    expect(verify(signedAt(timestamp))).toEqual({
      authentic: false,
      reason: "bad-timestamp",
    });
  });

  test.each([-300, 300])("is accepted %i s from our clock", (seconds) => {
    const nowMs = signedAtMs + seconds * 1000;
    expect(verify({}, { nowMs })).toMatchObject({ authentic: true });
  });

  test.each([-301, 301])("is refused %i s from our clock", (seconds) => {
    const nowMs = signedAtMs + seconds * 1000;
    expect(verify({}, { nowMs })).toEqual({
      authentic: false,
      reason: "stale-timestamp",
    });
  });

  test.each(["1769884920", "2026-01-31T18:42:00Z", "1769884920000"])(
    "cannot exchange characters with the body: %s",
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

describe("several keys of BambooHR", () => {
  test("accept a signature of any of them", () => {
    const keys = ["another-webhook-key", known.key];
    expect(verify({}, { keys })).toMatchObject({ authentic: true });
    expect(verify({}, { keys: keys.reverse() })).toMatchObject({
      authentic: true,
    });
  });

  test("accept nothing if there is no key", () => {
    expect(verify({}, { keys: [] })).toEqual({
      authentic: false,
      reason: "bad-signature",
    });
  });
});

describe("a changed delivery of BambooHR", () => {
  const isRefused = expect.objectContaining({ authentic: false });

  test("is refused with a flipped bit anywhere in the body", () => {
    for (const body of flipsOf(known.body))
      expect(verify({ body })).toEqual(isRefused);
  });

  test("is refused with a flipped bit anywhere in the signature", () => {
    for (const flipped of flipsOf(known.signature))
      expect(verify({ signature: flipped.toString("latin1") })).toEqual(
        isRefused,
      );
  });

  test("is refused with a flipped bit anywhere in the timestamp, also if the clock would allow it", () => {
    for (const flipped of flipsOf(known.timestamp)) {
      const timestamp = flipped.toString("latin1");
      const nowMs = Number(timestamp) * 1000;
      expect(verify({ timestamp }, { nowMs })).toEqual(isRefused);
    }
  });

  test("is refused with a flipped bit anywhere in the key", () => {
    for (const flipped of flipsOf(known.key))
      expect(verify({}, { keys: [flipped.toString("latin1")] })).toEqual(
        isRefused,
      );
  });

  test("is refused if the timestamp was signed before the body, with or without a dot", () => {
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
  ])("is refused if its signature has %s", (_, signature) => {
    expect(verify({ signature })).toEqual({
      authentic: false,
      reason: "bad-signature",
    });
  });

  test("is refused without one of its headers", () => {
    expect(verify({ timestamp: undefined })).toEqual(isRefused);
    expect(verify({ signature: undefined })).toEqual(isRefused);
  });

  test("gets a verdict for headers of any content, and never throws", () => {
    fc.assert(
      fc.property(anyText(), anyText(), (timestamp, signature) => {
        expect(verify({ timestamp, signature })).toEqual(isRefused);
      }),
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
