import type { HttpEntry } from "../../../../shared/webhook/caller-entry.ts";
import { rows } from "../../../fixtures/rows.ts";
import type {
  SchemeVerdict,
  Sent,
} from "../../../../shared/webhook/schemes/scheme.ts";

/** An authentic request of a sender. */
export type Vector = {
  sender: string;
  scheme: HttpEntry["scheme"];
  /** The fields of the scheme in the entry of the caller. */
  entry?: Record<string, string>;
  key: string;
  /** The private key, if `key` is only the public one. @default `key` */
  privateKey?: string;
  body: string | Uint8Array;
  headers: Record<string, string>;
  /** The header with the signature or the token. */
  signatureHeader: string;
  /** The text before the signature or the token. */
  prefix?: string;
  /** The delivery id and the time, if the sender signs them. @default empty texts */
  sent?: Partial<Sent>;
  /** When the request arrives. @default `signedAtMs` */
  nowMs?: number;
  /** @default authentic, without a delivery id and a time */
  verdict?: SchemeVerdict;
  /** Other values of `signatureHeader` that are accepted. */
  accepted?: string[];
  /** Values of `signatureHeader` that are refused. */
  refused?: string[];
};

export const signedAtMs = 1769884920_000;
const timestamp = "1769884920";
export const hrBody =
  '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}';
const token = "a-token-of-personio";
const mac = "7nzoWAGgCe4E4g6Gkrb/WDwVv32yql3ePD5wGEohhk8=";
/** Another text, which base64 decodes to the bytes of `mac`. */
const sameBytes = "7nzoWAGgCe4E4g6Gkrb/WDwVv32yql3ePD5wGEohhk9=";
const standardMac = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

/** `before`: the headers before the one with the signature. */
type More = Partial<Vector> & { before?: Record<string, string> };
type Row = [
  sender: string,
  scheme: Vector["scheme"],
  key: string,
  body: Vector["body"],
  header: string,
  prefix: string,
  signature: string,
  more: More,
];

const standardId = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const standardAtMs = 1614265330_000;
const standard: More = {
  before: { "webhook-id": standardId, "webhook-timestamp": "1614265330" },
  sent: { id: standardId, timestamp: "1614265330" },
  nowMs: standardAtMs,
  verdict: { authentic: true, deliveryId: standardId },
  refused: [
    // The last character holds two bits that decoding drops.
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF=",
    "v1,g0\u00a0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    // The same MAC behind other versions.
    ...["v1a,", "v2,", "V1,", "v1=", "v1", ",", ""].map(
      (version) => version + standardMac,
    ),
  ],
};
const standardAsHmac: More = {
  ...standard,
  entry: {
    header: "webhook-signature",
    prefix: "v1,",
    encoding: "base64",
    keyEncoding: "base64",
    template: "{id}.{timestamp}.{body}",
    idHeader: "webhook-id",
    timestampHeader: "webhook-timestamp",
  },
  verdict: {
    authentic: true,
    deliveryId: standardId,
    signedAtMs: standardAtMs,
  },
};
const paired: More = {
  privateKey: "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=",
  before: { "webhook-id": "msg_0001test", "webhook-timestamp": timestamp },
  sent: { id: "msg_0001test", timestamp },
  verdict: { authentic: true, deliveryId: "msg_0001test" },
};
/** The last cell of a sender who signs a time and no id. `header` has the time, `entry` the fields of the scheme. */
const timed = (
  header: string,
  entry?: Record<string, string>,
  atMs = signedAtMs,
): More => {
  const sent = { timestamp: String(atMs / 1000) };
  const timestampHeader = { timestampHeader: header };
  return {
    ...(entry && { entry: { ...entry, ...timestampHeader } }),
    before: { [header.toLowerCase()]: sent.timestamp },
    sent,
    nowMs: atMs,
    verdict: { authentic: true, signedAtMs: atMs },
  };
};
const slackAtMs = 1531420618_000;
const slackTime = "X-Slack-Request-Timestamp";
const slackKey = "8f742231b10e8888abcd99yyyzzz85a5";
const slackBody =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
const slackMac =
  "a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
const bambooMac =
  "199837820165c913babb48b0ab06a9e7a50272d56fe8eaf40d37c4041a86fdae";
/** "Basic" may be written in any case, and several spaces may follow it. */
const basicAs = (key: string, encoded: string): More => ({
  accepted: [`BASIC ${encoded}`, `Basic  ${encoded}`],
  refused: [`Basic ${key}`, `Basic${encoded}`, `Bearer ${encoded}`],
});
/** The prefix of the scheme `header` has one spelling. */
const personioAs = (prefix: string): More => ({
  entry: { header: "authorization", prefix },
  refused: [
    prefix === "" ? `Token ${token}` : token,
    `token ${token}`,
    `Token  ${token}`,
    `Token${token}`,
  ],
});

/**
 * GitHub, Slack, Standard Webhooks and the RFCs 7617 and 8032 publish their vectors. The other signatures were not
 * computed by this code. The row of the author of RFC 8032 is TEST 3 of §7.1, and the key pair of the other rows is the
 * one of TEST 1.
 */
export const vectors = rows<Row>`
  GitHub | hmac | It's a Secret to Everybody | Hello, World! | x-hub-signature-256 | sha256= | 757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17 | ${{ entry: { header: "X-Hub-Signature-256", prefix: "sha256=" } }}
  HiBob | hmac | bob-test-key | ${hrBody} | bob-signature |  | wHeu7FSYKZh1hj0IlCKfdIOVXJFqZlffpmP3DNCTD1hFMI3MGI82jFGwCwzMdjuUvYAztst8Dwa4H7EsGzOL7A== | ${{ entry: { header: "Bob-Signature", hash: "sha512", encoding: "base64" } }}
  Deel | hmac | deel-test-key | ${hrBody} | x-deel-signature |  | 72cd3fd4cb91397ec259dfab2eca232564a28d4d216138254ffdeade388dbec4 | ${{ entry: { header: "X-Deel-Signature", template: "POST{body}" } }}
  Greenhouse | hmac | gh-test-key | ${hrBody} | signature | ${"sha256 "} | 7e6159676565ea3dcd471d21d42df17f1a985606466ee179b15555acaf29fb7e | ${{ entry: { header: "Signature", prefix: "sha256 " } }}
  BambooHR | bamboohr | bamboo-test-key | ${hrBody} | x-bamboohr-signature |  | ${bambooMac} | ${timed("X-BambooHR-Timestamp")}
  BambooHR | hmac | bamboo-test-key | ${hrBody} | x-bamboohr-signature |  | ${bambooMac} | ${timed("X-BambooHR-Timestamp", { header: "X-BambooHR-Signature", template: "{body}{timestamp}" })}
  Slack | slack | ${slackKey} | ${slackBody} | x-slack-signature | v0= | ${slackMac} | ${timed(slackTime, undefined, slackAtMs)}
  Slack | hmac | ${slackKey} | ${slackBody} | x-slack-signature | v0= | ${slackMac} | ${timed(slackTime, { header: "X-Slack-Signature", prefix: "v0=", template: "v0:{timestamp}:{body}" }, slackAtMs)}
  a Standard Webhooks library | standard-webhooks | MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | {"test": 2432232314} | webhook-signature | v1, | ${standardMac} | ${standard}
  a Standard Webhooks library | hmac | MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | {"test": 2432232314} | webhook-signature | v1, | ${standardMac} | ${standardAsHmac}
  a Standard Webhooks library with a key pair | standard-webhooks | whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= | ${hrBody} | webhook-signature | v1a, | wG/Dg08SSiifQYS4iDmJHPb6V+k//I2Z2Xkj66Qgo3wwjRQW8zMQKqwjW+X+14+CohtILC2nv4zRiBg6RNHEAg== | ${paired}
  the author of RFC 8032 | ed25519 | fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025 | ${Buffer.from("af82", "hex")} | x-signature |  | 6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a | ${{ entry: { header: "X-Signature", template: "{body}" }, privateKey: "whsk_xaqN9D+fg3vtt0QvMdy3sWbThTUHbwlLhc46LgtEWPc=" }}
  Discord | ed25519 | d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a | {"type":1,"name":"Zoë"} | x-signature-ed25519 |  | 15d33e405f4971b8f34e1632c056067c1e75fc510f453110d0b93416047b9006d9d17fa6528b7b83bf887242f99a24b8ec4d8f3c65a75d82768ce33d4c03a307 | ${{ ...timed("X-Signature-Timestamp", { header: "X-Signature-Ed25519" }), privateKey: paired.privateKey! }}
  Teams | teams | AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8= | ${hrBody} | authorization | ${"HMAC "} | ${mac} | ${{ accepted: [`hmac ${mac}`, `HMAC   ${mac}`], refused: [mac, `Bearer ${mac}`, `HMAC ${mac} HMAC ${mac}`, `HMAC ${sameBytes}`] }}
  Mattermost | mattermost | ${token} | text=lunch | authorization | ${"Token "} | ${token} | ${{ accepted: [`token ${token}`, `Token  ${token}`], refused: [token, `Bearer ${token}`] }}
  a bearer | bearer | ${token} | {} | authorization | ${"Bearer "} | ${token} | ${{ accepted: [`bEaReR ${token}`, `BEARER  ${token}`], refused: [token, `Basic ${token}`, `Bearer${token}`, `Bearer ${token} x`] }}
  the user and password of RFC 7617 | basic | Aladdin:open sesame | {} | authorization | ${"Basic "} | QWxhZGRpbjpvcGVuIHNlc2FtZQ== | ${basicAs("Aladdin:open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ==")}
  a password of other characters | basic | ${"test:123\u00a3"} | {} | authorization | ${"Basic "} | dGVzdDoxMjPCow== | ${basicAs("test:123\u00a3", "dGVzdDoxMjPCow==")}
  Personio without a prefix | header | ${token} | {} | authorization |  | ${token} | ${personioAs("")}
  Personio with a prefix | header | ${token} | {} | authorization | ${"Token "} | ${token} | ${personioAs("Token ")}
`.map(
  ([sender, scheme, key, body, header, prefix, signature, more]): Vector => {
    const { before, ...rest } = more;
    const headers = { ...before, [header]: prefix + signature };
    const signed = { body, headers, signatureHeader: header, prefix };
    return { sender, scheme, key, ...signed, ...rest };
  },
);
