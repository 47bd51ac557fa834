import { describe, expect, test } from "vitest";
import { basic, call, platformForTest } from "../platform-for-test.ts";
import { byPassword, login, statusWith, tokensOf } from "./login-for-test.ts";

describe("admin", () => {
  test("a changed password applies to the login and to HTTP Basic, and tokens stay valid", async () => {
    const platform = await platformForTest();
    const { access_token } = await tokensOf(platform);
    const id = platform.findPerson("service")?.id ?? "";
    platform.admin.changePassword(id, "another");
    expect((await login(platform, byPassword)).status).toBe(401);
    const changed = byPassword.replace("service-password", "another");
    expect((await login(platform, changed)).status).toBe(200);
    const as = basic("service", "another");
    expect((await call(platform, "GET", "/people", { as })).status).toBe(200);
    expect(await statusWith(platform, access_token)).toBe(200);
  });

  test("a changed consumer secret applies to the login, and tokens stay valid", async () => {
    const platform = await platformForTest();
    const { access_token } = await tokensOf(platform);
    platform.admin.changeConsumerSecret("local-consumer-key", "another");
    expect((await login(platform, byPassword)).status).toBe(401);
    const as = basic("local-consumer-key", "another");
    expect((await login(platform, byPassword, { as })).status).toBe(200);
    expect(await statusWith(platform, access_token)).toBe(200);
    expect(() => platform.admin.changeConsumerSecret("other", "x")).toThrow(
      "no consumer other",
    );
  });
});
