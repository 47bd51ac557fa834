import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Platform } from "../../../../../infra/local/platform/start-platform.ts";
import { asAda, call, createPerson } from "../talk.ts";
import { audit, looks, siteForTest } from "./site.ts";

const site = siteForTest(populate);
const { open } = site;

const pages = [
  "/people",
  "/people?search=nobody",
  "/people/ada",
  "/people/long",
  "/people/nobody",
];
for (const path of pages) {
  test.each(looks)(
    `axe finds no violation on ${path} in $colorScheme on a $device, and nothing sticks out`,
    async (look) => {
      const page = await open(path, look);

      expect(await audit(page)).toEqual({ violations: [], stickingOutPx: 0 });
    },
  );
}

test.each(pages)(
  "%s has its landmarks, one h1, a title and a language",
  async (path) => {
    const page = await open(path);

    for (const landmark of ["banner", "main", "contentinfo"] as const) {
      expect(await page.getByRole(landmark).count()).toBe(1);
    }
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(
      1,
    );
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.title()).toMatch(/^.+ · Community$/);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  },
);

test("every image loads, and has a text or is marked as decoration; the portrait says whose it is", async () => {
  const page = await open("/people/ada");

  const widths = await page.evaluate<number[]>(
    "Array.from(document.images, (image) => image.naturalWidth)",
  );
  expect(widths).toHaveLength(3);
  expect(Math.min(...widths)).toBeGreaterThan(0);
  expect(await page.locator("img:not([alt])").count()).toBe(0);
  const portrait = page.getByRole("img", { name: "Portrait of Ada Byron" });
  expect(await portrait.count()).toBe(1);
});

test.each(["light", "dark"] as const)(
  "in %s, whatever has the keyboard's focus shows it",
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

test("the first stop of the keyboard is a link past the banner", async () => {
  const page = await open("/people/ada");

  await page.keyboard.press("Tab");
  const skip = page.locator(":focus");
  expect(await skip.textContent()).toContain("Skip to content");
  expect((await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");

  expect(new URL(page.url()).hash).toBe("#content");
});

test("people are found by name and opened from the directory", async () => {
  const page = await open("/people");

  await page.getByRole("searchbox", { name: "Search by name" }).fill("byron");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Ada Byron" }).click();
  await page.getByRole("heading", { level: 1, name: "Ada Byron" }).waitFor();

  expect(new URL(page.url()).pathname).toBe("/people/ada");
});

test("markup that people write is text; nothing of it runs or loads", async () => {
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

test("the policy of the pages stops a script that gets in nevertheless", async () => {
  const page = await open("/people");

  await page.evaluate(`
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    document.body.append(script);
  `);

  expect(await page.title()).toBe("People · Community");
});

/** Ada, who has everything, and somebody whose every value is too long for a phone. */
async function populate(platform: Platform): Promise<void> {
  const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".repeat(
    3,
  );
  const ada = await createPerson(
    platform,
    "ada",
    {
      name: { givenName: "Ada", familyName: "Byron" },
      location: "London",
      status: "Counting",
      tags: ["engines", "notes"],
      phoneNumbers: [{ value: "+44 20 555 01", svc_label: "Phone Number" }],
    },
    {
      profile: [
        { svc_label: "Title", value: "Analyst" },
        { svc_label: "Biography", value: "Notes on the engine." },
      ],
    },
  );
  const dueDate = "2020-01-01T00:00:00.000+0000";
  const json = { type: "task", subject: "Late", dueDate };
  await call(platform, "POST", `/people/${ada.id}/tasks`, { as: asAda, json });
  const body = new FormData();
  body.append(
    "file",
    new File([await readFile("infra/local/sample/zoe.png")], "face.png"),
  );
  const { headers } = await call(platform, "POST", "/profileImages/temporary", {
    body,
  });
  const form = { imageURI: headers.get("location") ?? "" };
  await call(platform, "POST", `/people/${ada.id}/images`, { form });
  await createPerson(
    platform,
    "long",
    {
      name: { givenName: long, familyName: long },
      emails: [{ value: `${long}@community.example`, svc_label: long }],
      location: long,
      status: long,
      tags: [long],
      phoneNumbers: [{ value: "0".repeat(200), svc_label: long }],
      addresses: [{ svc_label: long, value: { formatted: long } }],
    },
    {
      profile: [
        { svc_label: "Title", value: long },
        { svc_label: long, value: long },
      ],
    },
  );
}
