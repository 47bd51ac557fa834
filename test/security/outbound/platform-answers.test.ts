import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { clientDefaults } from "../../../shared/community/client.ts";
import { createLogin } from "../../../shared/community/login.ts";
import { clientOn, newPerson } from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";
import { effort } from "../../resilience/effort.ts";

const person = { ...newPerson("zoe"), id: "7" };
const text = JSON.stringify(person);
const depth = effort(1e5, 1e6);

// Answers without an end, and answers that are not HTTP, are in `test/shared/community/http.test.ts`.
describe("the platform's answer to a read", () => {
  test.each(rows<[string, string | Uint8Array]>`
    compressed by gzip, which is not unpacked | ${gzipSync(text)}
    compressed by Brotli, which is not unpacked | ${brotliCompressSync(text)}
    arrays in arrays | ${`${"[".repeat(depth)}${"]".repeat(depth)}`}
    a list of a million items | ${`{"id":[${"0,".repeat(1e6)}0]}`}
    a person whose id is an object | ${JSON.stringify({ ...person, id: { toString: "7" } })}
    JSON in UTF-16 | ${Buffer.from(text, "utf16le")}
    cut off in the middle | ${text.slice(0, -1)}
    HTML | <!doctype html>
  `)("ends in an error of the client if it is %s", async (_, sent) => {
    const body = Buffer.from(sent);
    const { people } = clientOn(answering({ status: 200, headers: {}, body }));
    await expect(people.get("7")).rejects.toMatchObject({
      name: "ApiShapeError",
      message: expect.stringMatching(/^GET \/people\/\{personID\} /),
    });
  });

  test("changes no other object if it has the names of prototypes", async () => {
    const hostile = `{"id":"7","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
      "name":{"givenName":"Z","familyName":"Z","__proto__":{"polluted":1}},
      "resources":{"__proto__":{"ref":"http://evil.test/"},"constructor":{"ref":"http://evil.test/"}}}`;
    const client = clientOn(answering(answer(200, hostile)));
    const found = await client.people.get("7");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    for (const name of ["toString", "hasOwnProperty", "valueOf", "self"])
      await expect(client.related(found, name).get()).rejects.toMatchObject({
        name: "NotAllowedError",
      });
  });
});

const long = "a".repeat(100_000);

/** What becomes of an answer to a login | the field | its values | the token or the error that the client returns. */
const logins = rows<[string, string, unknown[], object]>`
  without a usable token is refused                | access_token  | ${["a\r\nx-injected: 1", "a\nb", "a\0b", "a b", "tökén", "\u2028", "", " ", 7, {}, [], null, long]} | ${{ name: "ApiShapeError", problems: ["/access_token"] }}
  with another type of token has a bearer token    | token_type    | ${["Bearer\r\nx: 1", "Bearer x", "B\0", "ä", "", long, 7, {}, null]} | ${{ accessToken: "abc", tokenType: "Bearer" }}
  without a usable token for a renewal has none    | refresh_token | ${["", "\ud800", "a\nb", long, 7, {}]} | ${{ refreshToken: undefined }}
  with any lifetime has a positive one, or none    | expires_in    | ${["-1", "0", "1e308", "Infinity", "NaN", " ", "1 day", -1, 0, 1e308, 1e-308, null, true, {}, []]} | ${{ lifetimeMs: expect.toSatisfy((ms) => ms === undefined || ms > 0) }}
`;

test.each(logins)(
  "an answer of the platform to a login %s",
  async (_, field, values, expected) => {
    for (const value of values) {
      const body = { access_token: "abc", [field]: value };
      const login = createLogin({
        ...clientDefaults(),
        http: answering(answer(200, body)),
        authUrl: "https://store.example.test",
        ...localSecrets.community,
      });
      const token: unknown = await login
        .withPassword()
        .catch((error: unknown) => error);
      expect({ value, token }).toMatchObject({ value, token: expected });
    }
  },
);
