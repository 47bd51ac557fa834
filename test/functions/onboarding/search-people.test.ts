import { describe, expect, test } from "vitest";
import { searchPeople } from "../../../functions/employment/search-person.ts";
import type { CommunityPage } from "../../../shared/community/pages.ts";
import type { Person } from "../../../shared/community/person.ts";
import type { ListPeople } from "../../../shared/person/pages-of-people.ts";

/** A list of pages of one hundred people. The service account sees only some of them. */
function listOf(pages: readonly string[][]): ListPeople {
  const pageAt = (index: number): CommunityPage<Person> => ({
    items: (pages[index] ?? []).map(personWith),
    startIndex: index * 100,
    itemsPerPage: undefined,
    prev: undefined,
    next: index + 1 < pages.length ? async () => pageAt(index + 1) : undefined,
  });
  return ({ startIndex }) => ({
    page: async () => pageAt(Math.floor(startIndex / 100)),
  });
}

const personWith = (id: string): Person => ({ id });

/** Searches in parts of two pages, until the search ends. */
async function search(pages: readonly string[][], idWanted: string) {
  let startIndex = 0;
  for (let part = 1; part <= 20; part++) {
    const found = await searchPeople(
      listOf(pages),
      ({ id }) => id === idWanted,
      startIndex,
      2,
    );
    if (found === "none") return "none";
    if ("person" in found) return found.person.id;
    startIndex = found.next;
  }
  return "no end";
}

const fullPage = (name: string) =>
  Array.from({ length: 100 }, (_, n) => `${name}${n}`);

describe("the search for a person among all people", () => {
  test.each<[string, string[][]]>([
    ["on the first page", [["ada"]]],
    ["on a later page", [fullPage("a"), fullPage("b"), ["ada"]]],
    ["behind a first page without anybody", [[], ["ada"]]],
    ["behind a page without anybody", [fullPage("a"), [], [], ["ada"]]],
    ["behind a page with few people", [["x"], fullPage("b"), ["y", "ada"]]],
  ])("finds the person %s", async (_, pages) => {
    expect(await search(pages, "ada")).toBe("ada");
  });

  test.each<[string, string[][]]>([
    ["is on no page", [fullPage("a"), ["x"]]],
    ["is nowhere, and the last page has nobody", [fullPage("a"), []]],
    ["is nowhere, because nobody can be seen", [[], []]],
  ])("ends if the person %s", async (_, pages) => {
    expect(await search(pages, "ada")).toBe("none");
  });

  test("fails if empty pages have no end", async () => {
    const page: CommunityPage<Person> = {
      items: [],
      startIndex: undefined,
      itemsPerPage: undefined,
      prev: undefined,
      next: async () => page,
    };
    const list = () => ({ page: async () => page });
    await expect(searchPeople(list, () => false, 0, 2)).rejects.toMatchObject({
      code: "answer-unreadable",
    });
  });
});
