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

  test("shows the replies of a discussion, oldest first, with author and date", async () => {
    const { platform, setNow } = await writers();
    const discussion = await write(platform, "discussion");
    setNow(startMs + 60_000);
    await reply(platform, discussion, "<p>One</p>", asBob);
    setNow(startMs + 120_000);
    await reply(platform, discussion, "<p>Two</p>", asAda);

    const { text } = await visit(platform, `/contents/${discussion.id}`);

    expect(text).toMatch(/<h2 id="[^"]*">2 replies<\/h2>/);
    expect(text).toMatch(
      /href="\/people\/bob">bob Example<.*14:06 UTC.*<p>One<.*href="\/people\/ada">.*14:07 UTC.*<p>Two</s,
    );
  });

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
      `/contents?place=${place.id}`,
    ]) {
      const { status, text } = await visit(platform, path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script|<img src=x/);
      expect(text).toContain("&lt;script&gt;alert(1)");
    }
  });
});

describe("the list of contents", () => {
  test.each([
    ["type=post", ["Bob's post"]],
    ["author=bob", ["Bob's post"]],
    ["author=ada", ["In the workshop", "Ada's poll"]],
    ["author=ada&type=poll", ["Ada's poll"]],
    ["author=ada&type=post", []],
    ["type=unknown", ["In the workshop", "Bob's post", "Ada's poll"]],
  ])("shows only the contents that fit %s", async (query, subjects) => {
    const { platform, place, setNow } = await writers();
    await write(platform, "poll", { subject: "Ada's poll" });
    setNow(startMs + 1);
    await write(platform, "post", { subject: "Bob's post" }, asBob);
    setNow(startMs + 2);
    await write(platform, "document", {
      subject: "In the workshop",
      place: place.id,
    });

    const { text } = await visit(platform, `/contents?${query}`);
    const ofPlace = await visit(platform, `/contents?place=${place.id}`);

    expect(subjectsOn(text)).toEqual(subjects);
    expect(text.includes("No contents.")).toBe(subjects.length === 0);
    expect(subjectsOn(ofPlace.text)).toEqual(["In the workshop"]);
    expect(ofPlace.text).toContain("<h1>Contents in Workshop</h1>");
  });

  test("spreads many contents over pages, each content once, and the links between pages keep the filters", async () => {
    const { platform } = await writers();
    for (let index = 0; index < 35; index++) {
      await write(platform, "post", { subject: `Post ${index}` });
    }

    const query = "type=post&author=ada";
    const first = await visit(platform, `/contents?${query}`);
    const second = await visit(platform, `/contents?${query}&page=2`);
    const last = await visit(platform, `/contents?${query}&page=99`);

    const subjects = [first, second].map(({ text }) => subjectsOn(text));
    expect(subjects.map(({ length }) => length)).toEqual([30, 5]);
    expect(new Set(subjects.flat()).size).toBe(35);
    expect(first.text).toContain(
      'href="/contents?type=post&amp;author=ada&amp;page=2"',
    );
    expect(last.text).toBe(second.text);
  });
});

describe("the html resource of a place", () => {
  test("opens a page with type, description, tags, members and contents", async () => {
    const { platform, place, bob } = await writers();
    const member = { person: bob.id, place: place.id };
    await create(platform, "/members", member, asBob);
    await write(platform, "post", { place: place.id });
    await write(platform, "post", { subject: "Elsewhere" });

    const { text } = await call(platform, "GET", refOf(place, "html"));

    expect(text).toContain('<p class="muted">Group</p><h1>Workshop</h1>');
    expect(text).toContain("<p>Where engines grow.</p>");
    expect(text).toContain(">iron</li>");
    expect(text).toMatch(/ada Example<\/a><span class="muted">Owner<.*bob Ex/s);
    expect(subjectsOn(text)).toEqual(["Engines"]);
    expect(text).toContain('<a href="/contents">Contents</a>');
  });
});

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

function subjectsOn(page: string): string[] {
  return [...page.matchAll(/<p class="strong"><a [^>]*>([^<]*)</g)].map(
    ([, subject]) => subject!.replaceAll("&#39;", "'"),
  );
}
