import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import { asBob, createPerson, platformForTest } from "../platform-for-test.ts";
import { setStatus } from "./set-status.ts";
import { visit } from "./visit.ts";

describe("the directory", () => {
  test("lists all people by name, with a link to each", async () => {
    const platform = await withPeople(["Zoë Lindqvist", "Émile Dufour"]);

    const { text } = await visit(platform, "/people");

    expect(namesOn(text)).toEqual(["Émile Dufour", "Zoë Lindqvist"]);
    expect(text).toContain('<a class="plain strong" href="/people/user0">');
    expect(text).toContain("2 people");
  });

  test("shows the status of each person with its time", async () => {
    let nowMs = Date.UTC(2026, 10, 20, 14, 5);
    const platform = await platformForTest({ nowMs: () => nowMs });
    const ada = await createPerson(platform, "ada");
    await createPerson(platform, "bob", { status: "New here" });
    await createPerson(platform, "carl");
    nowMs += 60_000;
    await setStatus(platform, ada, "First");
    nowMs += 60_000;
    await setStatus(platform, ada, "Second");

    const { text } = await visit(platform, "/people");

    expect(cardOf(text, "ada")).toMatch(
      /Second.*<time datetime="2026-11-20T14:07:00.000Z">20 Nov 2026, 14:07 UTC<\/time>/,
    );
    expect(cardOf(text, "ada")).not.toContain("First");
    expect(cardOf(text, "bob")).toMatch(/New here.*20 Nov 2026, 14:05 UTC/);
    expect(cardOf(text, "carl")).not.toContain("status");
  });

  test.each([
    ["zoe", ["Zoë Lindqvist"]],
    ["LINDQVIST", ["Zoë Lindqvist"]],
    ["lind zo", ["Zoë Lindqvist"]],
    ["  du ", ["Émile Dufour"]],
    ["l", ["Émile Dufour", "Zoë Lindqvist"]],
    ["service", []],
    ["user0", []],
    ["*", []],
  ])("finds by «%s»: %j", async (search, names) => {
    const platform = await withPeople(["Zoë Lindqvist", "Émile Dufour"]);

    const query = new URLSearchParams({ search });
    const { text } = await visit(platform, `/people?${query}`);

    expect(namesOn(text)).toEqual(names);
    expect(text.includes("No person has this name.")).toBe(names.length === 0);
  });
});

describe("privacy in the directory", () => {
  test("a search neither shows nor finds a hidden name", async () => {
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
  return [...page.matchAll(/<a class="plain strong"[^>]*>([^<]*)</g)].map(
    ([, name]) => name!,
  );
}

/** The card of one person. */
function cardOf(page: string, username: string): string {
  const cards = page.split('<li class="card beside">');
  return cards.find((card) => card.includes(`"/people/${username}"`)) ?? "";
}
