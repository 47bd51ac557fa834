import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ApiShapeError,
  ForeignOriginError,
} from "../../../shared/community/errors.ts";
import type { ListQuery } from "../../../shared/community/pages.ts";
import {
  clientFor,
  clientOn,
  fakeApiUrl,
  newPerson,
} from "../../fixtures/community-client.ts";
import { answer, answering, fakeHttp } from "../../fixtures/fake-http.ts";
import { platformForTest } from "../../infra/local/platform/talk.ts";

/** A list of `total` people, in pages of `count` as asked or of 25. */
function peopleHttp(total: number) {
  return fakeHttp(({ url }) => {
    const startIndex = Number(url.searchParams.get("startIndex") ?? 0);
    const itemsPerPage = Number(url.searchParams.get("count") ?? 25);
    const end = startIndex + itemsPerPage;
    const next = new URL(url);
    next.searchParams.set("startIndex", String(end));
    const ids = Array.from({ length: total }, (_, index) => ({
      id: String(index),
    }));
    return answer(200, {
      list: ids.slice(startIndex, end),
      startIndex,
      itemsPerPage,
      links: end < total ? { next } : {},
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

describe("a paginated list", () => {
  test("of any length, in pages of any size, from any start, yields each item once and in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(80),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(90),
        async (total, count, startIndex) => {
          const http = peopleHttp(total);
          const ids = await idsOf(clientOn(http), { count, startIndex });
          const expected = Array.from({ length: total }, (_, i) => String(i));
          expect(ids).toEqual(expected.slice(startIndex));
          const pages = Math.ceil((total - startIndex) / count);
          expect(http.requests).toHaveLength(Math.max(1, pages));
        },
      ),
    );
  });

  test("of the platform yields everybody once, whatever the page size", async () => {
    const platform = await platformForTest({ maxPageSize: 3 });
    const client = clientFor(platform);
    for (const username of ["ada", "bob", "cyd", "dan", "eve", "fay"])
      await client.people.create(newPerson(username));
    const everybody = platform.people().map(({ id }) => id);
    expect(everybody).toHaveLength(7);
    for (const count of [1, 2, 3, 7, 100])
      expect(await idsOf(client, { count })).toEqual(everybody);
    expect(await idsOf(client)).toEqual(everybody);
    expect(await idsOf(client, { startIndex: 5 })).toEqual(everybody.slice(5));
  });

  test("is fetched no further than it is read", async () => {
    const http = peopleHttp(30);
    const list = clientOn(http).people.list({ count: 10 });
    expect(http.requests).toHaveLength(0);
    for (let index = 0; index < 10; index++) await list.next();
    expect(http.requests).toHaveLength(1);
    await list.next();
    expect(http.requests).toHaveLength(2);
  });

  test("is asked for as the caller wants it, and else by its plain path", async () => {
    const http = fakeHttp(() => answer(200, { list: [] }));
    const { people } = clientOn(http);
    await people
      .list({ count: 5, startIndex: 10, fields: ["id", "name"] })
      .next();
    await people.list().next();
    expect(http.requests.map(({ url }) => url.href)).toEqual([
      `${fakeApiUrl}/people?count=5&startIndex=10&fields=id%2Cname`,
      `${fakeApiUrl}/people`,
    ]);
  });

  test("of chosen fields has these and no others", async () => {
    const { people } = clientFor(await platformForTest());
    const { value } = await people.list({ fields: ["name"] }).next();
    expect(value).toEqual({
      id: expect.any(String) as string,
      name: { givenName: "Service", familyName: "Account" },
      resources: expect.any(Object) as object,
    });
  });
});

describe("what counts as a list:", () => {
  const ada = { id: "1" };

  test.each([
    ["the documented list object", { list: [ada], links: {} }],
    ["one without links", { list: [ada] }],
    ["one with null for links", { list: [ada], links: null }],
    ["one with null for next", { list: [ada], links: { next: null } }],
    ["a bare array", [ada]],
    ["either of them behind a guard line", `throw 'x';\n[{"id":"1"}]`],
  ])("%s", async (_title, body) => {
    expect(await idsOf(clientOn(answering(answer(200, body))))).toEqual(["1"]);
  });

  test.each([
    [{ items: [] }, "/list"],
    [{ list: [ada, { id: 2 }] }, "/list/1/id"],
    [{ list: [], links: { next: 1 } }, "/links/next"],
    [null, "/"],
    ["<html>", "not JSON"],
  ])("%j does not, and the error says where", async (body, problem) => {
    const http = answering(
      answer(200, typeof body === "string" ? body : JSON.stringify(body)),
    );
    const error = await idsOf(clientOn(http)).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ApiShapeError);
    expect(error).toHaveProperty("problems", [problem]);
  });
});

describe("a next link", () => {
  const page = (next: string) =>
    answer(200, { list: [{ id: "1" }], links: { next } });

  test("may be relative", async () => {
    const http = answering(
      page("?startIndex=1"),
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

  test.each([
    "https://elsewhere.example.test/api/core/v3/people?startIndex=1",
    "//elsewhere.example.test/people",
    "http://community.example.test/api/core/v3/people?startIndex=1",
  ])("to %s is not followed", async (next) => {
    const http = answering(page(next));
    await expect(idsOf(clientOn(http))).rejects.toThrow(ForeignOriginError);
    expect(http.requests).toHaveLength(1);
  });

  test("that leads back to a page that was read ends in an error, not in a circle", async () => {
    const http = answering(page("?a"), page("?b"), page("?a"));
    await expect(idsOf(clientOn(http))).rejects.toThrow(ApiShapeError);
  });

  test("that leads to the same page is the smallest circle", async () => {
    const http = answering(page(`${fakeApiUrl}/people`));
    await expect(idsOf(clientOn(http))).rejects.toThrow(ApiShapeError);
  });

  test("that always leads on ends in an error after maxPages", async () => {
    const http = fakeHttp((_request, index) => page(`?startIndex=${index}`));
    await expect(idsOf(clientOn(http), { maxPages: 7 })).rejects.toThrow(
      ApiShapeError,
    );
    expect(http.requests).toHaveLength(7);
  });

  test("after exactly maxPages is not missed when there is none", async () => {
    const ids = await idsOf(clientOn(peopleHttp(6)), { count: 3, maxPages: 2 });
    expect(ids).toHaveLength(6);
  });

  test("that is no URL is an error of the platform", async () => {
    const http = answering(page("https://"));
    await expect(idsOf(clientOn(http))).rejects.toThrow(ApiShapeError);
  });
});
