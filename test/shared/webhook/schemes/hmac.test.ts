import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  hmacFields,
  signHmac,
  verifyHmac,
} from "../../../../shared/webhook/schemes/hmac.ts";
import {
  bambooHrScheme,
  slackScheme,
} from "../../../../shared/webhook/schemes/vendors.ts";
import type { VerifySignature } from "../../../../shared/webhook/schemes/scheme.ts";
import { verifyStandardWebhooks } from "../../../../shared/webhook/schemes/standard-webhooks.ts";
import { anyText } from "../../../fixtures/any-text.ts";
import { effort } from "../../../resilience/effort.ts";
import { signBy, verifyBy } from "./by-record.ts";
import { flippedBits } from "./flipped-bits.ts";

const verifyBambooHr = verifyBy(bambooHrScheme);
const verifySlack = verifyBy(slackScheme);
const signBambooHr = (key: string, timestamp: string, body: string) =>
  signBy(bambooHrScheme, "x-bamboohr-signature", key, { timestamp, body });
const signSlack = (key: string, timestamp: string, body: string) =>
  signBy(slackScheme, "x-slack-signature", key, { timestamp, body });

const signedAtMs = 1769884920_000;
const hrBody =
  '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}';

type Vector = {
  vendor: string;
  /** As an entry of the callers secret has it. */
  entry: Record<string, string>;
  /** The scheme of the vendor's own name, if there is one. */
  own?: VerifySignature;
  key: string;
  body: string;
  headers: Record<string, string>;
  nowMs?: number;
  verdict?: ReturnType<VerifySignature>;
};

const standardWebhooks: Vector = {
  vendor: "Standard Webhooks",
  entry: {
    header: "webhook-signature",
    prefix: "v1,",
    encoding: "base64",
    keyEncoding: "base64",
    template: "{id}.{timestamp}.{body}",
    idHeader: "webhook-id",
    timestampHeader: "webhook-timestamp",
  },
  key: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  nowMs: 1614265330_000,
  verdict: {
    authentic: true,
    deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    signedAtMs: 1614265330_000,
  },
};

/** GitHub, Slack and Standard Webhooks publish their vectors; the others are computed apart. */
const vectors: Vector[] = [
  {
    vendor: "GitHub",
    entry: { header: "X-Hub-Signature-256", prefix: "sha256=" },
    key: "It's a Secret to Everybody",
    body: "Hello, World!",
    headers: {
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
  },
  {
    vendor: "HiBob",
    entry: { header: "Bob-Signature", hash: "sha512", encoding: "base64" },
    key: "bob-test-key",
    body: hrBody,
    headers: {
      "bob-signature":
        "wHeu7FSYKZh1hj0IlCKfdIOVXJFqZlffpmP3DNCTD1hFMI3MGI82jFGwCwzMdjuUvYAztst8Dwa4H7EsGzOL7A==",
    },
  },
  {
    vendor: "Deel",
    entry: { header: "X-Deel-Signature", template: "POST{body}" },
    key: "deel-test-key",
    body: hrBody,
    headers: {
      "x-deel-signature":
        "72cd3fd4cb91397ec259dfab2eca232564a28d4d216138254ffdeade388dbec4",
    },
  },
  {
    vendor: "Greenhouse",
    entry: { header: "Signature", prefix: "sha256 " },
    key: "gh-test-key",
    body: hrBody,
    headers: {
      signature:
        "sha256 7e6159676565ea3dcd471d21d42df17f1a985606466ee179b15555acaf29fb7e",
    },
  },
  {
    vendor: "BambooHR",
    entry: {
      header: "X-BambooHR-Signature",
      template: "{body}{timestamp}",
      timestampHeader: "X-BambooHR-Timestamp",
    },
    own: verifyBambooHr,
    key: "bamboo-test-key",
    body: hrBody,
    headers: {
      "x-bamboohr-timestamp": "1769884920",
      "x-bamboohr-signature":
        "199837820165c913babb48b0ab06a9e7a50272d56fe8eaf40d37c4041a86fdae",
    },
    verdict: { authentic: true, signedAtMs },
  },
  {
    vendor: "Slack",
    entry: {
      header: "X-Slack-Signature",
      prefix: "v0=",
      template: "v0:{timestamp}:{body}",
      timestampHeader: "X-Slack-Request-Timestamp",
    },
    own: verifySlack,
    key: "8f742231b10e8888abcd99yyyzzz85a5",
    body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
    headers: {
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature":
        "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    },
    nowMs: 1531420618_000,
    verdict: { authentic: true, signedAtMs: 1531420618_000 },
  },
  standardWebhooks,
  {
    ...standardWebhooks,
    vendor: "Standard Webhooks, by its own scheme",
    own: verifyStandardWebhooks,
    verdict: { authentic: true, deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek" },
  },
];
type Changes = {
  body?: string | Uint8Array;
  headers?: Record<string, string | undefined>;
};

const optionsOf = ({ entry }: Vector) => z.object(hmacFields).parse(entry);

function verify(
  vector: Vector,
  changes: Changes = {},
  { keys = [vector.key], nowMs = vector.nowMs ?? signedAtMs } = {},
) {
  const headers: Record<string, string | undefined> = {
    ...vector.headers,
    ...changes.headers,
  };
  const body = Buffer.from(changes.body ?? vector.body);
  const request = { header: (name: string) => headers[name], body };
  return vector.own
    ? vector.own(request, keys, nowMs)
    : verifyHmac(optionsOf(vector), request, keys, nowMs);
}

describe.each(vectors)("a HMAC as $vendor writes it", (vector) => {
  const headers = Object.entries<string>(vector.headers);
  const { header } = optionsOf(vector);
  const signature = new Map(headers).get(header) ?? "";

  test("is authentic", () => {
    expect(verify(vector)).toEqual(vector.verdict ?? { authentic: true });
  });

  test("equals our own signature", () => {
    const options = optionsOf(vector);
    const given = new Map(headers);
    const parts = {
      body: vector.body,
      timestamp: given.get(options.timestampHeader ?? ""),
      id: given.get(options.idHeader ?? ""),
    };
    expect(signHmac(options, vector.key, parts)).toBe(signature);
  });

  test("is refused with one flipped bit in the body, in any header or in the key", () => {
    const isRefused = expect.objectContaining({ authentic: false });
    const bitsPerByte = effort(1, 8);
    const text = Buffer.from(vector.body).toString("latin1");
    for (const changed of flippedBits(text, bitsPerByte))
      expect(verify(vector, { body: Buffer.from(changed, "latin1") })).toEqual(
        isRefused,
      );
    for (const [name, value] of headers)
      for (const changed of flippedBits(value, bitsPerByte))
        expect(verify(vector, { headers: { [name]: changed } })).toEqual(
          isRefused,
        );
    for (const key of flippedBits(vector.key, bitsPerByte))
      if (optionsOf(vector).keyEncoding === "utf8")
        expect(verify(vector, {}, { keys: [key] })).toEqual(isRefused);
  });

  test("is accepted by each of several keys, and refused without a key", () => {
    const other = "another-key-that-signed-nothing";
    for (const keys of [
      [vector.key, other],
      [other, vector.key],
    ])
      expect(verify(vector, {}, { keys }).authentic).toBe(true);
    for (const keys of [[other], []])
      expect(verify(vector, {}, { keys })).toEqual({
        authentic: false,
        reason: "bad-signature",
      });
  });

  test("has one spelling", () => {
    const { prefix } = optionsOf(vector);
    const bare = signature.slice(prefix.length);
    for (const other of [
      "",
      prefix,
      bare.slice(0, -1),
      `${bare}=`,
      `${bare}0`,
      ` ${bare}`,
      bare.replace(/=+$/, ""),
      bare.toUpperCase(),
      bare.replaceAll("+", "-").replaceAll("/", "_"),
      `x${bare}`,
    ].filter((one) => one !== bare))
      expect(
        verify(vector, { headers: { [header]: prefix + other } }),
      ).toMatchObject({ authentic: false });
    expect(
      verify(vector, { headers: { [header]: `${signature},${signature}` } }),
    ).toMatchObject({ authentic: false });
  });

  test("is refused without one of its headers", () => {
    for (const [name] of headers)
      expect(verify(vector, { headers: { [name]: undefined } })).toMatchObject({
        authentic: false,
      });
  });

  test("gets a verdict for headers of any content", () => {
    fc.assert(
      fc.property(fc.constantFrom(...headers), anyText(), ([name, was], is) => {
        const changed = verify(vector, { headers: { [name]: is } });
        expect(changed.authentic).toBe(is === was);
      }),
    );
  });
});

describe.each(vectors.filter(({ entry }) => "timestampHeader" in entry))(
  "the signed time of $vendor",
  (vector) => {
    test.each([
      [0, true],
      [-300, true],
      [300, true],
      [-301, false],
      [301, false],
    ])("%i s from our clock is accepted: %s", (seconds, authentic) => {
      const nowMs = (vector.nowMs ?? signedAtMs) + seconds * 1000;
      const verdict = verify(vector, {}, { nowMs });
      if (authentic) expect(verdict).toEqual(vector.verdict);
      else
        expect(verdict).toEqual({
          authentic: false,
          reason: "stale-timestamp",
        });
    });
  },
);

test("a signature that we write as BambooHR or Slack is the one of its vector", () => {
  const written = vectors.flatMap(({ own, key, body, headers }) => {
    const [timestamp = "", signature] = Object.values(headers);
    if (own === verifyBambooHr)
      return [[signBambooHr(key, timestamp, body), signature]];
    if (own === verifySlack)
      return [[signSlack(key, timestamp, body), signature]];
    return [];
  });
  expect(written).toHaveLength(2);
  for (const [ours, theirs] of written) expect(ours).toBe(theirs);
});

describe("the form of a signed time", () => {
  const key = "bamboo-test-key";
  const verifyAt = (timestamp: string) => {
    const headers: Record<string, string> = {
      "x-bamboohr-timestamp": timestamp,
      "x-bamboohr-signature": signBambooHr(key, timestamp, hrBody),
    };
    const body = Buffer.from(hrBody);
    const request = { header: (name: string) => headers[name], body };
    return verifyBambooHr(request, [key], signedAtMs);
  };

  test.each([
    "1769884920",
    "2026-01-31T18:42:00Z",
    "2026-01-31T18:42:00+00:00",
    "2026-01-31T18:42:00+0000",
    "2026-01-31T19:42:00.000+01:00",
  ])("may be %s", (timestamp) => {
    expect(verifyAt(timestamp)).toEqual({ authentic: true, signedAtMs });
  });

  test.each([
    "",
    "769884920",
    "1769884920.0",
    "1769884920.5",
    "01769884920",
    " 1769884920",
    "1769884920 ",
    "+1769884920",
    "0x697e4f38",
    "NaN",
    "2026-01-31T18:42:00",
    "2026-01-31",
    "2026-02-30T18:42:00Z",
    "Sat, 31 Jan 2026 18:42:00 GMT",
  ])("must not be %j, even if it is signed", (timestamp) => {
    expect(verifyAt(timestamp)).toEqual({
      authentic: false,
      reason: "bad-timestamp",
    });
  });
});

describe("the parts of a signed text", () => {
  const key = "a-key-of-a-vendor";
  const sign = (template: string, timestamp: string, body: string) => {
    const options = z.object(hmacFields).parse({
      header: "x-signature",
      template,
      timestampHeader: "x-timestamp",
    });
    const signature = signHmac(options, key, { timestamp, body });
    return (given: { timestamp: string; body: string }) => {
      const headers: Record<string, string> = {
        "x-signature": signature,
        "x-timestamp": given.timestamp,
      };
      const body = Buffer.from(given.body);
      return verifyHmac(
        options,
        { header: (name) => headers[name], body },
        [key],
        signedAtMs,
      ).authentic;
    };
  };

  test.each([
    ["{timestamp}{body}", "1769884920"],
    ["{timestamp}{body}", "2026-01-31T18:42:00.000Z"],
    ["{timestamp}{body}", "2026-01-31T18:42:00+0000"],
    ["{timestamp}.{body}", "1769884920000"],
    ["{body}.{timestamp}", "1769884920"],
    ["{body}{timestamp}", "1769884920000"],
    ["{body}{timestamp}", "2026-01-31T18:42:00.000Z"],
  ])("cannot exchange characters in %s with the time %s", (template, time) => {
    const body = '123 {"a":"0.1"} 456';
    const isAccepted = sign(template, time, body);
    expect(isAccepted({ timestamp: time, body })).toBe(true);
    const isFirst = template.startsWith("{timestamp}");
    const separator = template.includes("}.{") ? "." : "";
    const whole = isFirst ? time + separator + body : body + separator + time;
    const others = Array.from(whole, (_, at) => ({
      head: whole.slice(0, at),
      tail: whole.slice(at + separator.length),
    }))
      .map(({ head, tail }) =>
        isFirst
          ? { timestamp: head, body: tail }
          : { timestamp: tail, body: head },
      )
      .filter(({ timestamp }) => timestamp !== time);
    expect(others.filter(isAccepted)).toEqual([]);
  });

  test("are refused with milliseconds directly before the body, which could take their last digits", () => {
    const isAccepted = sign("{timestamp}{body}", "1769884920000", "{}");
    expect(isAccepted({ timestamp: "1769884920000", body: "{}" })).toBe(false);
  });

  test("are refused with an id that is empty, too long or of other characters", () => {
    for (const id of ["", "a.b", "a,b", "a b", "é", "x".repeat(257)])
      expect(
        verify(standardWebhooks, { headers: { "webhook-id": id } }),
      ).toEqual({
        authentic: false,
        reason: "bad-id",
      });
  });
});
