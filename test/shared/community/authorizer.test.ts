import { expect, test } from "vitest";
import { basicAuth, bearerAuth } from "../../../shared/community/authorizer.ts";

test("basicAuth writes the header as RFC 7617 shows it", async () => {
  expect(await basicAuth("Aladdin", "open sesame").authorization()).toBe(
    "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
  );
});

test("basicAuth encodes the credentials in UTF-8 and accepts colons in the password", async () => {
  expect(await basicAuth("test", "123£:x").authorization()).toBe(
    `Basic ${Buffer.from("test:123\u00a3:x", "utf8").toString("base64")}`,
  );
});

test("basicAuth rejects a username with a colon", () => {
  expect(() => basicAuth("ada:x", "password")).toThrow(TypeError);
});

test("bearerAuth sends the given token as a bearer token", async () => {
  expect(await bearerAuth("abc").authorization()).toBe("Bearer abc");
});

test("basicAuth and bearerAuth ask for no retry after a 401", () => {
  expect(basicAuth("ada", "password")).not.toHaveProperty("rejected");
  expect(bearerAuth("abc")).not.toHaveProperty("rejected");
});
