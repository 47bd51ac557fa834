import { describe, expect, test } from "vitest";
import {
  basic,
  call,
  createPerson,
  platformForTest,
} from "../platform-for-test.ts";

describe("requester", () => {
  test.each([
    ["nothing", null],
    ["a wrong password", basic("service", "wrong")],
    ["an unknown user", basic("nobody", "service-password")],
    ["an unknown token", "Bearer nonsense"],
    ["an unknown scheme", "Digest abc"],
    ["no value", "Basic"],
    ["Basic without a colon", "Basic c2VydmljZQ=="],
  ])(
    "a request with %s is answered 401, as JSON and without a challenge",
    async (_case, as) => {
      const platform = await platformForTest();
      const answer = await call(platform, "GET", "/people", { as });
      expect(answer.status).toBe(401);
      expect(answer.json()).toEqual({
        error: { status: 401, message: expect.any(String) },
      });
      expect(answer.headers.has("www-authenticate")).toBe(false);
    },
  );

  test("HTTP Basic accepts any case of the scheme and the username", async () => {
    const platform = await platformForTest();
    const as = basic("Service", "service-password").replace("Basic", "basic");
    expect((await call(platform, "GET", "/people", { as })).status).toBe(200);
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
});
