import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asService,
  call,
  personBody,
  platformForTest,
} from "../platform-for-test.ts";
import { effort } from "../../../../resilience/effort.ts";

describe("request body", () => {
  test.each([
    ["half a character in a username", '{"username":"\\ud800"}'],
    ["half a character as a field", '{"\\udc00":1}'],
  ])("a body with %s is answered 400", async (_what, body) => {
    const platform = await platformForTest();
    const headers = { "content-type": "application/json" };
    const answer = await call(platform, "POST", "/people", { body, headers });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("half a character");
  });

  test("a body may have whole characters, escaped or not, and escaped backslashes", async () => {
    const platform = await platformForTest();
    const json = JSON.stringify(personBody("ada", { location: "🚀 \\ud800" }));
    const answer = await call(platform, "POST", "/people", {
      body: json.replace("🚀", "\\ud83d\\ude80"),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({ location: "🚀 \\ud800" });
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
  ])(
    "a person with %s as its body is never answered 500",
    async (_case, body, status) => {
      const platform = await platformForTest();
      const answer = await call(platform, "POST", "/people", {
        body,
        headers: { "content-type": "application/json" },
      });
      expect(answer.status).toBe(status);
    },
  );

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

  test("a body of another content type is answered 415", async () => {
    const platform = await platformForTest();
    const body = JSON.stringify(personBody("ada"));
    expect((await call(platform, "POST", "/people", { body })).status).toBe(
      415,
    );
  });

  test("a person of any JSON value is answered 201, 400 or 409", async () => {
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
      { numRuns: effort(50, 200) },
    );
  });
});
