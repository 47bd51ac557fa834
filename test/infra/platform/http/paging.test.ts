import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  call,
  createPerson,
  pageOf,
  platformForTest,
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

  test("the default and the maximum page size are options", async () => {
    const platform = await platformForTest({
      defaultPageSize: 1,
      maxPageSize: 2,
    });
    await createPerson(platform, "ada");
    const sizeOf = async (query: string) =>
      pageOf(await call(platform, "GET", `/people${query}`)).itemsPerPage;
    expect(await sizeOf("")).toBe(1);
    expect(await sizeOf("?count=50")).toBe(2);
  });
});
