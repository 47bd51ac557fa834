import { expect, test } from "vitest";
import { nextPageOf, totalOf } from "../../../shared/source/list-call.ts";
import { pullSchema } from "../../../shared/webhook/pull.ts";
import { rows } from "../../fixtures/rows.ts";

const people = "https://api.example.com/people";
const url = `${people}?limit=2&offset=0`;
const byLink = { by: "link" };
const byOffset = { by: "offset", parameter: "offset" };

type Situation = {
  next?: object;
  total?: string;
  document?: unknown;
  link?: string;
  count?: number;
  read?: number;
  pages?: number;
};

test.each([
  [4, 4],
  ["40", 40],
  [-1, undefined],
  ["many", undefined],
  ["", undefined],
  [null, undefined],
  [[], undefined],
  [false, undefined],
])("the total %j counts as %j", (total, expected) => {
  const call = pullSchema.parse({ request: { url }, total: "/total" });
  const answer = { document: { total }, link: undefined };
  expect(totalOf(call, answer)).toBe(expected);
});

test.each(rows<[string, Situation, string | undefined]>`
  one answer has all | ${{}} | ${undefined}
  the header leads on | ${{ next: byLink, link: '<https://api.example.com/people?limit=2>; rel="self", <https://api.example.com/people?after=9>; rel="next"' }} | ?after=9
  the header has no next page | ${{ next: byLink, link: '<https://x.example/1>; rel="prev"' }} | ${undefined}
  there is no header | ${{ next: byLink }} | ${undefined}
  a value is the next cursor | ${{ next: { by: "cursor", from: "/next", parameter: "page[after]" }, document: { next: "a b" } }} | ?limit=2&offset=0&page%5Bafter%5D=a+b
  a path is the next page | ${{ next: { by: "cursor", from: "/links/next" }, document: { links: { next: "/people?cursor=7" } } }} | ?cursor=7
  the cursor is null | ${{ next: { by: "cursor", from: "/next" }, document: { next: null } }} | ${undefined}
  an offset counts records | ${{ next: byOffset, read: 4 }} | ?limit=2&offset=4
  a page is short, and no number says that it is the last | ${{ next: byOffset, count: 1, read: 3 }} | ?limit=2&offset=3
  a page is empty | ${{ next: byOffset, count: 0, read: 4 }} | ${undefined}
  the number of all records is read | ${{ next: byOffset, total: "/total", document: { total: 4 }, read: 4 }} | ${undefined}
  a number names the page | ${{ next: { by: "page", parameter: "page" }, pages: 2, read: 4 }} | ?limit=2&offset=0&page=3
`)("%s", (_situation, { next, total, ...situation }, expected) => {
  const call = pullSchema.parse({ request: { url }, next, total });
  const { document = {}, link, count = 2, read = 2, pages = 1 } = situation;
  const answer = { document, link };
  expect(nextPageOf(call, url, answer, { count, read, pages })).toBe(
    expected && people + expected,
  );
});

test.each(["", "offset&all", " offset", "offset ", "o".repeat(65)])(
  "%j is no parameter of a query",
  (parameter) => {
    const next = { by: "offset", parameter };
    const { error } = pullSchema.safeParse({ request: { url }, next });
    expect(error?.issues).toMatchObject([
      { message: "must be the name of a parameter of the query" },
    ]);
  },
);
