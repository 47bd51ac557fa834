import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Platform } from "../../../../../infra/local/platform/start-platform.ts";
import { basic, call, platformForTest } from "../platform-for-test.ts";

const consumer = basic("local-consumer-key", "local-consumer-secret");

const byPassword =
  "grant_type=password&username=service&password=service-password&scope=PRODUCTION";

function login(
  platform: Platform,
  body: string,
  {
    as = consumer,
    type = "application/json",
  }: { as?: string | null; type?: string } = {},
) {
  return call(platform, "POST", `${platform.authUrl}/login`, {
    as,
    body,
    headers: { "content-type": type },
  });
}

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});

async function tokensOf(platform: Platform, body = byPassword) {
  return tokensSchema.parse((await login(platform, body)).json());
}

async function statusWith(
  platform: Platform,
  token: string,
  scheme = "Bearer",
) {
  return (await call(platform, "GET", "/people", { as: `${scheme} ${token}` }))
    .status;
}

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
