import { describe, expect, test } from "vitest";
import { call, personBody, platformForTest } from "../platform-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

describe("request body", () => {
  test.each(rows<[string, string | Uint8Array<ArrayBuffer>, number]>`
    no JSON | { | ${400}
    nothing | ${""} | ${400}
    deep nesting | ${"[".repeat(500_000)} | ${400}
    deep nesting in a known field | ${`{"emails":${"[".repeat(200_000)}${"]".repeat(200_000)}}`} | ${400}
    deep nesting in an unknown field | ${JSON.stringify(personBody("ada")).replace("{", `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)},`)} | ${201}
    no UTF-8 | ${Buffer.from(JSON.stringify(personBody("ada", { location: "\xff" })), "latin1")} | ${400}
    a body above 1 MB | ${JSON.stringify(personBody("ada", { location: "x".repeat(1_048_576) }))} | ${413}
    a body just below 1 MB | ${JSON.stringify(personBody("ada", { location: "x".repeat(1_048_000) }))} | ${201}
  `)(
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

  test("a body of another content type is answered 415", async () => {
    const platform = await platformForTest();
    const body = JSON.stringify(personBody("ada"));
    expect((await call(platform, "POST", "/people", { body })).status).toBe(
      415,
    );
  });
});
