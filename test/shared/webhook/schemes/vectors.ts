import type { HttpEntry } from "../../../../shared/webhook/caller-entry.ts";
import type {
  SchemeVerdict,
  Sent,
} from "../../../../shared/webhook/schemes/scheme.ts";

/** A request of a sender that is authentic. */
export type Vector = {
  sender: string;
  scheme: HttpEntry["scheme"];
  /** What the entry says of the scheme. */
  entry?: Record<string, string>;
  key: string;
  /** The other half of a key pair. @default the key */
  privateKey?: string;
  body: string | Uint8Array;
  /** The last one has the signature or the token. */
  headers: Record<string, string>;
  /** The text before the signature or the token. */
  prefix?: string;
  sent?: Partial<Sent>;
  nowMs?: number;
  verdict?: SchemeVerdict;
  /** Other texts of the last header that are authentic too, and that are not. */
  accepted?: string[];
  refused?: string[];
};

export const signedAtMs = 1769884920_000;
const timestamp = "1769884920";
export const hrBody =
  '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}';
const token = "a-token-of-personio";
const teamsMac = "7nzoWAGgCe4E4g6Gkrb/WDwVv32yql3ePD5wGEohhk8=";

const standardWebhooks = {
  key: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  prefix: "v1,",
  sent: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330" },
  nowMs: 1614265330_000,
};
const slack = {
  key: "8f742231b10e8888abcd99yyyzzz85a5",
  body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  headers: {
    "x-slack-request-timestamp": "1531420618",
    "x-slack-signature":
      "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
  },
  prefix: "v0=",
  sent: { timestamp: "1531420618" },
  nowMs: 1531420618_000,
  verdict: { authentic: true, signedAtMs: 1531420618_000 },
} satisfies Partial<Vector>;
const bambooHr = {
  key: "bamboo-test-key",
  body: hrBody,
  headers: {
    "x-bamboohr-timestamp": timestamp,
    "x-bamboohr-signature":
      "199837820165c913babb48b0ab06a9e7a50272d56fe8eaf40d37c4041a86fdae",
  },
  sent: { timestamp },
  verdict: { authentic: true, signedAtMs },
} satisfies Partial<Vector>;

/**
 * GitHub, Slack, Standard Webhooks and the RFCs 7617 and 8032 publish their vectors. The other signatures are computed
 * apart from this code.
 */
export const vectors: Vector[] = [
  {
    sender: "GitHub",
    scheme: "hmac",
    entry: { header: "X-Hub-Signature-256", prefix: "sha256=" },
    key: "It's a Secret to Everybody",
    body: "Hello, World!",
    headers: {
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
    prefix: "sha256=",
  },
  {
    sender: "HiBob",
    scheme: "hmac",
    entry: { header: "Bob-Signature", hash: "sha512", encoding: "base64" },
    key: "bob-test-key",
    body: hrBody,
    headers: {
      "bob-signature":
        "wHeu7FSYKZh1hj0IlCKfdIOVXJFqZlffpmP3DNCTD1hFMI3MGI82jFGwCwzMdjuUvYAztst8Dwa4H7EsGzOL7A==",
    },
  },
  {
    sender: "Deel",
    scheme: "hmac",
    entry: { header: "X-Deel-Signature", template: "POST{body}" },
    key: "deel-test-key",
    body: hrBody,
    headers: {
      "x-deel-signature":
        "72cd3fd4cb91397ec259dfab2eca232564a28d4d216138254ffdeade388dbec4",
    },
  },
  {
    sender: "Greenhouse",
    scheme: "hmac",
    entry: { header: "Signature", prefix: "sha256 " },
    key: "gh-test-key",
    body: hrBody,
    headers: {
      signature:
        "sha256 7e6159676565ea3dcd471d21d42df17f1a985606466ee179b15555acaf29fb7e",
    },
    prefix: "sha256 ",
  },
  { sender: "BambooHR", scheme: "bamboohr", ...bambooHr },
  {
    sender: "BambooHR",
    scheme: "hmac",
    entry: {
      header: "X-BambooHR-Signature",
      template: "{body}{timestamp}",
      timestampHeader: "X-BambooHR-Timestamp",
    },
    ...bambooHr,
  },
  { sender: "Slack", scheme: "slack", ...slack },
  {
    sender: "Slack",
    scheme: "hmac",
    entry: {
      header: "X-Slack-Signature",
      prefix: "v0=",
      template: "v0:{timestamp}:{body}",
      timestampHeader: "X-Slack-Request-Timestamp",
    },
    ...slack,
  },
  {
    sender: "a Standard Webhooks library",
    scheme: "standard-webhooks",
    ...standardWebhooks,
    verdict: { authentic: true, deliveryId: standardWebhooks.sent.id },
    refused: [
      // The last character holds two bits that decoding drops.
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF=",
      "v1,g0\u00a0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      // A MAC of another version.
      ...["v1a,", "v2,", "V1,", "v1=", "v1", ",", ""].map(
        (version) => `${version}g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=`,
      ),
    ],
  },
  {
    sender: "a Standard Webhooks library",
    scheme: "hmac",
    entry: {
      header: "webhook-signature",
      prefix: "v1,",
      encoding: "base64",
      keyEncoding: "base64",
      template: "{id}.{timestamp}.{body}",
      idHeader: "webhook-id",
      timestampHeader: "webhook-timestamp",
    },
    ...standardWebhooks,
    verdict: {
      authentic: true,
      deliveryId: standardWebhooks.sent.id,
      signedAtMs: 1614265330_000,
    },
  },
  {
    sender: "a Standard Webhooks library with a key pair",
    scheme: "standard-webhooks",
    // The key of RFC 8032, §7.1, TEST 1.
    key: "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    privateKey: "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=",
    body: hrBody,
    headers: {
      "webhook-id": "msg_0001test",
      "webhook-timestamp": timestamp,
      "webhook-signature":
        "v1a,wG/Dg08SSiifQYS4iDmJHPb6V+k//I2Z2Xkj66Qgo3wwjRQW8zMQKqwjW+X+14+CohtILC2nv4zRiBg6RNHEAg==",
    },
    prefix: "v1a,",
    sent: { id: "msg_0001test", timestamp },
    verdict: { authentic: true, deliveryId: "msg_0001test" },
  },
  {
    sender: "the author of RFC 8032",
    scheme: "ed25519",
    entry: { header: "X-Signature", template: "{body}" },
    // TEST 3 of §7.1, a message of two bytes.
    key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    privateKey: "whsk_xaqN9D+fg3vtt0QvMdy3sWbThTUHbwlLhc46LgtEWPc=",
    body: Buffer.from("af82", "hex"),
    headers: {
      "x-signature":
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    },
  },
  {
    sender: "Discord",
    scheme: "ed25519",
    entry: {
      header: "X-Signature-Ed25519",
      timestampHeader: "X-Signature-Timestamp",
    },
    // The key of TEST 1.
    key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    privateKey: "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=",
    body: '{"type":1,"name":"Zoë"}',
    headers: {
      "x-signature-timestamp": timestamp,
      "x-signature-ed25519":
        "15d33e405f4971b8f34e1632c056067c1e75fc510f453110d0b93416047b9006d9d17fa6528b7b83bf887242f99a24b8ec4d8f3c65a75d82768ce33d4c03a307",
    },
    sent: { timestamp },
    verdict: { authentic: true, signedAtMs },
  },
  {
    sender: "Teams",
    scheme: "teams",
    key: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    body: hrBody,
    headers: { authorization: `HMAC ${teamsMac}` },
    prefix: "HMAC ",
    accepted: [`hmac ${teamsMac}`, `HMAC   ${teamsMac}`],
    refused: [
      teamsMac,
      `Bearer ${teamsMac}`,
      `HMAC ${teamsMac} HMAC ${teamsMac}`,
      // Base64 would decode it to the same bytes.
      "HMAC 7nzoWAGgCe4E4g6Gkrb/WDwVv32yql3ePD5wGEohhk9=",
    ],
  },
  {
    sender: "Mattermost",
    scheme: "mattermost",
    key: token,
    body: "text=lunch",
    headers: { authorization: `Token ${token}` },
    prefix: "Token ",
    accepted: [`token ${token}`, `Token  ${token}`],
    refused: [token, `Bearer ${token}`],
  },
  {
    sender: "a bearer",
    scheme: "bearer",
    key: token,
    body: "{}",
    headers: { authorization: `Bearer ${token}` },
    prefix: "Bearer ",
    accepted: [`bEaReR ${token}`, `BEARER  ${token}`],
    refused: [token, `Basic ${token}`, `Bearer${token}`, `Bearer ${token} x`],
  },
  ...[
    ["Aladdin:open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
    ["test:123\u00a3", "dGVzdDoxMjPCow=="],
  ].map(([key = "", encoded = ""]): Vector => ({
    sender: `the user and password ${key}`,
    scheme: "basic",
    key,
    body: "{}",
    headers: { authorization: `Basic ${encoded}` },
    prefix: "Basic ",
    accepted: [`BASIC ${encoded}`, `Basic  ${encoded}`],
    refused: [`Basic ${key}`, `Basic${encoded}`, `Bearer ${encoded}`],
  })),
  ...["", "Token "].map((prefix): Vector => ({
    sender: `Personio with the prefix "${prefix}"`,
    scheme: "header",
    entry: { header: "authorization", prefix },
    key: token,
    body: "{}",
    headers: { authorization: `${prefix}${token}` },
    prefix,
    refused: [
      prefix === "" ? `Token ${token}` : token,
      `token ${token}`,
      `Token  ${token}`,
      `Token${token}`,
    ],
  })),
];
