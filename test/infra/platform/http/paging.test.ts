import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  asBob,
  call,
  contentBody,
  create,
  createPerson,
  namesIn,
  pageOf,
  platformForTest,
  platformWithPeople,
} from "../platform-for-test.ts";
import { effort } from "../../../resilience/effort.ts";

/** Follows a link of each page until a page has none. Returns the pages in order of arrival. */
async function walk(platform: Platform, path: string, link: "next" | "prev") {
  const pages = [];
  let url: string | undefined = path;
  while (url !== undefined) {
    const page: ReturnType<typeof pageOf> = pageOf(
      await call(platform, "GET", url, { as: asAda }),
    );
    pages.push(page);
    url = page.links[link];
  }
  return pages;
}

describe("paging", () => {
  test("yields each item exactly once, for any list size and page size, forwards and backwards", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(23),
        fc.integer({ min: 1, max: 25 }),
        async (listSize, count) => {
          const platform = await platformForTest({
            customStreamLimit: listSize,
          });
          const { id } = await createPerson(platform, "ada");
          for (let index = 0; index < listSize; index += 1) {
            await call(platform, "POST", `/people/${id}/streams`, {
              as: asAda,
              json: { name: `Stream ${index}` },
            });
          }
          const path = `/people/${id}/streams?count=${count}`;
          const forwards = await walk(platform, path, "next");
          const names = forwards.flatMap(({ list }) =>
            list.map(({ name }) => name),
          );
          // Every person has two standard streams.
          expect(names).toHaveLength(listSize + 2);
          expect(new Set(names).size).toBe(listSize + 2);
          for (const { list, itemsPerPage } of forwards) {
            expect(itemsPerPage).toBe(count);
            expect(list.length).toBeLessThanOrEqual(count);
          }
          const startIndex = forwards.at(-1)!.startIndex;
          const last = `${path}&startIndex=${startIndex}`;
          const backwards = await walk(platform, last, "prev");
          const again = backwards
            .toReversed()
            .flatMap(({ list }) => list.map(({ name }) => name));
          expect(again).toEqual(names);
        },
      ),
      { numRuns: effort(5, 25) },
    );
  });
});

describe("list query", () => {
  test("all parameters apply together, and links repeat them", async () => {
    const { platform, bob } = await platformWithPeople();
    for (const [as, type, subject] of [
      [asAda, "post", "A"],
      [asBob, "post", "B"],
      [asBob, "document", "C"],
    ] as const)
      await create(platform, "/contents", contentBody(type, { subject }), as);
    const query = `author=${bob.id}&type=post&search=b&count=1`;
    const path = `/contents?${query}&fields=subject`;
    expect(await namesIn(platform, path, "subject")).toEqual(["B"]);
    const answer = await call(
      platform,
      "GET",
      `/contents?author=${bob.id}&count=1`,
    );
    expect(answer.json()).toMatchObject({
      links: {
        next: `${platform.origin}/api/core/v3/contents?author=${bob.id}&count=1&startIndex=1`,
      },
    });
  });
});

describe("search", () => {
  test.each([
    ["strong", []],
    ["<p>", []],
    ["href", []],
    ["middle", ["html"]],
    ["word one", ["html"]],
    ["one*two", ["html"]],
    ["one<p>two", []],
    ["R&D", ["html"]],
    ["amp", []],
    ["<i>", ["plain"]],
  ])("matches text and not markup: %j finds %j", async (search, found) => {
    const { platform } = await platformWithPeople({ nowMs: () => 0 });
    const html =
      '<p>A <strong>mid</strong>dle <a href="/x">word</a> one</p><p>two: R&amp;D</p>';
    for (const [subject, content] of [
      ["html", { type: "text/html", text: html }],
      ["plain", { type: "text/plain", text: "Write <i> for italics" }],
    ]) {
      const json = contentBody("post", { subject, content });
      await create(platform, "/contents", json);
    }
    const path = `/contents?search=${encodeURIComponent(search)}`;
    expect(await namesIn(platform, path, "subject")).toEqual(found);
  });
});
