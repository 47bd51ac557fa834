import { createHmac } from "node:crypto";
import fc from "fast-check";
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

describe("known signatures", () => {
  test("the published example is authentic, and its id is the delivery id", () => {
    expect(verify()).toEqual({ authentic: true, deliveryId: published.id });
  });

  test("the published example is what we would have sent", () => {
    const { id, timestamp } = published;
    expect(signed(id, timestamp)).toBe(published.signature);
  });

  test("a body that is not ASCII is signed by its UTF-8 bytes", () => {
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

  test("a key is the same with and without its prefix", () => {
    const bare = published.key.slice("whsec_".length);
    expect(verify({}, { keys: [bare] })).toMatchObject({ authentic: true });
  });

  test("an empty body can be signed", () => {
    const { key, id, timestamp } = published;
    const signature = signStandardWebhook(key, id, Number(timestamp), "");
    expect(verify({ body: "", signature })).toMatchObject({ authentic: true });
  });
});

describe("the time window", () => {
  test.each([-300, 0, 300])("%i s from our clock is accepted", (seconds) => {
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

  test("the timestamp cannot be refreshed without the key", () => {
    const timestamp = String(Number(published.timestamp) + 400);
    const nowMs = signedAtMs + 400_000;
    expect(verify({ timestamp }, { nowMs })).toEqual({
      authentic: false,
      reason: "bad-signature",
    });
  });

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
  ])(
    "a timestamp with %s is refused, even when it is signed",
    (_, timestamp) => {
      const signature = signedAsText(timestamp);
      expect(verify({ timestamp, signature })).toEqual({
        authentic: false,
        reason: "bad-timestamp",
      });
    },
  );
});

describe("several keys and signatures", () => {
  test("any of our keys may have signed", () => {
    const keys = [otherKey, published.key];
    expect(verify({}, { keys })).toMatchObject({ authentic: true });
    expect(verify({}, { keys: keys.reverse() })).toMatchObject({
      authentic: true,
    });
  });

  test("no key accepts nothing", () => {
    expect(verify({}, { keys: [] })).toMatchObject({ authentic: false });
    expect(verify({}, { keys: [otherKey] })).toMatchObject({
      authentic: false,
    });
  });

  test("one good signature among others is enough, wherever it stands", () => {
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

  test("a good mac under another version is not a signature", () => {
    const mac = published.signature.slice("v1,".length);
    for (const version of ["v1a,", "v2,", "V1,", "v1=", "v1", ",", ""])
      expect(verify({ signature: version + mac })).toMatchObject({
        authentic: false,
      });
  });

  test("more than five signatures are refused before any is computed", () => {
    const { signature } = published;
    const five = Array.from({ length: 5 }, () => signature).join(" ");
    expect(verify({ signature: five })).toMatchObject({ authentic: true });
    expect(verify({ signature: `${five} ${signature}` })).toEqual({
      authentic: false,
      reason: "too-many-signatures",
    });
  });
});

describe("what is not exactly as signed", () => {
  test("a flipped bit anywhere in the body is refused", () => {
    const bytes = Buffer.from(published.body);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const request = requestOf({ ...published, body: flipped });
      expect(
        verifyStandardWebhooks(request, [published.key], signedAtMs),
      ).toMatchObject({ authentic: false });
    }
  });

  test("a flipped bit anywhere in the mac is refused", () => {
    const mac = Buffer.from(published.signature.slice(3), "base64");
    for (let bit = 0; bit < mac.length * 8; bit++) {
      const flipped = Buffer.from(mac);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const signature = `v1,${flipped.toString("base64")}`;
      expect(verify({ signature })).toMatchObject({ authentic: false });
    }
  });

  test("a mac that is shorter or longer is refused, and does no harm", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const signature = `v1,${Buffer.from(bytes).toString("base64")}`;
        expect(verify({ signature })).toMatchObject({ authentic: false });
      }),
    );
  });

  test("another id, time or key is refused", () => {
    const timestamp = String(Number(published.timestamp) + 1);
    expect(verify({ id: "msg_other" })).toMatchObject({ authentic: false });
    expect(verify({ timestamp })).toMatchObject({ authentic: false });
    expect(verify({}, { keys: [otherKey] })).toMatchObject({
      authentic: false,
    });
  });

  test.each(["id", "timestamp", "signature"] as const)(
    "a delivery without its %s is refused",
    (missing) => {
      const { [missing]: _, ...rest } = published;
      expect(
        verifyStandardWebhooks(requestOf(rest), [published.key], signedAtMs),
      ).toMatchObject({ authentic: false });
    },
  );

  test("headers of any content are judged, never a crash", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        (id, timestamp, signature) => {
          expect(verify({ id, timestamp, signature })).toMatchObject({
            authentic: false,
          });
        },
      ),
    );
  });
});

describe("the delivery id", () => {
  test.each([
    ["a dot, which would blur what was signed", "msg.1"],
    ["a comma, with which gateways join repeated headers", "msg_1,msg_2"],
    ["a space", "msg 1"],
    ["a line break", "msg_1\n"],
    ["more than 256 characters", "m".repeat(257)],
    ["no characters", ""],
  ])("an id with %s is refused, even when it is signed", (_, id) => {
    const signature = signed(id, published.timestamp);
    expect(verify({ id, signature })).toEqual({
      authentic: false,
      reason: "bad-id",
    });
  });

  test("an id of 256 characters is accepted", () => {
    const id = "m".repeat(256);
    const signature = signed(id, published.timestamp);
    expect(verify({ id, signature })).toEqual({
      authentic: true,
      deliveryId: id,
    });
  });

  test("another spelling of the same mac is refused", () => {
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

/** Our own signing takes a number; here the form of the timestamp is what is wrong, and nothing else. */
function signedAsText(timestamp: string): string {
  const secret = published.key.slice("whsec_".length);
  const mac = createHmac("sha256", Buffer.from(secret, "base64"))
    .update(`${published.id}.${timestamp}.${published.body}`)
    .digest("base64");
  return `v1,${mac}`;
}
