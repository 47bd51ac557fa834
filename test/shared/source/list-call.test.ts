import { expect, test } from "vitest";
import { nextPageOf } from "../../../shared/source/list-call.ts";
import { pullSchema } from "../../../shared/webhook/pull.ts";

const url = "https://api.example.com/people?limit=2&offset=0";

type Situation = {
  next?: object;
  total?: string;
  document?: unknown;
  link?: string;
  count?: number;
  read?: number;
  pages?: number;
};

test.each<[string, Situation, string | undefined]>([
  ["one answer has all", {}, undefined],
  [
    "the header leads on",
    {
      next: { by: "link" },
      link: '<https://api.example.com/people?limit=2>; rel="self", <https://api.example.com/people?after=9>; rel="next"',
    },
    "https://api.example.com/people?after=9",
  ],
  [
    "the header has no next page",
    { next: { by: "link" }, link: '<https://x.example/1>; rel="prev"' },
    undefined,
  ],
  ["there is no header", { next: { by: "link" } }, undefined],
  [
    "a value is the next cursor",
    {
      next: { by: "cursor", from: "/next", parameter: "page[after]" },
      document: { next: "a b" },
    },
    "https://api.example.com/people?limit=2&offset=0&page%5Bafter%5D=a+b",
  ],
  [
    "a path is the next page",
    {
      next: { by: "cursor", from: "/links/next" },
      document: { links: { next: "/people?cursor=7" } },
    },
    "https://api.example.com/people?cursor=7",
  ],
  [
    "the cursor is null",
    { next: { by: "cursor", from: "/next" }, document: { next: null } },
    undefined,
  ],
  [
    "an offset counts records",
    { next: { by: "offset", parameter: "offset" }, read: 4 },
    "https://api.example.com/people?limit=2&offset=4",
  ],
  [
    "a page is short, and no number says that it is the last",
    { next: { by: "offset", parameter: "offset" }, count: 1, read: 3 },
    "https://api.example.com/people?limit=2&offset=3",
  ],
  [
    "a page is empty",
    { next: { by: "offset", parameter: "offset" }, count: 0, read: 4 },
    undefined,
  ],
  [
    "the number of all records is read",
    {
      next: { by: "offset", parameter: "offset" },
      total: "/total",
      document: { total: 4 },
      read: 4,
    },
    undefined,
  ],
  [
    "a number names the page",
    { next: { by: "page", parameter: "page" }, pages: 2, read: 4 },
    "https://api.example.com/people?limit=2&offset=0&page=3",
  ],
])("%s", (_situation, { next, total, ...situation }, expected) => {
  const call = pullSchema.parse({ request: { url }, next, total });
  const { document = {}, link, count = 2, read = 2, pages = 1 } = situation;
  const answer = { document, link };
  expect(nextPageOf(call, url, answer, { count, read, pages })).toBe(expected);
});
