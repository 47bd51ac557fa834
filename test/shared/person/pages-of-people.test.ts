import { expect, test } from "vitest";
import type { CommunityPage } from "../../../shared/community/pages.ts";
import type { Person } from "../../../shared/community/person.ts";
import { pagesOfPeople } from "../../../shared/person/pages-of-people.ts";

/**
 * Reads pages of the list of all people.
 *
 * @param pages - "100+3" is a page of 3 people that names the offset 100, and "?+3" is one that names none. After "…",
 *   empty pages follow without an end
 * @returns the offset after each page, and the requests, each with its preparation
 */
async function readPages(pages: string, from = 0, maxPages = 10) {
  const isEndless = pages.endsWith("…");
  const all = pages.replace(" …", "").split(" ");
  const calls: unknown[] = [];
  const get = async (index: number): Promise<CommunityPage<Person>> => {
    calls.push(`page ${index}`);
    const [offset, people] = (all[index] ?? "0+0").split("+");
    return {
      items: Array.from({ length: Number(people) }, () => ({ id: "1" })),
      startIndex: offset === "?" ? undefined : Number(offset),
      itemsPerPage: undefined,
      prev: undefined,
      next:
        isEndless || index + 1 < all.length ? () => get(index + 1) : undefined,
    };
  };
  const list = (query: object) => {
    calls.push(query);
    return { page: () => get(0) };
  };
  const prepare = async () => void calls.push("prepare");
  const nexts: (number | "end")[] = [];
  const read = async () => {
    for await (const page of pagesOfPeople(list, from, maxPages, prepare))
      nexts.push(page.next ?? "end");
  };
  const error = await read().catch((thrown: unknown) => thrown);
  return { nexts: nexts.join(" "), calls, error };
}

test.each<[string, string, [from?: number, maxPages?: number], string]>([
  ["is none after the last page", "0+100 100+3", [], "100 end"],
  ["counts a short page as it is", "0+3 100+2 200+0", [], "3 102 end"],
  ["goes on if a page names none", "?+2 ?+3 ?+1", [50], "52 55 end"],
  ["never goes back", "50+2 0+3 0+1", [50], "52 55 end"],
  ["is not asked after `maxPages`", "0+1 1+1 2+1", [0, 2], "1 2"],
  ["is asked until it moves", "0+0 0+0 0+1 1+1", [0, 1], "0 0 1"],
])("the offset after a page of people %s", async (_, pages, query, nexts) => {
  const read = await readPages(pages, ...query);
  expect(read).toMatchObject({ nexts, error: undefined });
});

test("a read asks for pages of 100 people from its offset, and prepares each request", async () => {
  const { calls } = await readPages("7+1 8+1", 7);
  const query = { count: 100, startIndex: 7 };
  expect(calls).toEqual(["prepare", query, "page 0", "prepare", "page 1"]);
});

test("a read fails after a thousand pages without people", async () => {
  const { calls, error } = await readPages("0+0 …");
  expect(error).toMatchObject({ code: "answer-unreadable" });
  expect(calls.filter((call) => call === "prepare")).toHaveLength(1000);
});
