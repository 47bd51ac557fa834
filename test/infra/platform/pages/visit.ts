import type { Platform } from "../../../../infra/platform/start-platform.ts";
import { call, type Answer, type Call } from "../platform-for-test.ts";

/** Gets a page of the platform. The request is signed by the service account unless `as` says otherwise. */
export function visit(
  platform: Platform,
  path: string,
  options: Pick<Call, "as" | "headers"> = {},
): Promise<Answer> {
  return call(platform, "GET", platform.origin + path, options);
}

/** Sends a form as a browser does, without credentials; `headers` may add a cookie or name another origin. */
export function sendForm(
  platform: Platform,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(platform, "POST", platform.origin + path, {
    as: null,
    form,
    headers: { origin: platform.origin, ...headers },
  });
}

/** Signs a person in with the form. Returns the cookie as a browser sends it back. */
export async function cookieOf(
  platform: Platform,
  username: string,
): Promise<string> {
  const form = { username, password: `${username}-password` };
  const { headers } = await sendForm(platform, "/sign-in", form);
  return headers.get("set-cookie")?.split(";")[0] ?? "no cookie";
}
