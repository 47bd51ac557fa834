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
import { hrBody, vectors } from "./vectors.ts";

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
});

describe("an asymmetric signature of Standard Webhooks", () => {
  const [pair] = vectors.filter(({ key }) => key.startsWith("whpk_"));
  const { key: publicKey, privateKey = "", headers, sent } = pair!;
  const known = {
    ...sent,
    body: hrBody,
    signature: headers["webhook-signature"]!,
  };
  const id = known.id!;
  const symmetric = signStandardWebhook(otherKey, id, 1769884920, hrBody);
  const isAuthentic = (signature: string, keys: string[]) =>
    verify({ ...known, signature }, { keys, nowMs: 1769884920_000 }).authentic;

  test("equals our own by the private key with the public key behind it", () => {
    const bytes = [privateKey, publicKey].map((key) =>
      Buffer.from(key.slice(5), "base64"),
    );
    const key = `whsk_${Buffer.concat(bytes).toString("base64")}`;
    expect(signStandardWebhook(key, id, 1769884920, hrBody)).toBe(
      known.signature,
    );
  });

  test("is accepted beside a symmetric one, each by its own key", () => {
    for (const keys of [[publicKey], [otherKey], [otherKey, publicKey]])
      expect(isAuthentic(`${symmetric} ${known.signature}`, keys)).toBe(true);
  });

  test("is refused by a symmetric key, and a symmetric one by the public key", () => {
    expect(isAuthentic(known.signature, [otherKey])).toBe(false);
    expect(isAuthentic(symmetric, [publicKey])).toBe(false);
    expect(
      isAuthentic(known.signature.replace("v1a,", "v1,"), [publicKey]),
    ).toBe(false);
    // The public key is no secret, so it must not work as one.
    const secret = publicKey.slice("whpk_".length);
    const forged = signStandardWebhook(secret, id, 1769884920, hrBody);
    expect(isAuthentic(forged, [publicKey])).toBe(false);
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
