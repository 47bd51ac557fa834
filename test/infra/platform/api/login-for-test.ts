import * as z from "zod";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import { basic, call } from "../platform-for-test.ts";

/** The Authorization header of the developer key. */
export const consumer = basic("local-consumer-key", "local-consumer-secret");

/** The payload of a login by the service account. */
export const byPassword =
  "grant_type=password&username=service&password=service-password&scope=PRODUCTION";

/** Sends a payload to the login. */
export function login(
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

/** Logs in or renews, and returns the tokens of the answer. */
export async function tokensOf(platform: Platform, body = byPassword) {
  return tokensSchema.parse((await login(platform, body)).json());
}

/** The status of a call with this token. */
export async function statusWith(
  platform: Platform,
  token: string,
  scheme = "Bearer",
) {
  return (await call(platform, "GET", "/people", { as: `${scheme} ${token}` }))
    .status;
}

/** The payload of a renewal. */
export function renewal(refreshToken: string) {
  return `grant_type=refresh_token&refresh_token=${refreshToken}&scope=PRODUCTION`;
}
