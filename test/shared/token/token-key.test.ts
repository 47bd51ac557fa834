import { expect, test } from "vitest";
import { tokenId } from "../../../shared/token/token-key.ts";
import { key } from "./fleet.ts";

test.each(["baseUrl", "consumerKey", "username", "scope"] as const)(
  "another %s is another item",
  (part) => {
    expect(tokenId({ ...key, [part]: "other" })).not.toBe(tokenId(key));
  },
);

test("the border between two parts matters", () => {
  expect(tokenId({ ...key, consumerKey: "ab", username: "c" })).not.toBe(
    tokenId({ ...key, consumerKey: "a", username: "bc" }),
  );
});

test("the same account has the same item in every sandbox and release", () => {
  expect(tokenId({ ...key })).toBe(
    "SBh7b-MCdCwCrFwaQqcVFHWx8Lvg0fNvoxk4eiZOyUE",
  );
});

test("the id tells nothing about the account", () => {
  expect(tokenId(key)).toMatch(/^[\w-]{43}$/);
});
