import { describe, expect, test } from "vitest";
import {
  asAda,
  call,
  createPerson,
  guard,
  personBody,
  platformForTest,
} from "../platform-for-test.ts";

describe("guard line", () => {
  test("begins the answer of every successful GET with JSON", async () => {
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

  test("is absent from other methods, errors and bytes", async () => {
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
});

test("every ref has the platform's own origin, and not the host of the request", async () => {
  const platform = await platformForTest();
  const { port } = new URL(platform.origin);
  const path = `http://localhost:${port}/api/core/v3/people?count=1`;
  const { text } = await call(platform, "GET", path);
  expect(text).toContain(platform.origin);
  expect(text).not.toContain("localhost");
});

test("requests above the rate limit of a second are answered 429 with Retry-After", async () => {
  let nowMs = 0;
  const options = { rateLimit: 2, nowMs: () => nowMs };
  const platform = await platformForTest(options);
  const answers = [];
  for (nowMs of [0, 1, 999, 1000]) {
    const { status, headers } = await call(platform, "GET", "/people");
    answers.push([status, headers.get("retry-after")]);
  }
  const accepted = [200, null];
  expect(answers).toEqual([accepted, accepted, [429, "1"], accepted]);
});
