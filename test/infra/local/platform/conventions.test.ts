import { connect } from "node:net";
import { once } from "node:events";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  startPlatform,
  type Platform,
} from "../../../../infra/local/platform/start-platform.ts";
import {
  asAda,
  asService,
  call,
  createPerson,
  guard,
  personBody,
  platformForTest,
} from "./platform-for-test.ts";

// Taken before the first platform of this process starts.
const globals: unknown[] = [globalThis.Request, globalThis.Response];

describe("the guard line", () => {
  test("stands before the JSON of every successful GET", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    for (const path of [
      "/people",
      `/people/${id}`,
      `/people/${id}/images`,
      `/people/${id}/tasks`,
      `/people/${id}/streams`,
    ]) {
      const { text, headers } = await call(platform, "GET", path, {
        as: asAda,
      });
      expect(text.slice(0, guard.length + 1)).toBe(`${guard}{`);
      expect(headers.get("content-type")).toContain("application/json");
      expect(Number(headers.get("content-length"))).toBe(
        Buffer.byteLength(text),
      );
    }
  });

  test("stands before no other method, no error and no bytes", async () => {
    const platform = await platformForTest();
    const created = await call(platform, "POST", "/people", {
      json: personBody("ada"),
    });
    const id = platform.findPerson("ada")?.id ?? "";
    const image = new FormData();
    image.set("file", new File([Buffer.from("GIF89a")], "a.gif"));
    const { headers } = await call(
      platform,
      "POST",
      "/profileImages/temporary",
      { body: image },
    );
    await call(platform, "POST", `/people/${id}/images`, {
      form: { imageURI: headers.get("location") ?? "" },
    });
    const answers = [
      created,
      await call(platform, "PUT", `/people/${id}`, { json: personBody("ada") }),
      await call(platform, "GET", "/people/1"),
      await call(platform, "GET", "/people", { as: null }),
      await call(platform, "GET", `/people/${id}/avatar`),
      await call(platform, "GET", `${platform.origin}/healthz`),
    ];
    for (const { text } of answers) expect(text).not.toContain("throw");
    expect(answers.map(({ status }) => status)).toEqual([
      201, 200, 404, 401, 200, 200,
    ]);
  });

  test.each(["", "throw 'allowIllegalResourceCall is false.';\r\n"])(
    "can be turned off or end otherwise (%j)",
    async (guardLine) => {
      const platform = await platformForTest({ guardLine });
      const { text } = await call(platform, "GET", "/people");
      expect(text.startsWith(`${guardLine}{"list":`)).toBe(true);
    },
  );
});

describe("what does not fit", () => {
  test.each(["/nothing", "/people/1/nothing", "/", "/people//tasks"])(
    "%s is answered 404",
    async (path) => {
      const platform = await platformForTest();
      const answer = await call(platform, "GET", path);
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({
        error: { status: 404, message: expect.any(String) },
      });
    },
  );

  test("nothing below the API tells anything to who is not signed in", async () => {
    const platform = await platformForTest();
    expect((await call(platform, "GET", "/nothing", { as: null })).status).toBe(
      401,
    );
    expect(
      (await call(platform, "PATCH", "/people", { as: null })).status,
    ).toBe(401);
  });

  test.each([
    ["DELETE", "/people", "GET, POST"],
    ["POST", "/people/1", "GET, PUT, DELETE"],
    ["PATCH", "/people/1/", "GET, PUT, DELETE"],
    ["GET", "/profileImages/temporary", "POST"],
    ["DELETE", "/people/1/avatar", "GET"],
  ])(
    "%s %s is answered 405 with the methods there are",
    async (method, path, allow) => {
      const platform = await platformForTest();
      const answer = await call(platform, method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe(allow);
      expect(answer.json()).toMatchObject({ error: { status: 405 } });
    },
  );

  test("GET of the login is answered 405", async () => {
    const platform = await platformForTest();
    expect(
      (await call(platform, "GET", `${platform.authUrl}/login`)).status,
    ).toBe(405);
  });

  test.each([
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["deep nesting", "[".repeat(500_000), 400],
    [
      "deep nesting in a known field",
      `{"emails":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
      400,
    ],
    [
      "deep nesting in an unknown field",
      JSON.stringify(personBody("ada")).replace(
        "{",
        `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)},`,
      ),
      201,
    ],
    [
      "no UTF-8",
      Buffer.from(
        JSON.stringify(personBody("ada", { location: "\xff" })),
        "latin1",
      ),
      400,
    ],
    [
      "a body above 1 MB",
      JSON.stringify(personBody("ada", { location: "x".repeat(1_048_576) })),
      413,
    ],
    [
      "a body just below 1 MB",
      JSON.stringify(personBody("ada", { location: "x".repeat(1_048_000) })),
      201,
    ],
  ])("%s as a person is answered below 500", async (_case, body, status) => {
    const platform = await platformForTest();
    const answer = await call(platform, "POST", "/people", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(status);
  });

  test("a stream of unknown length above 1 MB is answered 413", async () => {
    const platform = await platformForTest();
    const chunk = Buffer.alloc(100_000, " ");
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        if (sent > 20) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const response = await fetch(`${platform.origin}/api/core/v3/people`, {
      method: "POST",
      headers: { authorization: asService, "content-type": "application/json" },
      body,
      duplex: "half",
    });
    expect(response.status).toBe(413);
    await response.text();
    expect((await call(platform, "GET", "/people")).status).toBe(200);
  });

  test.each(["x-run-as", "X-Svc-Run-As"])(
    "a request to run as another person (%s) is answered 403 and takes no effect",
    async (header) => {
      const platform = await platformForTest();
      await createPerson(platform, "ada");
      const json = { type: "group", name: "Group" };
      const headers = { [header]: "username ada" };
      const answer = await call(platform, "POST", "/places", { json, headers });
      expect(answer.status).toBe(403);
      expect(answer.json()).toMatchObject({
        error: { message: expect.stringContaining(header.toLowerCase()) },
      });
      expect(answer.text).not.toContain("ada");
      expect(platform.journal.at(-1)).toMatchObject({ applied: false });
      const nobody = await call(platform, "GET", "/people", {
        as: null,
        headers,
      });
      expect(nobody.status).toBe(401);
    },
  );

  test("a body of another content type is answered 415", async () => {
    const platform = await platformForTest();
    const body = JSON.stringify(personBody("ada"));
    expect((await call(platform, "POST", "/people", { body })).status).toBe(
      415,
    );
  });

  test("whatever a person looks like, the answer is 201, 400 or 409", async () => {
    const platform = await platformForTest();
    const arbitrary = fc.oneof(
      fc.jsonValue(),
      fc.record({
        emails: fc.jsonValue(),
        name: fc.jsonValue(),
        svc: fc.jsonValue(),
      }),
      fc.dictionary(
        fc.constantFrom(
          "emails",
          "svc",
          "name",
          "tags",
          "__proto__",
          "constructor",
        ),
        fc.jsonValue(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(arbitrary, async (json) => {
        const { status } = await call(platform, "POST", "/people", { json });
        expect([201, 400, 409]).toContain(status);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a running platform", () => {
  test("is healthy, for everybody", async () => {
    const platform = await platformForTest();
    expect(
      (await call(platform, "GET", `${platform.origin}/healthz`, { as: null }))
        .status,
    ).toBe(200);
  });

  test("is on loopback, and its origin, base URL and auth URL are one", async () => {
    const platform = await platformForTest();
    expect(platform.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect([platform.baseUrl, platform.authUrl]).toEqual([
      platform.origin,
      platform.origin,
    ]);
  });

  test("refs keep its origin, however the request named the host", async () => {
    const platform = await platformForTest();
    const { port } = new URL(platform.origin);
    const answer = await call(
      platform,
      "GET",
      `http://localhost:${port}/api/core/v3/people?count=1`,
      {},
    );
    expect(answer.text).not.toContain("localhost");
  });

  test("closes at once, though a client keeps its socket", async () => {
    const platform = await startPlatform();
    const socket = connect(Number(new URL(platform.origin).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    const ended = once(socket, "close");
    await platform.close();
    await expect(ended).resolves.toBeDefined();
  });

  test("two have nothing in common", async () => {
    const [first, second] = [await platformForTest(), await platformForTest()];
    await createPerson(first, "ada");
    expect(second.findPerson("ada")).toBeUndefined();
  });

  test("a port that is taken is told by number", async () => {
    const { origin } = await platformForTest();
    const { port } = new URL(origin);
    await expect(startPlatform({ port: Number(port) })).rejects.toThrow(port);
  });

  test("leaves the Response and Request of its process alone", async () => {
    const platform: Platform = await platformForTest();
    await call(platform, "GET", "/people");
    expect([globalThis.Request, globalThis.Response]).toEqual(globals);
  });
});
