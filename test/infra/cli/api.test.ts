import { describe, expect, test } from "vitest";
import { canaryKey, json, origin, problem, useCli } from "./cli-for-test.ts";

const cli = useCli();

/** A failed fetch whose message quotes the key, as that of an invalid header does. */
const lost = () =>
  new TypeError(`fetch failed: Bearer ${canaryKey}`, {
    cause: Object.assign(new Error(canaryKey), { code: "ECONNREFUSED" }),
  });

describe("a command that the API refuses", () => {
  test.each([
    [401, "unauthorized", "Correct it in the profile test"],
    [403, "forbidden", "lacks the scope"],
    [404, "not-found", "Check the id"],
    [409, "not-to-retry", "operations list --profile test"],
    [413, "payload-too-large", "log of the function operations-api"],
  ])(
    "ends with exit code 1 after a %i, and the error says what to do next",
    async (status, type, advice) => {
      const { exitCode, output, errors, sent } = await cli().run(
        "overview",
        () => problem(status, type, "The title of the problem"),
      );
      expect(exitCode).toBe(1);
      expect(output).toBe("");
      expect(errors).toContain(
        "Cannot read the overview: The title of the problem.",
      );
      expect(errors).toContain(advice);
      expect(errors).not.toContain(canaryKey);
      expect(sent).toHaveLength(1);
    },
  );

  test("does not follow a redirect, which could lead the key to another host", async () => {
    const { exitCode, errors, sent } = await cli().run(
      "overview",
      () =>
        new Response(null, {
          status: 307,
          headers: { location: "https://elsewhere.example.com" },
        }),
    );
    expect(exitCode).toBe(1);
    expect(errors).toContain("Redirects are not followed");
    expect(sent).toHaveLength(1);
  });

  test("names the place of an answer that does not have the documented form", async () => {
    const { exitCode, errors } = await cli().run("overview", () =>
      json({ at: canaryKey }),
    );
    expect(exitCode).toBe(1);
    expect(errors).toContain("does not have the documented form (at /at");
    expect(errors).not.toContain(canaryKey);
  });

  test("prints no escape sequence that the API sends", async () => {
    const { errors } = await cli().run("overview", () =>
      problem(409, "x", "\u001B]0;title\u0007\u001B[31m\u009Bred\u202E"),
    );
    expect(errors.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("a command whose request gets no answer", () => {
  test("asks again, and then names the origin and the cause", async () => {
    const { exitCode, errors, sent, pausesMs } = await cli().run(
      "overview",
      lost,
    );
    expect(exitCode).toBe(1);
    expect(errors).toContain(`no connection to ${origin} (ECONNREFUSED)`);
    expect(errors).toContain("Then repeat the command");
    expect(errors).not.toContain(canaryKey);
    expect(sent).toHaveLength(4);
    expect(pausesMs).toEqual([500, 2_000, 8_000]);
  });

  test("waits as long as a throttled answer says", async () => {
    const answers = [
      json({ message: "Too Many Requests" }, 429, { "retry-after": "7" }),
      problem(404, "not-found", "Not there"),
    ];
    const { errors, pausesMs } = await cli().run("overview", () =>
      answers.shift()!,
    );
    expect(errors).toContain("Not there");
    expect(pausesMs).toEqual([7_000]);
  });
});
