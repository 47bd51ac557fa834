import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ApiShapeError,
  NotAllowedError,
} from "../../../shared/community/errors.ts";
import type { ListQuery } from "../../../shared/community/list-query.ts";
import type { CommunityPage } from "../../../shared/community/pages.ts";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import {
  answer,
  answering,
  type FakeAnswer,
  fakeHttp,
} from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";

/** A list of `total` people. The page size is `count` of the query, or 25. */
function peopleHttp(total: number) {
  return fakeHttp(({ url }) => {
    const startIndex = Number(url.searchParams.get("startIndex") ?? 0);
    const itemsPerPage = Number(url.searchParams.get("count") ?? 25);
    const end = startIndex + itemsPerPage;
    const at = (index: number) => `?startIndex=${index}&count=${itemsPerPage}`;
    const next = at(end);
    const prev = at(Math.max(0, startIndex - itemsPerPage));
    const ids = Array.from({ length: total }, (_, index) => ({
      id: String(index),
    }));
    return answer(200, {
      list: ids.slice(startIndex, end),
      startIndex,
      itemsPerPage,
      links: { ...(end < total && { next }), ...(startIndex > 0 && { prev }) },
    });
  });
}

async function idsOf(
  client: Pick<ReturnType<typeof clientOn>, "people">,
  query?: ListQuery,
): Promise<string[]> {
  const people = await Array.fromAsync(client.people.list(query));
  return people.map(({ id }) => id);
}

describe("paginated list", () => {
  test("has each item once, also page by page in both directions, for any length, page size and start", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(70),
        async (total, count, startIndex) => {
          const http = peopleHttp(total);
          const client = clientOn(http);
          const all = Array.from({ length: total }, (_, i) => String(i));
          const query = { count, startIndex };
          expect(await idsOf(client, query)).toEqual(all.slice(startIndex));
          const pages = Math.ceil((total - startIndex) / count);
          expect(http.requests).toHaveLength(Math.max(1, pages));
          const start = await client.people.list(query).page();
          const forwards = await walk(start, "next");
          expect(forwards.ids).toEqual(all.slice(startIndex));
          const backwards = await walk(forwards.last, "prev");
          expect(backwards.ids).toEqual(all.toReversed());
        },
      ),
    );
  });

  test("fetches only the pages whose items are read, and ends after maxItems", async () => {
    const http = peopleHttp(30);
    const list = clientOn(http).people.list({ count: 10, maxItems: 20 });
    expect(http.requests).toHaveLength(0);
    for (let index = 0; index < 10; index++) await list.next();
    expect(http.requests).toHaveLength(1);
    expect(await Array.fromAsync(list)).toHaveLength(10);
    expect(http.requests).toHaveLength(2);
  });

  test("throws errors at the first next() and not at the call", async () => {
    const { people, tasks } = clientOn(answering());
    const ada = { id: "7", resources: {} };
    const lists = [
      { list: people.list({ count: 0 }), error: TypeError },
      { list: tasks.list(""), error: TypeError },
      { list: tasks.list(ada), error: NotAllowedError },
    ];
    for (const { list, error } of lists)
      await expect(list.next()).rejects.toThrow(error);
  });

  test("sends every documented parameter, escaped", async () => {
    const http = fakeHttp(() => answer(200, { list: [] }));
    await clientOn(http)
      .contents.list({
        author: "7",
        count: 5,
        fields: ["id", "subject"],
        place: "https://community.example.test/api/core/v3/places/9",
        search: "A*B & more",
        startIndex: 0,
        tag: "größe",
        type: "discussion",
        maxItems: 3,
        maxPages: 2,
      })
      .next();
    const { searchParams } = http.requests[0]!.url;
    expect(Object.fromEntries(searchParams)).toEqual({
      author: "7",
      count: "5",
      fields: "id,subject",
      place: "https://community.example.test/api/core/v3/places/9",
      search: "A*B & more",
      startIndex: "0",
      tag: "größe",
      type: "discussion",
    });
  });

  test.each([
    ["count", [0, 1.5, NaN, "5"]],
    ["startIndex", [-1, Infinity]],
    ["maxItems", [0]],
    ["maxPages", [-1]],
    ["search", [""]],
    ["author", [7]],
    ["place", [{}]],
    ["tag", [null]],
    ["type", [["post"]]],
    ["fields", [["name,svc"], [""], [7]]],
  ])(
    "rejects a query with %s and any of %j, and sends nothing",
    async (name, values) => {
      for (const bad of values) {
        const listed = idsOf(clientOn(answering()), { [name]: bad });
        await expect(listed).rejects.toThrow(TypeError);
        await expect(listed).rejects.toThrow(name);
      }
    },
  );
});

/** The items of a page and of all further pages, in order. */
async function walk(
  page: CommunityPage<{ id: string }> | undefined,
  way: "next" | "prev",
): Promise<{ ids: string[]; last: CommunityPage<{ id: string }> }> {
  const ids: string[] = [];
  let last = page!;
  for (; page; page = await page[way]?.()) {
    const met = page.items.map(({ id }) => id);
    ids.push(...(way === "next" ? met : met.reverse()));
    last = page;
  }
  return { ids, last };
}

describe("page", () => {
  test("has its offset, its size and its neighbours", async () => {
    const { people } = clientOn(peopleHttp(5));
    const page = await people.list({ count: 2, startIndex: 2 }).page();
    expect(page).toEqual({
      items: [{ id: "2" }, { id: "3" }],
      startIndex: 2,
      itemsPerPage: 2,
      next: expect.any(Function) as unknown,
      prev: expect.any(Function) as unknown,
    });
    expect(await page.next?.()).toMatchObject({
      items: [{ id: "4" }],
      next: undefined,
    });
    const before = await page.prev?.();
    expect(before).toMatchObject({
      items: [{ id: "0" }, { id: "1" }],
      prev: undefined,
    });
    expect(await before?.next?.()).toBe(page);
  });

  test.each(["next", "prev"] as const)(
    "throws an error when its %s link does not lead to another page",
    async (way) => {
      const at = (startIndex: number, link: string) =>
        answer(200, { list: [], startIndex, links: { [way]: link } });
      for (const answers of [
        [at(5, fakeApiUrl + "/people")],
        [at(5, "?again"), at(5, "?more")],
        [at(5, "https://")],
      ]) {
        const page = await clientOn(answering(...answers))
          .people.list()
          .page();
        await expect(page[way]?.()).rejects.toMatchObject({
          name: "ApiShapeError",
        });
      }
    },
  );
});

describe("list response", () => {
  const ada = { id: "1" };

  test.each([
    { list: [ada], links: {} },
    { list: [ada] },
    { list: [ada], links: null },
    { list: [ada], links: { next: null } },
    [ada],
    `throw 'x';\n[{"id":"1"}]`,
  ])("is accepted as %j", async (body) => {
    expect(await idsOf(clientOn(answering(answer(200, body))))).toEqual(["1"]);
  });

  test.each([
    [{ items: [] }, "/list"],
    [{ list: [ada, { id: 2 }] }, "/list/1/id"],
    [{ list: [], links: { next: 1 } }, "/links/next"],
    [null, "/"],
    ["<html>", "not JSON"],
  ])(
    "is rejected when it is %j, with the position of the problem",
    async (body, problem) => {
      const http = answering(answer(200, body));
      await expect(idsOf(clientOn(http))).rejects.toMatchObject({
        name: "ApiShapeError",
        problems: [problem],
      });
    },
  );
});

describe("next link", () => {
  const page = (next: string) =>
    answer(200, { list: [{ id: "1" }], links: { next } });

  test("may be relative, and is followed when the prev link is not a URL", async () => {
    const links = { next: "?startIndex=1", prev: "https://" };
    const http = answering(
      answer(200, { list: [{ id: "1" }], links }),
      page("/api/core/v3/people?startIndex=2"),
      answer(200, { list: [] }),
    );
    await idsOf(clientOn(http));
    expect(http.requests.map(({ url }) => url.href)).toEqual([
      `${fakeApiUrl}/people`,
      `${fakeApiUrl}/people?startIndex=1`,
      `${fakeApiUrl}/people?startIndex=2`,
    ]);
  });

  test.each(rows<[string, FakeAnswer[]]>`
    leads back to an earlier page | ${[page("?a"), page("?b"), page("?a")]}
    leads to the same page | ${[page(`${fakeApiUrl}/people`)]}
    is not a URL | ${[page("https://")]}
  `)("throws an error when it %s", async (_what, answers) => {
    const { people } = clientOn(answering(...answers));
    await expect(idsOf({ people })).rejects.toThrow(ApiShapeError);
  });

  test("throws an error when there are more pages than maxPages", async () => {
    const http = fakeHttp((_request, index) => page(`?startIndex=${index}`));
    await expect(idsOf(clientOn(http), { maxPages: 7 })).rejects.toThrow(
      ApiShapeError,
    );
    expect(http.requests).toHaveLength(7);
  });
});
