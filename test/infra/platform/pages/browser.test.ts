import { describe, expect, test } from "vitest";
import { isThorough } from "../../../resilience/effort.ts";
import { chosen, populate } from "./populate.ts";
import { auditPage, devices } from "../../../fixtures/audit-page.ts";
import { siteForTest } from "./site.ts";

const site = siteForTest(populate);
const { open } = site;

const pages = [
  "/people",
  "/people?search=unknown",
  "/people/ada",
  "/people/long",
  "/people/unknown",
  "/contents",
  "/contents?type=poll&author=ada",
  "discussion",
  "long discussion",
  "place",
] as const;

function pathOf(page: (typeof pages)[number]): string {
  return page in chosen ? chosen[page as keyof typeof chosen] : page;
}

// What these pages look like in a browser concerns nobody but the people who try the stand-in.
describe.runIf(isThorough)("the stand-in's pages in a browser", () => {
  for (const path of pages)
    test.each(devices)(
      `axe finds no violation on ${path} in light and dark on a $device, and nothing sticks out`,
      async (look) => {
        const page = await open(pathOf(path), look);

        expect(await auditPage(page)).toEqual({
          violations: [],
          stickingOutPx: 0,
        });
      },
    );
});
