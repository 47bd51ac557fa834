import type { Browser, Page } from "playwright-core";
import {
  afterAll,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { auditPage, devices, type Look } from "../../../fixtures/audit-page.ts";
import { launchBrowser, noBrowser } from "../../../fixtures/browser.ts";
import { effort, isThorough } from "../../../resilience/effort.ts";
import { rowOf } from "../../../functions/lists/lists-for-test.ts";
import {
  heldDeletion,
  heldTermination,
  incompleteHire,
  useSample,
} from "./sample.ts";

const { environment, site } = useSample();
let browser: Browser | undefined;
let plan = "";

beforeAll(async () => {
  browser = await launchBrowser();
  await environment().addPerson("ada.lovelace");
  const employee = "an-employee-with-a-rather-long-id-4711";
  const made = await environment().plan([
    rowOf({ id: employee, login: "ada.lovelace", mail: "else@example.com" }),
    rowOf({ id: "E-1", mail: "no address" }),
  ]);
  plan = made.id;
});
beforeEach((context) => {
  context.skip(browser === undefined, noBrowser);
});
afterAll(() => browser?.close());

const pages = () => [
  "overview",
  "operations?status=needs_attention",
  "operations?status=cancelled",
  "operations?since=wrong",
  `operation?id=${incompleteHire.id}`,
  `operation?id=${heldTermination.id}&done=release`,
  `confirm?verb=resolve&operation=${incompleteHire.id}`,
  `confirm?verb=release&operation=${heldTermination.id}`,
  `operation?id=${heldDeletion.id}`,
  `confirm?verb=release&operation=${heldDeletion.id}`,
  "confirm?verb=retry&all=1&status=failed",
  "employees",
  "employee?id=E-1042",
  "limits",
  "callers",
  "plans",
  `plan?id=${plan}`,
  `plan-confirm?id=${plan}&verb=approve`,
  "reasons",
  "find?id=99",
  "unknown",
];

/** `npm test` looks at the two pages that operators use most, at the width of a phone. */
const mostUsedPages = () => pages().slice(0, 2);

test.each(effort(devices.slice(0, 1), devices))(
  "axe finds no violation on the pages in light and dark on a $device, and nothing sticks out",
  async (look) => {
    const page = await open("overview", look);
    for (const path of effort(mostUsedPages, pages)()) {
      await page.goto(new URL(path, page.url()).href);
      expect([path, await auditPage(page)]).toEqual([
        path,
        { violations: [], stickingOutPx: 0 },
      ]);
    }
  },
);

test.runIf(isThorough)(
  "axe finds no violation on what a form answers, in light and dark on a phone",
  async () => {
    const path = "operations?reason=platform-error-503&status=failed&tick=all";
    const page = await open(path, { width: 375 });
    const expectNoViolation = async () =>
      expect(await auditPage(page)).toEqual({
        violations: [],
        stickingOutPx: 0,
      });
    await page.getByRole("button", { name: "Resolve…" }).click();
    await page.getByLabel("How you repaired it").fill(" ");
    await page.getByRole("button", { name: "Resolve 30 operations" }).click();
    await page.getByRole("alert").waitFor();
    await expectNoViolation();

    await page.getByLabel("How you repaired it").fill("By hand");
    await page.getByRole("button", { name: "Resolve 30 operations" }).click();
    await page
      .getByRole("heading", { name: "30 operations resolved" })
      .waitFor();
    await expectNoViolation();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await expectNoViolation();
  },
);

test.runIf(isThorough).each(["light", "dark"] as const)(
  "in %s, the keyboard reaches the link over the banner first, and each focused element shows the focus",
  async (colorScheme) => {
    const page = await open("operations", { colorScheme });
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toContain("Skip");

    // So many that the focus gets past the banner and the filters, and far into the 50 rows.
    for (let stop = 0; stop < 170; stop++) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate<unknown>(`(() => {
        const focused = document.activeElement;
        const { left, top, bottom, width, height } = focused.getBoundingClientRect();
        const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
        return {
          isMarked: getComputedStyle(focused).outlineStyle === "solid",
          isSeen: focused.contains(onTop) || onTop?.contains(focused),
        };
      })()`);
      expect(seen).toEqual({ isMarked: true, isSeen: true });
    }
  },
);

test.runIf(isThorough)(
  "the slash key leads to the search, and a click copies an id",
  async () => {
    const page = await open("operations");
    await page
      .context()
      .grantPermissions(["clipboard-read", "clipboard-write"]);

    await page.locator("[data-copy]").first().click();
    await page.locator("[data-copied]").waitFor();
    const copied = await page.evaluate<string>(
      "navigator.clipboard.readText()",
    );
    expect(copied).toBe(
      await page.locator("[data-copy]").first().textContent(),
    );

    await page.keyboard.press("/");
    await page.keyboard.type("E-1000");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Employee E-1000" }).waitFor();
  },
);

test.runIf(isThorough)(
  "the worklist refreshes itself, and not while operations are selected",
  async () => {
    const page = await open("overview");
    await page.clock.install();
    await page.goto(
      new URL("operations?status=needs_attention", page.url()).href,
    );
    const reads = () =>
      site.asked().filter((one) => one.startsWith("GET /operations?")).length;

    const before = reads();
    await page.clock.runFor(15_000);
    await expect.poll(reads).toBe(before + 1);
    expect(await page.title()).toMatch(/^\(\d+\) Worklist · Console$/);

    await page.locator("input[name=operation]").first().check();
    await page.clock.runFor(60_000);
    expect(reads()).toBe(before + 1);
  },
);

test.runIf(isThorough)(
  "a page that cannot be read again says so until it can, and the end of the session is shown",
  async () => {
    const page = await open("overview");
    await page.clock.install();
    await page.reload();
    const isOld = page.getByRole("alert");

    site.answerInstead(() => new Response(null, { status: 500 }));
    for (let reads = 0; reads < 2; reads++) {
      await page.clock.runFor(15_000);
      await isOld.waitFor();
    }
    expect(await page.title()).toMatch(/^Old: \(\d+\) Overview/);

    site.answerInstead(() => undefined);
    await page.clock.runFor(15_000);
    await isOld.waitFor({ state: "detached" });
    expect(await page.title()).toMatch(/^\(\d+\) Overview/);

    await page.context().clearCookies();
    await page.clock.runFor(15_000);
    await page.getByText("Open the console with its link").waitFor();
    expect(await page.title()).toBe("Open the console with its link · Console");
  },
);

/** Opens a page by a link of its own. */
async function open(
  path: string,
  { colorScheme = "light", width = 1280 }: Look = {},
): Promise<Page> {
  if (browser === undefined) throw new Error(noBrowser);
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height: 900 },
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(site.running().renewLink());
  if (path !== "overview") await page.goto(new URL(path, page.url()).href);
  return page;
}
