import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../../infra/local/platform/start-platform.ts";
import {
  asAda,
  asBob,
  createPerson,
  platformForTest,
} from "../platform-for-test.ts";
import { visit } from "./visit.ts";

describe("the directory", () => {
  test("lists everybody by name, with a link to each", async () => {
    const platform = await withPeople(["Zoë Lindqvist", "Émile Dufour"]);

    const { text } = await visit(platform, "/people");

    expect(namesOn(text)).toEqual([
      "Émile Dufour",
      "Service Account",
      "Zoë Lindqvist",
    ]);
    expect(text).toContain('<a class="card" href="/people/user0">');
    expect(text).toContain("3 people");
  });

  test.each([
    ["zoe", ["Zoë Lindqvist"]],
    ["LINDQVIST", ["Zoë Lindqvist"]],
    ["lind zo", ["Zoë Lindqvist"]],
    ["  du ", ["Émile Dufour"]],
    ["o", ["Émile Dufour", "Service Account", "Zoë Lindqvist"]],
    ["user0", []],
    ["*", []],
  ])("search for «%s» finds %j", async (search, names) => {
    const platform = await withPeople(["Zoë Lindqvist", "Émile Dufour"]);

    const query = new URLSearchParams({ search });
    const { text } = await visit(platform, `/people?${query}`);

    expect(namesOn(text)).toEqual(names);
    expect(text.includes("Nobody here has that name.")).toBe(
      names.length === 0,
    );
  });

  test("shows its people by pages, each once, and keeps what was searched", async () => {
    const names = Array.from({ length: 130 }, (_, index) => `Person ${index}`);
    const platform = await withPeople(names);

    const pages = [];
    for (let page = 1; page <= 3; page++) {
      const query = `search=person&page=${page}`;
      pages.push((await visit(platform, `/people?${query}`)).text);
    }

    expect(pages.map((page) => namesOn(page).length)).toEqual([60, 60, 10]);
    expect(pages.flatMap(namesOn).toSorted()).toEqual(names.toSorted());
    expect(pages[1]).toContain('href="/people?search=person&amp;page=1"');
    expect(pages[1]).toContain('href="/people?search=person&amp;page=3"');
    expect(pages[2]).not.toContain('rel="next"');
  });

  test.each([
    "page=0",
    "page=-1",
    "page=x",
    "page=1.5",
    "page=999999",
    "page=",
    `search=${"x".repeat(10_000)}`,
  ])(
    "a query that makes no sense still leads to a page: %.20s",
    async (query) => {
      const platform = await platformForTest();

      expect((await visit(platform, `/people?${query}`)).status).toBe(200);
    },
  );
});

describe("who sees whom", () => {
  test("people who are not visible are listed for themselves and administrators only", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada", {}, { visible: false });
    await createPerson(platform, "bob");

    const listFor = async (options: { as?: string }) =>
      namesOn((await visit(platform, "/people", options)).text);

    expect(await listFor({ as: asAda })).toContain("ada Example");
    expect(await listFor({})).toContain("ada Example");
    expect(await listFor({ as: asBob })).not.toContain("ada Example");
  });

  test("a hidden name is neither shown nor found", async () => {
    const platform = await platformForTest({ hiddenFields: ["name"] });
    const name = { givenName: "Augusta", familyName: "Byron" };
    await createPerson(platform, "ada", { name });
    await createPerson(platform, "bob");

    const all = await visit(platform, "/people", { as: asBob });
    const found = await visit(platform, "/people?search=byron", { as: asBob });

    expect(namesOn(all.text)).toContain("ada");
    expect(all.text).not.toMatch(/Augusta|Byron/);
    expect(namesOn(found.text)).toEqual([]);
  });
});

/** A platform with people of these names; their usernames are user0, user1, ... */
async function withPeople(names: readonly string[]): Promise<Platform> {
  const platform = await platformForTest();
  for (const [index, formatted] of names.entries()) {
    const [givenName, familyName] = formatted.split(" ");
    await createPerson(platform, `user${index}`, {
      name: { formatted, givenName, familyName },
    });
  }
  return platform;
}

function namesOn(page: string): string[] {
  return [...page.matchAll(/<span class="card-name">([^<]*)</g)].map(
    ([, name]) => name!,
  );
}
