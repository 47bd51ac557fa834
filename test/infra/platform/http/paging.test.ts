import { describe, expect, test } from "vitest";
import { clientFor } from "../../../fixtures/community-client.ts";
import {
  asAda,
  asBob,
  call,
  contentBody,
  create,
  namesIn,
  platformForTest,
  platformWithPeople,
} from "../platform-for-test.ts";

test("pages of any size lead forwards and backwards over each item exactly once", async () => {
  const platform = await platformForTest({ seed: true });
  const { people } = clientFor(platform);
  const all = platform.people().map(({ id }) => id);
  for (const count of [1, 2, 7, all.length, all.length + 1]) {
    const pages = [await people.list({ count }).page()];
    for (let page = pages[0]; page?.next; pages.push(page))
      page = await page.next();
    expect(pages.flatMap(({ items }) => items).map(({ id }) => id)).toEqual(
      all,
    );
    for (let page = pages.pop(); page?.prev;) {
      page = await page.prev();
      expect(page).toMatchObject({
        items: pages.pop()?.items,
        itemsPerPage: count,
      });
    }
    expect(pages).toEqual([]);
  }
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
