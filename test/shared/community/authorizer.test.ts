import { expect, test } from "vitest";
import { basicAuth, bearerAuth } from "../../../shared/community/authorizer.ts";

// The examples of RFC 7617, §2 and §2.1, and a colon in the password.
test.each([
  ["Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ["test", "123£", "dGVzdDoxMjPCow=="],
  ["test", "a:b", "dGVzdDphOmI="],
])("basicAuth writes %s and %s as RFC 7617 shows it", async (...row) => {
  const [username, password, credentials] = row;
  expect(await basicAuth(username, password).authorization()).toBe(
    `Basic ${credentials}`,
  );
});

test("basicAuth rejects a username with a colon", () => {
  expect(() => basicAuth("ada:x", "password")).toThrow(TypeError);
});

test("bearerAuth sends the given token as a bearer token", async () => {
  expect(await bearerAuth("abc").authorization()).toBe("Bearer abc");
});
