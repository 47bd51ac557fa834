import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  asBob,
  call,
  contentBody,
  create,
  createPerson,
  platformForTest,
  refOf,
} from "../platform-for-test.ts";
import { visit } from "./visit.ts";

const startMs = Date.UTC(2026, 10, 20, 14, 5);

describe("the html resource of a content", () => {
  test.each(["announcement", "discussion", "document", "poll", "post"])(
    "opens a page with type, place, author and date: %s",
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
      expect(text.toLowerCase()).toContain(
        `<p class="muted">${type} in workshop</p>`,
      );
      expect(text).toContain(
        '<a class="plain strong" href="/people/ada">ada Example</a>',
      );
      expect(text).toMatch(/class="portrait" width="40".*>AE</);
      expect(text).toContain(
        '<time datetime="2026-11-20T14:05:00.000Z">20 November 2026 at 14:05 UTC</time>',
      );
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
      { type: "group", name: hostile },
      asAda,
    );
    const content = await write(platform, "discussion", {
      subject: hostile,
      tags: [hostile],
      place: place.id,
      content: { type: "text/plain", text: hostile },
    });
    const reply = { type: "text/html", text: "&lt;script&gt;alert(1)" };
    await create(
      platform,
      refOf(content, "messages"),
      { content: reply },
      asAda,
    );

    for (const path of [`/contents/${content.id}`, "/people/ada"]) {
      const { status, text } = await visit(platform, path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script|<img src=x/);
      expect(text).toContain("&lt;script&gt;alert(1)");
    }
  });
});

/** Ada, who runs a place, and Bob. */
async function writers() {
  const platform = await platformForTest({ nowMs: () => startMs });
  await createPerson(platform, "ada");
  await createPerson(platform, "bob");
  const group = { type: "group", name: "Workshop" };
  const place = await create(platform, "/places", group, asAda);
  return { platform, place };
}

function write(
  platform: Platform,
  type: string,
  fields: Record<string, unknown> = {},
) {
  const body = { subject: "Engines", tags: ["steam"], ...fields };
  return create(platform, "/contents", contentBody(type, body), asAda);
}
