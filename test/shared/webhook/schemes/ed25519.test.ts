import fc from "fast-check";
import { expect, test } from "vitest";
import { ed25519 } from "../../../../shared/webhook/schemes/ed25519.ts";
import { anyText } from "../../../fixtures/any-text.ts";
import { verdictOf } from "./by-record.ts";
import { signedAtMs, vectors } from "./vectors.ts";

const discord = vectors.find(({ sender }) => sender === "Discord")!;
const publicKey = Buffer.from(discord.key, "hex");
const otherKey =
  "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";

const verdictFor = (keys: string[], changes: Record<string, string> = {}) =>
  verdictOf(ed25519, {
    ...discord,
    headers: { ...discord.headers, ...changes },
    keys,
    nowMs: signedAtMs,
  });

test.each([
  ["hex in upper case", discord.key.toUpperCase()],
  ["base64", publicKey.toString("base64")],
  ["the form whpk_", `whpk_${publicKey.toString("base64")}`],
])("an Ed25519 signature is checked by a public key in %s", (_, key) => {
  for (const keys of [
    [otherKey, key],
    [key, otherKey],
  ])
    expect(verdictFor(keys)).toBe("authentic");
});

test("an Ed25519 signature is refused as base64, and with another number for the same point", () => {
  const signature = discord.headers["x-signature-ed25519"] ?? "";
  const bytes = Buffer.from(signature, "hex");
  // The second half is a number. With the order of the group added, it leads to the same point (RFC 8032, §5.1.7).
  const order = 2n ** 252n + BigInt("27742317777372353535851937790883648493");
  const number = BigInt(
    `0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`,
  );
  const sum = (number + order).toString(16).padStart(64, "0");
  const second = Buffer.from(sum, "hex").reverse();
  for (const other of [
    bytes.toString("base64"),
    Buffer.concat([bytes.subarray(0, 32), second]).toString("hex"),
  ])
    expect(verdictFor([discord.key], { "x-signature-ed25519": other })).toBe(
      "bad-signature",
    );
});

test("an Ed25519 signature is refused by any other text as the public key", () => {
  fc.assert(
    fc.property(anyText(), (key) => {
      expect(verdictFor([key]) === "authentic").toBe(key === discord.key);
    }),
  );
});
