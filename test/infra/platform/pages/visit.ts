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
