import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  signStandardWebhook,
  verifyStandardWebhooks,
} from "../../../../shared/webhook/schemes/standard-webhooks.ts";
import {
  published,
  requestOf,
  type SignedDelivery,
} from "./signed-delivery.ts";

const signedAtMs = Number(published.timestamp) * 1000;
const otherKey = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

function verify(
  changes: Partial<SignedDelivery> = {},
  { keys = [published.key], nowMs = signedAtMs } = {},
) {
  return verifyStandardWebhooks(
    requestOf({ ...published, ...changes }),
    keys,
    nowMs,
  );
}

const signed = (id: string, timestamp: string, key = published.key) =>
  signStandardWebhook(key, id, Number(timestamp), published.body);

describe("known signatures of Standard Webhooks", () => {
  test("cover the UTF-8 bytes of a body that is not ASCII", () => {
    const body =
      '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}';
    const signature = "v1,qjdHpHht76Lr2q/XDjLWudo+xalU8Z/zUwmlI7aMhU0=";
    expect(Buffer.byteLength(body)).toBe(139);
    expect(
      signStandardWebhook(otherKey, "msg_0001test", 1769884920, body),
    ).toBe(signature);
    expect(
      verify(
        { id: "msg_0001test", timestamp: "1769884920", signature, body },
        { keys: [otherKey], nowMs: 1769884920_000 },
      ),
    ).toMatchObject({ authentic: true });
  });

  test("are equal for a key with and without its prefix", () => {
    const bare = published.key.slice("whsec_".length);
    expect(verify({}, { keys: [bare] })).toMatchObject({ authentic: true });
  });

  test("may cover an empty body", () => {
    const { key, id, timestamp } = published;
    const signature = signStandardWebhook(key, id, Number(timestamp), "");
    expect(verify({ body: "", signature })).toMatchObject({ authentic: true });
  });
});

describe("the time window of Standard Webhooks", () => {
  test.each([
    ["milliseconds", `${published.timestamp}000`],
    ["a fraction", `${published.timestamp}.5`],
    ["trailing text", `${published.timestamp}x`],
    ["a sign", `+${published.timestamp}`],
    ["white space", ` ${published.timestamp}`],
    ["an exponent", "1614265e3"],
    ["a date", "2021-02-25"],
    ["other digits", "１６１４２６５３３０"],
    ["nothing", ""],
  ])("refuses a timestamp with %s, even if it is signed", (_, timestamp) => {
    const signature = signedAsText(timestamp);
    expect(verify({ timestamp, signature })).toEqual({
      authentic: false,
      reason: "bad-timestamp",
    });
  });
});

describe("several keys and signatures of Standard Webhooks", () => {
  test("accept one valid signature among others in any position", () => {
    const { id, timestamp, signature } = published;
    const foreign = signed(id, timestamp, otherKey);
    for (const list of [
      [foreign, signature],
      [signature, foreign],
      ["v1a,bm90IG91cnM=", "v2,c29tZSBkYXk=", signature],
    ])
      expect(verify({ signature: list.join(" ") })).toMatchObject({
        authentic: true,
      });
  });

  test("do not accept a valid MAC of another version", () => {
    const mac = published.signature.slice("v1,".length);
    for (const version of ["v1a,", "v2,", "V1,", "v1=", "v1", ",", ""])
      expect(verify({ signature: version + mac })).toMatchObject({
        authentic: false,
      });
  });

  test("refuse more than five signatures before one is computed", () => {
    const { signature } = published;
    const five = Array.from({ length: 5 }, () => signature).join(" ");
    expect(verify({ signature: five })).toMatchObject({ authentic: true });
    expect(verify({ signature: `${five} ${signature}` })).toEqual({
      authentic: false,
      reason: "too-many-signatures",
    });
  });
});

describe("the delivery id of Standard Webhooks", () => {
  test.each([
    ["a dot, which would blur what was signed", "msg.1"],
    ["a comma, with which gateways join repeated headers", "msg_1,msg_2"],
    ["a space", "msg 1"],
    ["a line break", "msg_1\n"],
    ["more than 256 characters", "m".repeat(257)],
    ["no characters", ""],
  ])("is refused with %s, even if it is signed", (_, id) => {
    const signature = signed(id, published.timestamp);
    expect(verify({ id, signature })).toEqual({
      authentic: false,
      reason: "bad-id",
    });
  });

  test("may have 256 characters", () => {
    const id = "m".repeat(256);
    const signature = signed(id, published.timestamp);
    expect(verify({ id, signature })).toEqual({
      authentic: true,
      deliveryId: id,
    });
  });

  test("the same MAC in another spelling is refused", () => {
    const { signature } = published;
    const spellings = [
      signature.replace("=", ""),
      `${signature}==`,
      signature.replaceAll("+", "-").replaceAll("/", "_"),
      // The last character holds two bits that decoding drops.
      signature.replace("OE=", "OF="),
      signature.replace("g0hM", "g0\u00a0hM"),
    ];
    expect(spellings).not.toContain(signature);
    for (const spelling of spellings)
      expect(verify({ signature: spelling })).toEqual({
        authentic: false,
        reason: "bad-signature",
      });
  });
});

/** Our own function signs a number. Here only the form of the timestamp is wrong. */
function signedAsText(timestamp: string): string {
  const secret = published.key.slice("whsec_".length);
  const mac = createHmac("sha256", Buffer.from(secret, "base64"))
    .update(`${published.id}.${timestamp}.${published.body}`)
    .digest("base64");
  return `v1,${mac}`;
}
