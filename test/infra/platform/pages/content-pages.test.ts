import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  asBob,
  call,
  create,
  createPerson,
  platformForTest,
  refOf,
} from "../platform-for-test.ts";
import { visit } from "./visit.ts";

const startMs = Date.UTC(2026, 10, 20, 14, 5);

describe("the html resource of a content", () => {
  test.each(["announcement", "discussion", "document", "poll", "post"])(
    "opens a page with author, date, place and a way back: %s",
    async (type) => {
      const { platform, place } = await writers();
      const content = await write(platform, type, { place: place.id });

      const answer = await call(platform, "GET", refOf(content, "html"), {
        as: asBob,
      });

      const { text } = answer;
      expect(answer.status).toBe(200);
      expect(text).toContain("<title>Engines · Community</title>");
      expect(text).toContain("<h1>Engines</h1>");
      expect(text.toLowerCase()).toContain(`<p class="muted">${type}</p>`);
      expect(text).toContain(
        '<a class="plain strong" href="/people/ada">ada Example</a>',
      );
      expect(text).toMatch(/class="portrait" width="40".*>AE</);
      expect(text).toContain(
        '<time datetime="2026-11-20T14:05:00.000Z">20 November 2026 at 14:05 UTC</time>',
      );
      expect(text).toContain(`<a href="/places/${place.id}">Workshop</a>`);
      expect(text).toMatch(/aria-label="Breadcrumb"><a href="\/contents">/);
      expect(text).toContain('aria-label="Main">');
      expect(text).toContain(">steam</li>");
    },
  );

  test("text that people write never becomes markup", async () => {
    const { platform } = await writers();
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const place = await create(
      platform,
      "/places",
      { type: "group", name: hostile, description: hostile, tags: [hostile] },
      asAda,
    );
    const content = await write(platform, "discussion", {
      subject: hostile,
      tags: [hostile],
      place: place.id,
      content: { type: "text/plain", text: hostile },
    });
    await reply(platform, content, "&lt;script&gt;alert(1)&lt;/script&gt;");

    for (const path of [
      `/contents/${content.id}`,
      `/places/${place.id}`,
      "/contents",
      "/people/ada",
    ]) {
      const { status, text } = await visit(platform, path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script|<img src=x/);
      expect(text).toContain("&lt;script&gt;alert(1)");
    }
  });
});

test.each([
  ["engines", 1],
  ["ada workshop", 1],
  ["poll", 1],
  ["post", 0],
  ["bob", 0],
])(
  "the list of contents is searched by name, author, place and type: %s",
  async (search, found) => {
    const { platform, place } = await writers();
    await write(platform, "poll", { place: place.id });

    const { text } = await visit(platform, `/contents?search=${search}`);

    expect(text.split('<a href="/contents/').length - 1).toBe(found);
  },
);

/** Ada, who runs a place, and Bob, at a clock that a test sets. */
async function writers() {
  let nowMs = startMs;
  const platform = await platformForTest({ nowMs: () => nowMs });
  const ada = await createPerson(platform, "ada");
  const bob = await createPerson(platform, "bob");
  const description = "Where engines grow.";
  const place = await create(
    platform,
    "/places",
    { type: "group", name: "Workshop", description, tags: ["iron"] },
    asAda,
  );
  const setNow = (ms: number) => void (nowMs = ms);
  return { platform, ada, bob, place, setNow };
}

function bodyOf(type: string, fields: Record<string, unknown> = {}) {
  return {
    type,
    subject: "Engines",
    content: { type: "text/html", text: "<p>Notes</p>" },
    tags: ["steam"],
    ...(type === "poll" && { options: ["Yes", "No"] }),
    ...fields,
  };
}

function write(
  platform: Platform,
  type: string,
  fields: Record<string, unknown> = {},
  as = asAda,
) {
  return create(platform, "/contents", bodyOf(type, fields), as);
}

function reply(
  platform: Platform,
  discussion: Awaited<ReturnType<typeof write>>,
  text: string,
  as = asAda,
) {
  const content = { type: "text/html", text };
  return create(platform, refOf(discussion, "messages"), { content }, as);
}
