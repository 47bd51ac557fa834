import { describe, expect, test } from "vitest";
import {
  type Search,
  searchPerson,
} from "../../../functions/employment/search-person.ts";
import type { CommunityPage } from "../../../shared/community/pages.ts";
import type { Person } from "../../../shared/community/person.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
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

const personWith = (username: string): Person => ({
  id: `id of ${username}`,
  svc: { username },
  emails: [{ value: `${username}@example.com`, primary: true }],
});

/** Searches for Ada among all people. Resolves to her id, or to the code of the failure. */
function search(list: ListPeople): Promise<string> {
  const run = {
    readNames: async () => ({ username: "ada", email: "ada@example.com" }),
    nameOf: (name: string) => name,
    steps: { idempotent: (_: string, work: () => unknown) => work() },
    platformAuth: {
      service: { people: { list } },
      serviceUsername: async () => "service",
    },
    protectedUsernames: [],
    store: { persons: { find: async () => undefined } },
  };
  return searchPerson(run as unknown as Search).catch(
    (error: unknown) => toStepFailure(error).code,
  );
}

const fullPage = (name: string) =>
  Array.from({ length: 100 }, (_, n) => `${name}${n}`);

describe("the search for a person among all people", () => {
  test.each<[title: string, pages: string[][]]>([
    ["on the first page", [["ada"]]],
    ["on a later page", [fullPage("a"), fullPage("b"), ["ada"]]],
    ["behind an empty first page", [[], ["ada"]]],
    ["behind an empty page", [fullPage("a"), [], [], ["ada"]]],
    ["behind a page with few people", [["x"], fullPage("b"), ["y", "ada"]]],
  ])("finds the person %s", async (_, pages) => {
    expect(await search(listOf(pages))).toBe("id of ada");
  });

  test.each<[title: string, pages: string[][]]>([
    ["is on no page", [fullPage("a"), ["x"]]],
    ["is nowhere, and the last page is empty", [fullPage("a"), []]],
    ["is nowhere, because no person can be seen", [[], []]],
  ])("ends if the person %s", async (_, pages) => {
    expect(await search(listOf(pages))).toBe("person-missing");
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
    expect(await search(list)).toBe("answer-unreadable");
  });
});
