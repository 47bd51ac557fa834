import type { Page } from "playwright-core";
import {
  afterAll,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
} from "vitest";
import {
  startPlatform,
  type Platform,
} from "../../../../infra/platform/start-platform.ts";
import type { PlatformOptions } from "../../../../infra/platform/state/options.ts";
import {
  launchBrowser,
  noBrowser,
  type LocalBrowser,
} from "../../../fixtures/browser.ts";
import type { Look } from "../../../fixtures/audit-page.ts";
import { cookieOf } from "./visit.ts";

/**
 * Starts a platform and a browser before the tests of a file and closes them afterwards. The tests are skipped where
 * no browser runs.
 */
export function siteForTest(
  populate: (platform: Platform) => Promise<void>,
  options: Partial<PlatformOptions> = {},
) {
  let local: LocalBrowser | undefined;
  let platform: Platform;
  let cookie: string | undefined;

  beforeAll(async () => {
    [local, platform] = await Promise.all([
      launchBrowser(),
      startPlatform(options),
    ]);
    await populate(platform);
  });
  beforeEach((context) => context.skip(local === undefined, noBrowser));
  afterAll(async () => {
    await local?.close();
    await platform.close();
  });

  /** Opens a page with a session of Ada. It closes with the test. */
  async function open(path: string, look: Look = {}): Promise<Page> {
    if (local === undefined) throw new Error(noBrowser);
    const { colorScheme = "light", width = 1280 } = look;
    const context = await local.browser.newContext({
      colorScheme,
      viewport: { width, height: 900 },
    });
    onTestFinished(() => context.close());
    cookie ??= await cookieOf(platform, "ada");
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: platform.origin }]);
    const page = await context.newPage();
    const failed: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400 && response.url() !== platform.origin + path)
        failed.push(response.url());
    });
    await page.goto(platform.origin + path);
    // Its style, icon and images have loaded.
    expect(failed).toEqual([]);
    return page;
  }

  return { platform: () => platform, open };
}
