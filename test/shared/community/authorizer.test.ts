import { expect, test } from "vitest";
import { basicAuth, bearerAuth } from "../../../shared/community/authorizer.ts";

test("HTTP Basic is written as in RFC 7617", async () => {
  expect(await basicAuth("Aladdin", "open sesame").authorization()).toBe(
    "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
  );
});

test("HTTP Basic is in UTF-8, and a password may have colons", async () => {
  expect(await basicAuth("test", "123£:x").authorization()).toBe(
    `Basic ${Buffer.from("test:123\u00a3:x", "utf8").toString("base64")}`,
  );
});

test("HTTP Basic can't carry a username with a colon, and says so", () => {
  expect(() => basicAuth("ada:x", "password")).toThrow(TypeError);
});

test("a token that somebody else renews is sent as a bearer token", async () => {
  expect(await bearerAuth("abc").authorization()).toBe("Bearer abc");
});

test("neither sees sense in a repeat after a 401", () => {
  expect(basicAuth("ada", "password")).not.toHaveProperty("rejected");
  expect(bearerAuth("abc")).not.toHaveProperty("rejected");
});
