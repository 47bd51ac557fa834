import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../resilience/effort.ts";
import { createPerson } from "../platform-for-test.ts";
import { chosen, populate } from "./populate.ts";
import { auditPage, devices } from "../../../fixtures/audit-page.ts";
import { siteForTest } from "./site.ts";

const site = siteForTest(populate);
const { open } = site;

const pages = [
  "/people",
  "/people?search=unknown",
  "/people/ada",
  "/people/long",
  "/people/unknown",
  "/contents",
  "/contents?type=poll&author=ada",
  "discussion",
  "long discussion",
  "place",
] as const;

function pathOf(page: (typeof pages)[number]): string {
  return page in chosen ? chosen[page as keyof typeof chosen] : page;
}

// What these pages look like in a browser concerns nobody but the people who try the stand-in.
describe.runIf(isThorough)("the stand-in's pages in a browser", () => {
  for (const path of pages)
    test.each(devices)(
      `axe finds no violation on ${path} in light and dark on a $device, and nothing sticks out`,
      async (look) => {
        const page = await open(pathOf(path), look);

        expect(await auditPage(page)).toEqual({
          violations: [],
          stickingOutPx: 0,
        });
      },
    );

  test.each(["light", "dark"] as const)(
    "in %s, every element that has the keyboard's focus shows it",
    async (colorScheme) => {
      const page = await open("/people", { colorScheme });
      const stops = await page.locator("a[href], button, input").count();

      for (let stop = 0; stop < stops; stop++) {
        await page.keyboard.press("Tab");
        expect(await page.locator(":focus-visible").count()).toBe(1);
        const outline = await page.evaluate<string>(
          "getComputedStyle(document.activeElement).outline",
        );
        expect(outline).toMatch(/solid 3px$/);
      }
      expect(stops).toBeGreaterThan(6);
    },
  );

  test("the keyboard first reaches a link that skips the banner", async () => {
    const page = await open("/people/ada");

    await page.keyboard.press("Tab");
    const skip = page.locator(":focus");
    expect(await skip.textContent()).toContain("Skip to content");
    expect((await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");

    expect(new URL(page.url()).hash).toBe("#content");
  });

  test("the whole card of the directory opens the profile, and its link is named by the person alone", async () => {
    const page = await open("/people?search=byron");
    const link = page.getByRole("link", { name: "Ada Byron", exact: true });
    expect(await link.count()).toBe(1);

    await page.locator(".card").click();
    await page.getByRole("heading", { level: 1, name: "Ada Byron" }).waitFor();

    expect(new URL(page.url()).pathname).toBe("/people/ada");
  });

  test.each([
    ["phone", 390],
    ["tablet", 768],
  ] as const)(
    "on a %s, tasks and activity of a profile come before contact",
    async (_device, width) => {
      const page = await open("/people/ada", { width });

      const tops = await topsOf(page, ["Your tasks", "Activity", "Contact"]);

      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      expect(new Set(tops).size).toBe(3);
    },
  );

  test("markup that people write is text on the page, and nothing of it runs or loads", async () => {
    const hostile = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
    await createPerson(site.platform(), "mallory", {
      name: { givenName: hostile, familyName: hostile },
      status: hostile,
      tags: [hostile],
    });

    const page = await open("/people/mallory");

    expect(await page.locator("script, img[src='x']").count()).toBe(0);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      `${hostile} ${hostile}`,
    );
    expect(await page.title()).toBe(`${hostile} ${hostile} · Community`);
  });

  test("the content security policy stops a script that gets into a page", async () => {
    const page = await open("/people");

    await page.evaluate(`
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    document.body.append(script);
  `);

    expect(await page.title()).toBe("People · Community");
  });
});

/** The top edges of the sections with these headings, in pixels. */
function topsOf(page: Page, names: readonly string[]): Promise<number[]> {
  return Promise.all(
    names.map(async (name) => {
      const box = await page.getByRole("region", { name }).boundingBox();
      return box!.y;
    }),
  );
}
