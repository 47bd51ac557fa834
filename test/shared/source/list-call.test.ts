import { expect, test } from "vitest";
import { nextPageOf, totalOf } from "../../../shared/source/list-call.ts";
import { pullSchema } from "../../../shared/webhook/pull.ts";
import { rows } from "../../fixtures/rows.ts";

const people = "https://api.example.com/people";
const url = `${people}?limit=2&offset=0`;
const byLink = { by: "link" };
const byOffset = { by: "offset", parameter: "offset" };

/** The call and an answer. `count`: the records of the answer; `read` and `pages`: all records and pages so far. */
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

test.each(rows<[string, string | undefined, Situation]>`
  one answer has all | ${undefined} | ${{}}
  the header leads on | ?after=9 | ${{ next: byLink, link: '<https://api.example.com/people?limit=2>; rel="self", <https://api.example.com/people?after=9>; rel="next"' }}
  the header has no next page | ${undefined} | ${{ next: byLink, link: '<https://x.example/1>; rel="prev"' }}
  there is no header | ${undefined} | ${{ next: byLink }}
  a value is the next cursor | ?limit=2&offset=0&page%5Bafter%5D=a+b | ${{ next: { by: "cursor", from: "/next", parameter: "page[after]" }, document: { next: "a b" } }}
  a path is the next page | ?cursor=7 | ${{ next: { by: "cursor", from: "/links/next" }, document: { links: { next: "/people?cursor=7" } } }}
  the cursor is null | ${undefined} | ${{ next: { by: "cursor", from: "/next" }, document: { next: null } }}
  an offset counts records | ?limit=2&offset=4 | ${{ next: byOffset, read: 4 }}
  a page is short, and no number says that it is the last | ?limit=2&offset=3 | ${{ next: byOffset, count: 1, read: 3 }}
  a page is empty | ${undefined} | ${{ next: byOffset, count: 0, read: 4 }}
  the number of all records is read | ${undefined} | ${{ next: byOffset, total: "/total", document: { total: 4 }, read: 4 }}
  a number names the page | ?limit=2&offset=0&page=3 | ${{ next: { by: "page", parameter: "page" }, pages: 2, read: 4 }}
`)("the next page if %s: %s", (_, expected, { next, total, ...situation }) => {
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
