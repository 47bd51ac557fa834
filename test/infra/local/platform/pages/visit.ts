import type { Platform } from "../../../../../infra/local/platform/start-platform.ts";
import { call, type Answer, type Call } from "../platform-for-test.ts";

/** Gets a page of the platform, signed in as the service account unless told otherwise. */
export function visit(
  platform: Platform,
  path: string,
  options: Pick<Call, "as"> = {},
): Promise<Answer> {
  return call(platform, "GET", platform.origin + path, options);
}
