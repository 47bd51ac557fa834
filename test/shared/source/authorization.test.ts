import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { SourceForTest, Got } from "./source-for-test.ts";
import { asked, host, json, sourceWith, useSource } from "./source-for-test.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { rows } from "../../fixtures/rows.ts";

const startSource = useSource();

const oauth2 = {
  type: "oauth2",
  tokenUrl: `https://${host}/token`,
  clientId: "the client",
  clientSecret: "s3cret:+/=",
};

/** Lets the system issue `token-1`, `token-2` and so on, and take only the newest one. */
function issueTokens(
  { answers }: SourceForTest,
  answer: object = { token_type: "Bearer", expires_in: 600 },
) {
  const issued = { count: 0 };
  answers["/token"] = (response) => {
    issued.count += 1;
    json({ access_token: `token-${issued.count}`, ...answer })(response);
  };
  answers["/people/4711"] = (response, { headers }) => {
    const isNewest = headers.authorization === `Bearer token-${issued.count}`;
    json({ id: "4711" }, isNewest ? 200 : 401)(response);
  };
  return issued;
}

const pathsOf = (got: Got[]) => got.map(({ url }) => url);

describe("the credentials of a source", () => {
  test.each(rows<[object, string, string]>`
    ${{ type: "basic", username: "key", password: "x:ü" }} | authorization | ${`Basic ${Buffer.from("key:x:ü").toString("base64")}`}
    ${{ type: "bearer", token: "abc" }} | authorization | Bearer abc
    ${{ type: "header", name: "x-api-key", value: "abc def" }} | x-api-key | abc def
  `)("are sent as the entry says: %j", async (auth, header, value) => {
    const { answers, got, createReader } = await startSource();
    answers["/people/4711"] = json({ id: "4711" });
    await createReader().readRecord(asked({ source: sourceWith(auth) }));
    expect(got).toHaveLength(1);
    expect(got[0]?.headers[header]).toBe(value);
  });

  test("are not sent a second time if the source refuses them", async () => {
    const { answers, got, createReader } = await startSource();
    answers["/people/4711"] = json({}, 401);
    await expect(createReader().readRecord(asked())).rejects.toMatchObject({
      code: "source-refused",
    });
    expect(got).toHaveLength(1);
  });
});

describe("a token by client credentials (RFC 6749, §4.4)", () => {
  test("is asked for with the credentials in the header, and sent with the request", async () => {
    const system = await startSource();
    issueTokens(system);
    const source = sourceWith({ ...oauth2, scope: "people read" });
    expect(
      await system.createReader().readRecord(asked({ source })),
    ).toMatchObject({ type: "found" });
    expect(pathsOf(system.got)).toEqual(["/token", "/people/4711"]);
    const [login] = system.got;
    expect(login).toMatchObject({
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${Buffer.from("the+client:s3cret%3A%2B%2F%3D").toString("base64")}`,
      },
      body: "grant_type=client_credentials&scope=people+read",
    });
  });

  test("is asked for with the credentials in the form, if the entry says so", async () => {
    const system = await startSource();
    issueTokens(system);
    const source = sourceWith({ ...oauth2, credentials: "form" });
    await system.createReader().readRecord(asked({ source }));
    const [login] = system.got;
    expect(login?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(login?.body))).toEqual({
      grant_type: "client_credentials",
      client_id: oauth2.clientId,
      client_secret: oauth2.clientSecret,
    });
  });

  test("is shared by all sandboxes until it ends, and then one of them asks for the next one", async () => {
    const system = await startSource();
    const issued = issueTokens(system);
    const given = asked({ source: sourceWith(oauth2) });
    const readers = Array.from({ length: 4 }, () => system.createReader());
    const readAll = () =>
      Promise.all(readers.map((reader) => reader.readRecord(given)));
    await readAll();
    await readAll();
    expect(issued.count).toBe(1);
    system.clock.nowMs += 10 * minuteMs;
    await readAll();
    expect(issued.count).toBe(2);
  });

  test("that is new and refused nevertheless ends the read after one replacement", async () => {
    const system = await startSource();
    const issued = issueTokens(system);
    system.answers["/people/4711"] = json({}, 401);
    const given = asked({ source: sourceWith(oauth2) });
    await expect(system.createReader().readRecord(given)).rejects.toMatchObject(
      { code: "source-refused", retryable: false },
    );
    expect(issued.count).toBe(2);
    expect(pathsOf(system.got)).toEqual([
      "/token",
      "/people/4711",
      "/token",
      "/people/4711",
    ]);
  });

  test("is kept if the source answers 403, because another token has the same rights", async () => {
    const system = await startSource();
    const issued = issueTokens(system);
    system.answers["/people/4711"] = json({}, 403);
    const given = asked({ source: sourceWith(oauth2) });
    const reader = system.createReader();
    for (let read = 1; read <= 2; read++)
      await expect(reader.readRecord(given)).rejects.toMatchObject({
        code: "source-refused",
      });
    expect(issued.count).toBe(1);
  });

  test("is asked for again as soon as other credentials are stored", async () => {
    const system = await startSource();
    const issued = issueTokens(system);
    const source = sourceWith(oauth2);
    const reader = system.createReader();
    await reader.readRecord(asked({ source }));
    const auth = { ...source.auth, clientId: "another client" } as never;
    await reader.readRecord(asked({ source: { ...source, auth } }));
    expect(issued.count).toBe(2);
  });

  test.each([400, 401, 403])(
    "that is refused with %i is asked for once by all sandboxes, so that no account is locked",
    async (status) => {
      const system = await startSource();
      system.answers["/token"] = json({ error: "invalid_client" }, status);
      const given = asked({ source: sourceWith(oauth2) });
      for (let read = 1; read <= 2; read++)
        await expect(
          system.createReader().readRecord(given),
        ).rejects.toMatchObject({ code: "source-refused", retryable: false });
      expect(pathsOf(system.got)).toEqual(["/token"]);
    },
  );

  test.each(rows<[string, (response: ServerResponse) => unknown, object]>`
    busy | ${(response) => response.writeHead(429, { "retry-after": "30" }).end()} | ${{ code: "source-busy", retryAfterMs: 30_000 }}
    failing | ${json({}, 503)} | ${{ code: "source-error" }}
    reset | ${(response) => response.socket?.destroy()} | ${{ code: "source-unreachable" }}
    no JSON | ${(response) => response.end("<html>")} | ${{ code: "source-unreadable" }}
    without a token | ${json({})} | ${{ code: "source-unreadable" }}
    of another type | ${json({ access_token: "abc", token_type: "mac" })} | ${{ code: "source-unreadable" }}
    no text of a header | ${json({ access_token: "a\nb", token_type: "Bearer" })} | ${{ code: "source-unreadable" }}
  `)(
    "whose answer is %s fails the read for now, and the record is not asked for",
    async (_name, answer, expected) => {
      const system = await startSource();
      system.answers["/token"] = answer;
      const given = asked({ source: sourceWith(oauth2) });
      await expect(
        system.createReader().readRecord(given),
      ).rejects.toMatchObject({ retryable: true, ...expected });
      expect(pathsOf(system.got)).toEqual(["/token"]);
    },
  );

  test.each([{}, { expires_in: 0 }, { expires_in: "soon" }])(
    "without a lifetime is used for ten minutes: %j",
    async (answer) => {
      const system = await startSource();
      const issued = issueTokens(system, answer);
      const given = asked({ source: sourceWith(oauth2) });
      const reader = system.createReader();
      await reader.readRecord(given);
      system.clock.nowMs += 9 * minuteMs;
      await reader.readRecord(given);
      expect(issued.count).toBe(1);
      system.clock.nowMs += 2 * minuteMs;
      await reader.readRecord(given);
      expect(issued.count).toBe(2);
    },
  );
});
