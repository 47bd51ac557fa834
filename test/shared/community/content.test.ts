import { describe, expect, test } from "vitest";
import { clientOn } from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";

const announcement = {
  type: "announcement",
  id: "7",
  subject: "Engines",
  content: { type: "text/html", text: "<b>They run.</b>" },
  publishDate: "2026-01-31T18:42:00.000+0000",
  resources: { self: { ref: "https://a.test/7", allowed: ["GET"] } },
};

describe("contents client", () => {
  test.each([
    announcement,
    { id: "1", type: "discussion", content: { text: "a" } },
    { id: "1", type: "document", description: "b" },
    { id: "1", type: "poll", content: "c", options: ["d", "e"] },
    { id: "1", type: "post", tags: ["f"] },
    { id: "1", type: "idea", subject: "g" },
    { id: "1", subject: "of chosen fields" },
  ])("reads a content of any type unchanged: %j", async (content) => {
    const { contents } = clientOn(answering(answer(200, { list: [content] })));
    expect(await Array.fromAsync(contents.list())).toEqual([content]);
  });

  test.each([
    [{ type: "announcement", publishDate: 1 }, "/publishDate"],
    [{ type: "discussion", subject: {} }, "/subject"],
    [{ type: "discussion", content: 1 }, "/content"],
    [{ type: "idea", description: [] }, "/description"],
    [{ type: 1 }, "/type"],
    [{ resources: { self: { ref: 1 } } }, "/resources/*/ref"],
  ])("rejects a content of a wrong shape: %j", async (content, problem) => {
    const { contents } = clientOn(answering(answer(200, content)));
    await expect(contents.get("7")).rejects.toMatchObject({
      name: "ApiShapeError",
      problems: [problem],
    });
  });
});

test("the client reads an announcement without a type when only some fields are requested", async () => {
  const http = answering(answer(200, { id: "7", subject: "Engines" }));
  expect(await clientOn(http).announcements.get("7")).toEqual({
    id: "7",
    subject: "Engines",
  });
});
