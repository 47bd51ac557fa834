import type { ServerResponse } from "node:http";
import { constants, brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { clientDefaults } from "../../../shared/community/client.ts";
import { createLogin } from "../../../shared/community/login.ts";
import { clientFor, newPerson } from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";
import { effort } from "../../resilience/effort.ts";
import { sendJson, startRawPlatform } from "./platforms.ts";

const zeros = Buffer.alloc(64 * 1024 * 1024, " ");
const person = { ...newPerson("zoe"), id: "7" };
const json = { "content-type": "application/json" };

/** Answers of a compromised platform to a read. Each must end in an error of the client. */
const hostileAnswers: Record<string, (response: ServerResponse) => void> = {
  "a gzip bomb": (response) => {
    response.writeHead(200, { ...json, "content-encoding": "gzip" });
    response.end(gzipSync(zeros));
  },
  "a Brotli bomb": (response) => {
    response.writeHead(200, { ...json, "content-encoding": "br" });
    response.end(
      brotliCompressSync(zeros, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
    );
  },
  "a body that drips": (response) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  },
  "headers without end": ({ socket }) => {
    socket?.write("HTTP/1.1 200 OK\r\n");
    flood(socket, "a: b\r\n".repeat(1_000));
  },
  "announcements without end": ({ socket }) =>
    flood(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100)),
  "arrays in arrays": (response) => {
    const depth = effort(1e5, 1e6);
    sendJson(response, `${"[".repeat(depth)}${"]".repeat(depth)}`);
  },
  "a list without an end": (response) =>
    sendJson(response, `{"id":[${"0,".repeat(1e6)}0]}`),
  "another protocol": ({ socket }) => {
    socket?.end("SSH-2.0-x\r\n");
  },
  "an id that is an object": (response) =>
    sendJson(response, { ...person, id: { toString: "7" } }),
  "JSON in UTF-16": (response) => {
    response.writeHead(200, json);
    response.end(Buffer.from(JSON.stringify(person), "utf16le"));
  },
  HTML: (response) => sendJson(response, "<!doctype html>"),
};

describe("the platform's answer to a read", () => {
  test.each(Object.entries(hostileAnswers))(
    "that is %s ends in an error of the client, in time",
    async (_name, answer) => {
      await using platform = await startRawPlatform((_, response) => {
        answer(response);
      });
      const { people } = clientFor({ baseUrl: platform.origin }, "service", {
        maxAttempts: 1,
        attemptTimeoutMs: effort(300, 2_000),
      });
      await expect(people.get("7")).rejects.toMatchObject({
        name: expect.stringMatching(/^(ApiShapeError|UnreachableError)$/),
        message: expect.stringMatching(/^GET \/people\/\{personID\} /),
      });
      expect(platform.seen).toHaveLength(1);
    },
  );

  test("that is endless is cut off at 10 MiB, long before the timeout", async () => {
    await using platform = await startRawPlatform((_, response) => {
      response.writeHead(200, json);
      flood(response, Buffer.alloc(65_536, " "));
    });
    const client = clientFor({ baseUrl: platform.origin }, "service", {
      maxAttempts: 1,
    });
    await expect(client.people.get("7")).rejects.toMatchObject({
      name: "UnreachableError",
      cause: { cause: { message: "response too large" } },
    });
  });

  test("with the names of prototypes changes no other object", async () => {
    const text = `{"id":"7","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
      "name":{"givenName":"Z","familyName":"Z","__proto__":{"polluted":1}},
      "resources":{"__proto__":{"ref":"http://evil.test/"},"constructor":{"ref":"http://evil.test/"}}}`;
    await using platform = await startRawPlatform((_, response) =>
      sendJson(response, text),
    );
    const client = clientFor({ baseUrl: platform.origin });
    const found = await client.people.get("7");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    for (const name of ["toString", "hasOwnProperty", "valueOf", "self"])
      await expect(client.related(found, name).get()).rejects.toMatchObject({
        name: "NotAllowedError",
      });
    expect(platform.seen).toHaveLength(1);
  });
});

const long = "a".repeat(100_000);

/** What the client makes of a field of the answer to a login, with any of these values. */
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
        consumerKey: "key",
        consumerSecret: "secret",
        username: "service",
        password: "password",
      });
      const token: unknown = await login
        .withPassword()
        .catch((error: unknown) => error);
      expect({ value, token }).toMatchObject({ value, token: expected });
    }
  },
);

function flood(
  stream: NodeJS.WritableStream | null,
  again: string | Buffer,
): void {
  stream?.write(again, (error) => {
    if (!error) flood(stream, again);
  });
}
