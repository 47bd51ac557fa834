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

describe("unknown route", () => {
  test.each(["/nothing", "/people/1/nothing", "/", "/people//tasks"])(
    "the unknown path %s is answered 404",
    async (path) => {
      const platform = await platformForTest();
      const answer = await call(platform, "GET", path);
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({
        error: { status: 404, message: expect.any(String) },
      });
    },
  );

  test("a request without credentials is answered 401 on every path", async () => {
    const platform = await platformForTest();
    expect((await call(platform, "GET", "/nothing", { as: null })).status).toBe(
      401,
    );
    expect(
      (await call(platform, "PATCH", "/people", { as: null })).status,
    ).toBe(401);
  });

  test.each([
    ["DELETE", "/people", "POST, GET, HEAD"],
    ["POST", "/people/1", "GET, HEAD, PUT, DELETE"],
    ["PATCH", "/people/1/", "GET, HEAD, PUT, DELETE"],
    ["GET", "/profileImages/temporary", "POST"],
    ["DELETE", "/people/1/avatar", "GET, HEAD"],
  ])(
    "%s %s is answered 405 with the existing methods",
    async (method, path, allow) => {
      const platform = await platformForTest();
      const answer = await call(platform, method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe(allow);
      expect(answer.json()).toMatchObject({ error: { status: 405 } });
    },
  );
});
