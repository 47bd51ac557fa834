import { expect, test } from "vitest";
import { hmac } from "../../../../shared/webhook/schemes/hmac.ts";
import {
  signStandardWebhook,
  standardWebhooks,
} from "../../../../shared/webhook/schemes/standard-webhooks.ts";
import { rows } from "../../../fixtures/rows.ts";
import { verdictOf } from "./by-record.ts";
import { hrBody, signedAtMs, vectors } from "./vectors.ts";

const vectorOf = (sender: string, scheme = "standard-webhooks") =>
  vectors.find((one) => one.sender === sender && one.scheme === scheme)!;
const library = vectorOf("a Standard Webhooks library");
const { key, headers, body } = library;
const published = headers["webhook-signature"]!;
const otherKey = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

const verdictFor = (changes: Record<string, string>) =>
  verdictOf(standardWebhooks, {
    ...library,
    headers: { ...headers, ...changes },
    keys: [key],
  });

test.each(rows<[string, string, string, string]>`
  ten digits as the time | msg_1 | 1614265330 | authentic
  256 characters as the id | ${"m".repeat(256)} | 1614265330 | authentic
  milliseconds | msg_1 | 1614265330000 | bad-timestamp
  text behind the time | msg_1 | 1614265330x | bad-timestamp
  other digits | msg_1 | １６１４２６５３３０ | bad-timestamp
  no time | msg_1 | ${""} | bad-timestamp
  a dot in the id, which would blur what was signed | msg.1 | 1614265330 | bad-id
  a comma in the id, with which gateways join repeated headers | msg_1,msg_2 | 1614265330 | bad-id
  a space in the id | msg 1 | 1614265330 | bad-id
  a line break in the id | ${"msg_1\n"} | 1614265330 | bad-id
  an id of 257 characters | ${"m".repeat(257)} | 1614265330 | bad-id
  no id | ${""} | 1614265330 | bad-id
`)("a signed delivery of Standard Webhooks with %s", (_, id, ...row) => {
  const [timestamp, verdict] = row;
  // Our own function signs numbers only.
  const { entry = {} } = vectorOf("a Standard Webhooks library", "hmac");
  const signature = hmac.sign(entry, key, { id, timestamp, body });
  expect(
    verdictFor({
      ...signature,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
    }),
  ).toBe(verdict);
});

const foreign = signStandardWebhook(
  otherKey,
  headers["webhook-id"]!,
  1614265330,
  body,
);
test.each(rows<[string, string[], string]>`
  last | ${[foreign, published]} | authentic
  first | ${[published, foreign]} | authentic
  behind other versions | ${["v1a,bm90IG91cnM=", "v2,c29tZSBkYXk=", published]} | authentic
  five times | ${Array(5).fill(published)} | authentic
  six times, which is more than a rotation needs | ${Array(6).fill(published)} | too-many-signatures
`)(
  "a delivery of Standard Webhooks with several signatures has ours %s",
  (_, signatures, verdict) => {
    const signature = { "webhook-signature": signatures.join(" ") };
    expect(verdictFor(signature)).toBe(verdict);
  },
);

const paired = vectorOf("a Standard Webhooks library with a key pair");
const { key: publicKey, privateKey = "" } = paired;
const asymmetric = paired.headers["webhook-signature"]!;
const signWith = (one: string) =>
  signStandardWebhook(one, "msg_0001test", signedAtMs / 1000, hrBody);
const symmetric = signWith(otherKey);

test("an asymmetric signature equals our own by the private key with the public key behind it", () => {
  const bytes = [privateKey, publicKey].map((one) =>
    Buffer.from(one.slice(5), "base64"),
  );
  const both = `whsk_${Buffer.concat(bytes).toString("base64")}`;
  expect(signWith(both)).toBe(asymmetric);
});

test.each(rows<[string, string, string[], string]>`
  both, of both keys | ${`${symmetric} ${asymmetric}`} | ${[otherKey, publicKey]} | authentic
  both, of the public key | ${`${symmetric} ${asymmetric}`} | ${[publicKey]} | authentic
  both, of the symmetric key | ${`${symmetric} ${asymmetric}`} | ${[otherKey]} | authentic
  an asymmetric one, of the symmetric key | ${asymmetric} | ${[otherKey]} | bad-signature
  a symmetric one, of the public key | ${symmetric} | ${[publicKey]} | bad-signature
  an asymmetric one that is called symmetric | ${asymmetric.replace("v1a,", "v1,")} | ${[publicKey]} | bad-signature
  one that is forged with the public key as a secret | ${signWith(publicKey.slice("whpk_".length))} | ${[publicKey]} | bad-signature
`)("signatures of Standard Webhooks: %s", (_, signature, keys, verdict) => {
  const signed = { ...paired.headers, "webhook-signature": signature };
  expect(
    verdictOf(standardWebhooks, {
      headers: signed,
      body: hrBody,
      keys,
      nowMs: signedAtMs,
    }),
  ).toBe(verdict);
});
