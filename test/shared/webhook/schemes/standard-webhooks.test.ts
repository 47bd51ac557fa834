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
const rightSignature = headers["webhook-signature"]!;
const otherKey = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

const verdictFor = (changes: Record<string, string>) =>
  verdictOf(standardWebhooks, {
    ...library,
    headers: { ...headers, ...changes },
    keys: [key],
  });

test.each(rows<[string, string, string, string]>`
  ten digits as the time | authentic | msg_1 | 1614265330
  256 characters as the id | authentic | ${"m".repeat(256)} | 1614265330
  milliseconds as the time | bad-timestamp | msg_1 | 1614265330000
  text behind the time | bad-timestamp | msg_1 | 1614265330x
  full-width digits as the time | bad-timestamp | msg_1 | １６１４２６５３３０
  no time | bad-timestamp | msg_1 | ${""}
  a dot in the id, which would blur what was signed | bad-id | msg.1 | 1614265330
  a comma in the id, with which gateways join repeated headers | bad-id | msg_1,msg_2 | 1614265330
  a space in the id | bad-id | msg 1 | 1614265330
  a line break in the id | bad-id | ${"msg_1\n"} | 1614265330
  an id of 257 characters | bad-id | ${"m".repeat(257)} | 1614265330
  no id | bad-id | ${""} | 1614265330
`)("a delivery of Standard Webhooks with %s: %s", (_, verdict, ...row) => {
  const [id, timestamp] = row;
  // The scheme hmac signs any text as the time, and `signStandardWebhook` only numbers.
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

const wrongSignature = signStandardWebhook(
  otherKey,
  headers["webhook-id"]!,
  1614265330,
  body,
);
test.each(rows<[string, string, string[]]>`
  last | authentic | ${[wrongSignature, rightSignature]}
  first | authentic | ${[rightSignature, wrongSignature]}
  behind other versions | authentic | ${["v1a,bm90IG91cnM=", "v2,c29tZSBkYXk=", rightSignature]}
  five times | authentic | ${Array(5).fill(rightSignature)}
  six times, which is more than a rotation needs | too-many-signatures | ${Array(6).fill(rightSignature)}
`)(
  "a delivery of Standard Webhooks with several signatures, the right one %s: %s",
  (_, verdict, signatures) => {
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

test("a private key with its public key behind it makes the same asymmetric signature", () => {
  const bytes = [privateKey, publicKey].map((one) =>
    Buffer.from(one.slice("whsk_".length), "base64"),
  );
  const both = `whsk_${Buffer.concat(bytes).toString("base64")}`;
  expect(signWith(both)).toBe(asymmetric);
});

test.each(rows<[string, string, string, string[]]>`
  both keys, and both signatures | authentic | ${`${symmetric} ${asymmetric}`} | ${[otherKey, publicKey]}
  the public key, and both signatures | authentic | ${`${symmetric} ${asymmetric}`} | ${[publicKey]}
  the symmetric key, and both signatures | authentic | ${`${symmetric} ${asymmetric}`} | ${[otherKey]}
  the symmetric key, and the asymmetric signature | bad-signature | ${asymmetric} | ${[otherKey]}
  the public key, and the symmetric signature | bad-signature | ${symmetric} | ${[publicKey]}
  the public key, and the asymmetric signature that is called symmetric | bad-signature | ${asymmetric.replace("v1a,", "v1,")} | ${[publicKey]}
  the public key, and a symmetric signature that is forged with this key as the secret | bad-signature | ${signWith(publicKey.slice("whpk_".length))} | ${[publicKey]}
`)("Standard Webhooks with %s: %s", (_, verdict, signature, keys) => {
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
